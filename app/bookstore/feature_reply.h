// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/http_host.h"
#include "rungwatch/health/degraded_response.h"
#include "rungwatch/ladder/feature_answer.h"

namespace rungwatch::bookstore {

/// How much of an answer a customer got: another model's is partial, one without a model severe, and an honest end is
/// no answer, also where a person will give one later.
[[nodiscard]] DegradationLevel degradationOf(const FeatureAnswer& answer);

/// What `GET /features/NAME` is answered with: the core's degraded response, and beside it in headers and body which
/// rung answered, how old the answer is and, at an honest end, the other path and the place in the queue.
[[nodiscard]] HttpReply replyOf(const std::string& feature, const FeatureAnswer& answer);

} // namespace rungwatch::bookstore
