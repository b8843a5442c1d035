// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 7.3: answers of Prometheus' HTTP API: queries, alerts, targets, and its refusals.
[[nodiscard]] bool looksLikePrometheusApi(const Document& document);
[[nodiscard]] Result<Reading> readPrometheusApi(const Document& document);

} // namespace rungwatch::formats
