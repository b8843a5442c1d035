// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/formats/reader.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QTest>

/// \file
/// A reading on one line, for tests that compare much of it at once:
/// `terminus DEGRADED [db HEALTHY, queue UNKNOWN] masked`, or an error's code.

namespace rungwatch {

inline QString upperWord(std::string_view word)
{
    return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())).toUpper();
}

inline QString shownReading(const Result<Reading>& reading)
{
    if (!reading)
        return QString::fromStdString(reading.error().code);
    QStringList parts;
    for (const auto& component : reading->components)
        parts << QString::fromStdString(component.name) + ' ' + upperWord(nameOf(component.level));
    auto text = QString::fromStdString(reading->format) + ' '
        + (reading->level ? upperWord(nameOf(*reading->level)) : QStringLiteral("none")) + " [" + parts.join(", ")
        + ']';
    for (const auto& breaker : reading->breakers)
        text += " {" + QString::fromStdString(breaker.name) + ' '
            + (breaker.state ? upperWord(nameOf(*breaker.state)) : QStringLiteral("none")) + '}';
    for (const auto& flag : reading->flags)
        text += ' ' + QString::fromStdString(flag);
    return text;
}

/// Header lines as "Name: value", the names in any case.
inline Result<Reading> readWith(
    const QByteArray& body, int status, const QStringList& headers, std::string_view pin = "auto")
{
    std::map<std::string, std::string> byName;
    for (const auto& line : headers)
        byName[line.section(": ", 0, 0).toLower().toStdString()] = line.section(": ", 1).toStdString();
    const std::string_view bytes(body.constData(), static_cast<std::size_t>(body.size()));
    return formats::read({bytes, status, byName}, pin);
}

/// The columns of a data-driven test of readings, and one row of it: an answer and what shownReading() gives of it.
inline void readingColumns()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<QStringList>("headers");
    QTest::addColumn<QString>("shown");
}
inline void readingRow(
    const char* name, const char* body, int status, const char* shown, const QStringList& headers = {})
{
    QTest::newRow(name) << QByteArray(body) << status << headers << QString(shown);
}

} // namespace rungwatch

/// Reads the row's answer and compares.
#define COMPARE_READING_ROW()                                                                                          \
    QFETCH(QByteArray, body);                                                                                          \
    QFETCH(int, status);                                                                                               \
    QFETCH(QStringList, headers);                                                                                      \
    QFETCH(QString, shown);                                                                                            \
    QCOMPARE(rungwatch::shownReading(rungwatch::readWith(body, status, headers)), shown)
