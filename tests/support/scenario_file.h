// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

namespace rungwatch::testing {

/// The outage hour as it lies in resources/, to be changed by a test.
[[nodiscard]] QJsonObject outageHour();
/// The same hour, everything `minutes` later: the first minute's values fill the front.
[[nodiscard]] QJsonObject shiftedBy(QJsonObject scenario, int minutes);
/// The same hour with every minute's errors and p95 those of its first.
[[nodiscard]] QJsonObject withoutTrouble(QJsonObject scenario);
/// The primary fails `percent` of its calls from minute `first` to `last`, and none else; p95 2 s throughout.
[[nodiscard]] QJsonObject outageBetween(QJsonObject scenario, int first, int last, int percent);
/// Writes it; the path is given back, empty on failure.
QString writtenTo(const QString& path, const QJsonObject& document);

} // namespace rungwatch::testing
