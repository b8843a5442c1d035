// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 6.3: HAProxy's `/stats;csv` and `show stat`. Columns are addressed by name, as they grow by release.
[[nodiscard]] bool looksLikeHaproxyCsv(const Document& document);
[[nodiscard]] Result<Reading> readHaproxyCsv(const Document& document);

/// A server's status by its first word; "UP 1/3" is going down, "DOWN 1/2" is coming up.
struct HaproxyStatus {
    HealthLevel level{HealthLevel::Unknown};
    bool deliberate{false};
    bool unknownWord{false};
};
[[nodiscard]] HaproxyStatus haproxyServerStatus(std::string_view text);

} // namespace rungwatch::formats
