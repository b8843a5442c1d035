// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/reading.h"

namespace rungwatch::formats {

/// A reading as JSON on one line, with the names of FORMATS 12, so that a corpus of bodies with their expected readings
/// can be checked from outside. Levels and states in upper case; times in UTC, with milliseconds where there are any.
/// "level" and "cache" may be null; everything else that the answer does not say is left out, but for the lists
/// "components", "breakers", "critical" and "flags".
[[nodiscard]] std::string expectationJson(const Reading& reading);

/// A series as a Prometheus text writes it, its labels sorted: `http_requests_total{code="200",method="GET"}`.
[[nodiscard]] std::string seriesText(const Sample& sample);

} // namespace rungwatch::formats
