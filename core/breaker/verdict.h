// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/failure_class.h"
#include "rungwatch/breaker/step.h"

namespace rungwatch::breaker {

/// What a failure says about the dependency's health, the same in every phase.
/// - Failure: timeout, reset, refused, thrown, 5xx with 529, and 408.
/// - Success: 404 and 410. "No such thing", in time, is the dependency doing its work; were it ignored, a dependency
/// that
///   mostly answers so could never collect the successes that close a breaker.
/// - Ignored: 429 and a spent allowance (a limit reached is not a dependency down: opening would turn "slower, please"
///   into "not at all"; the quota signal moves the ladder), and every other 3xx and 4xx (the caller's mistake).
/// - Cancelled: cancelled.
[[nodiscard]] Verdict verdictOf(FailureClass failure);
/// The same where the options' own list of ignored classes comes first. A cancelled call stays cancelled.
[[nodiscard]] Verdict verdictOf(const Options& options, FailureClass failure);

} // namespace rungwatch::breaker
