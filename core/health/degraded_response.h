// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"
#include "rungwatch/base/result.h"

#include <vector>

namespace rungwatch {

/// How much of an answer a customer gets.
enum class DegradationLevel { None, Partial, Severe, Unavailable };
constexpr std::array<std::string_view, 4> enumNames(DegradationLevel)
{
    return {"none", "partial", "severe", "unavailable"};
}

struct Degradation {
    DegradationLevel level{DegradationLevel::None};
    /// Features that are not what they should be.
    std::vector<std::string> affected;
    /// What stood in for them.
    std::vector<std::string> fallbacks;
};

struct DegradedResponseOptions {
    /// When to come back after an unavailable answer; 1 s to 1 day.
    std::chrono::seconds retryAfter{30};

    [[nodiscard]] std::optional<Error> fault() const;
};

/// An HTTP answer that says how degraded it is (seed 0, exercise 3).
struct DegradedResponse {
    int statusCode{200};
    /// In the order of the seeds. No value holds a line break or another control character.
    std::vector<std::pair<std::string, std::string>> headers;
    /// One JSON object.
    std::string body;
};

/// 200 with the whole result, 200 with a result and what is missing from it (partial, severe), or 503 with Retry-After
/// and no result (unavailable). `result` is JSON text and goes into the body as it is; an error "bad-json" where it is
/// not that, or options out of their range.
[[nodiscard]] Result<DegradedResponse> degradedResponse(
    std::string_view result, const Degradation& degradation, const DegradedResponseOptions& options = {});

/// What the body says of `degradation`, as JSON: {"level", "message", "affected", "fallbacks"}.
[[nodiscard]] std::string degradationJson(const Degradation& degradation);

/// Names as one header value: joined by commas; of a name every byte but the visible ASCII ones, and each comma and
/// percent sign, as "%2C" (RFC 3986), so that no name ends a line, adds a header or passes for two. Names without a
/// character are left out.
[[nodiscard]] std::string headerList(const std::vector<std::string>& names);

} // namespace rungwatch
