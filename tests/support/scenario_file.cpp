// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scenario_file.h"

#include <QFile>
#include <QJsonDocument>

#include <functional>

namespace rungwatch::testing {

namespace {

using Change = std::function<QJsonArray(const QJsonArray&)>;

QJsonObject withPrimary(QJsonObject scenario, const Change& errors, const Change& p95)
{
    auto primary = scenario[QStringLiteral("primary_provider")].toObject();
    const auto change = [&](const QString& key, const Change& by) { primary[key] = by(primary[key].toArray()); };
    change(QStringLiteral("error_percent_by_minute"), errors);
    change(QStringLiteral("p95_latency_seconds_by_minute"), p95);
    scenario[QStringLiteral("primary_provider")] = primary;
    return scenario;
}

QJsonArray filled(qsizetype size, const QJsonValue& value)
{
    QJsonArray array;
    for (qsizetype i = 0; i < size; ++i)
        array.append(value);
    return array;
}

} // namespace

QJsonObject outageHour()
{
    QFile file(QStringLiteral(RUNGWATCH_SOURCE_DIR "/resources/scenarios/outage_hour.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject{};
}

QJsonObject shiftedBy(QJsonObject scenario, int minutes)
{
    const Change later = [minutes](const QJsonArray& values) {
        auto shifted = filled(minutes, values.first());
        for (qsizetype i = 0; i + minutes < values.size(); ++i)
            shifted.append(values[i]);
        return shifted;
    };
    return withPrimary(std::move(scenario), later, later);
}

QJsonObject withoutTrouble(QJsonObject scenario)
{
    const Change first = [](const QJsonArray& values) { return filled(values.size(), values.first()); };
    return withPrimary(std::move(scenario), first, first);
}

QJsonObject outageBetween(QJsonObject scenario, int first, int last, int percent)
{
    const Change errors = [=](const QJsonArray& values) {
        QJsonArray changed;
        for (int minute = 0; minute < values.size(); ++minute)
            changed.append(minute >= first && minute <= last ? percent : 0);
        return changed;
    };
    const Change p95 = [](const QJsonArray& values) { return filled(values.size(), 2); };
    return withPrimary(std::move(scenario), errors, p95);
}

QString writtenTo(const QString& path, const QJsonObject& document)
{
    QFile file(path);
    const auto text = QJsonDocument(document).toJson();
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path : QString();
}

} // namespace rungwatch::testing
