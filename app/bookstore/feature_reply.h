// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/http_host.h"
#include "rungwatch/health/degraded_response.h"
#include "rungwatch/ladder/feature_answer.h"

namespace rungwatch::bookstore {

/// How much of an answer a customer got: another model's is partial, one without a model severe, and so is a place in a
/// person's queue. That one is no 503 with a Retry-After: a client that obeyed it would queue its case a second time.
/// Every other honest end is no answer.
[[nodiscard]] DegradationLevel degradationOf(const FeatureAnswer& answer);

/// What `GET /features/NAME` is answered with: the core's degraded response, and beside it in headers and body which
/// rung answered, how old the answer is and, at an honest end, the other path and the place in the queue.
[[nodiscard]] HttpReply replyOf(const std::string& feature, const FeatureAnswer& answer);

} // namespace rungwatch::bookstore
