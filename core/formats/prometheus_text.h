// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 7.1: Prometheus text 0.0.4, as tolerant as its producers need.
[[nodiscard]] bool looksLikePrometheusText(const Document& document);
[[nodiscard]] Result<Reading> readPrometheusText(const Document& document);

/// What a text in either dialect says.
[[nodiscard]] Result<Reading> readMetrics(const Document& document, std::string_view format);

} // namespace rungwatch::formats
