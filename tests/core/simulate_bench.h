// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/simulate/script.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

/// \file
/// Scripts in, steps out: what the tests of `simulate` share.

namespace rungwatch::testing {

/// The steps' outputs of a script that must run; none of one that did not.
inline QList<QJsonObject> outputs(const QByteArray& script)
{
    const auto ran = simulate::runScript(script.toStdString());
    if (!ran) {
        qWarning("%s: %s", ran.error().where.c_str(), ran.error().message.c_str());
        return {};
    }
    QList<QJsonObject> steps;
    for (const auto& step : *ran)
        steps << QJsonDocument::fromJson(QByteArray::fromStdString(step)).object();
    return steps;
}

/// "closed>open threshold; ..." of one step.
inline QString eventsOf(const QJsonObject& step)
{
    QStringList events;
    for (const auto& value : step["events"].toArray()) {
        const auto event = value.toObject();
        events << QStringLiteral("%1>%2 %3")
                      .arg(event["from"].toString(), event["to"].toString(), event["cause"].toString());
    }
    return events.join(QStringLiteral("; "));
}

/// What a script with this part prints, a line a step; or the place and the words of its fault.
inline QByteArray printed(const QByteArray& part, const QByteArray& steps)
{
    const auto ran = simulate::runScript(("{" + part + ",\n\"steps\": [" + steps + "]}").toStdString());
    if (!ran)
        return QByteArray::fromStdString(ran.error().where + ": " + ran.error().message);
    QByteArray lines;
    for (const auto& step : *ran)
        lines += QByteArray::fromStdString(step) + '\n';
    return lines;
}

/// The place and the words of what is wrong with a script; empty where it runs.
inline QString faultOf(const QByteArray& script)
{
    const auto ran = simulate::runScript(script.toStdString());
    return ran ? QString() : QString::fromStdString(ran.error().where + ": " + ran.error().message);
}

} // namespace rungwatch::testing
