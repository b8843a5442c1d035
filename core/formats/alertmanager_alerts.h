// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 7.3: Alertmanager's /api/v2/alerts. Muted alerts are shown and not counted.
[[nodiscard]] bool looksLikeAlertmanagerAlerts(const Document& document);
[[nodiscard]] Result<Reading> readAlertmanagerAlerts(const Document& document);

} // namespace rungwatch::formats
