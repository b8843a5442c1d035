// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"

namespace rungwatch::formats {

/// What `Cache-Control` says; a directive without its value, and one whose values differ, says nothing.
struct CacheControl {
    /// s-maxage over max-age, as a shared cache reads it.
    std::optional<Duration> maxAge;
    std::optional<Duration> staleIfError;
    std::optional<Duration> staleWhileRevalidate;
    /// Two lifetimes that differ: none is taken, and the answer counts as stale.
    bool conflicting{false};
    /// must-revalidate or no-cache: stale use is forbidden.
    bool strict{false};
};

[[nodiscard]] CacheControl cacheControlFrom(std::string_view header);

/// What the nearest cache says of itself in `Cache-Status` (RFC 9211): the last member of the list.
struct CacheStatus {
    std::optional<bool> hit;
    bool stale{false};
    std::optional<Duration> ttl;
};

[[nodiscard]] CacheStatus cacheStatusFrom(std::string_view header);

/// The parts of a header value between `separator`, outside quotes, without outer blanks.
[[nodiscard]] std::vector<std::string_view> headerParts(std::string_view header, char separator);

/// A whole number of seconds; at most 2^31, as RFC 9111 has it.
[[nodiscard]] std::optional<Duration> headerSeconds(std::string_view text);

/// "Mon, 30 Nov 2026 02:55:07 GMT"; nothing for any other form.
[[nodiscard]] std::optional<WallTime> httpDate(std::string_view text);

} // namespace rungwatch::formats
