// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/exchange/report_charts.h"

#include <QByteArray>

/// \file
/// A report as a file. What services and persons wrote is escaped in each, so that it is read and never acted on.

namespace rungwatch::exchange {

/// One page without scripts, with its charts inside and nothing from elsewhere.
[[nodiscard]] QByteArray htmlOf(const IncidentReport& report);
/// Plain Markdown; its charts are drawn in characters.
[[nodiscard]] QByteArray markdownOf(const IncidentReport& report);
/// A4. Needs a QGuiApplication, on any platform.
[[nodiscard]] QByteArray pdfOf(const IncidentReport& report);

/// Text as Markdown shows it: no character of it means anything.
[[nodiscard]] QString markdownText(const QString& text);

} // namespace rungwatch::exchange
