// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/watch_process.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <memory>

/// \file
/// The real console, watching real software: `rungwatch watch --fleet FILE --json`.

namespace rungwatch::testing {

/// One service with one source, asked twice a second where `more`, its further keys, does not say otherwise.
inline QJsonObject watchedService(const QString& name, const QString& kind, const QUrl& url, QJsonObject more = {})
{
    more[QStringLiteral("kind")] = kind;
    more[QStringLiteral("url")] = url.toString();
    if (!more.contains(QStringLiteral("interval_s")))
        more[QStringLiteral("interval_s")] = 0.5;
    return {{QStringLiteral("name"), name}, {QStringLiteral("sources"), QJsonArray{more}}};
}

class Watched {
public:
    explicit Watched(const QJsonArray& services)
    {
        QFile file(m_dir.filePath(QStringLiteral("fleet.json")));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write %s", qPrintable(file.fileName()));
        file.write(QJsonDocument({{QStringLiteral("version"), 1}, {QStringLiteral("services"), services}}).toJson());
        file.close();
        m_console = std::make_unique<WatchProcess>(QStringList{QStringLiteral("--fleet"), file.fileName(),
            QStringLiteral("--journal"), m_dir.filePath(QStringLiteral("journal.db"))});
    }

    /// Waits for the next event of this kind and subject whose body's `to` is that; serves the test's own sockets and
    /// calls `meanwhile` while it waits.
    bool sees(
        const QString& kind, const QString& subject, const QString& to, const std::function<void()>& meanwhile = {})
    {
        return QTest::qWaitFor(
            [&] {
                if (meanwhile)
                    meanwhile();
                return m_console->waitFor([&](const QJsonObject& event) { return isThat(event, kind, subject, to); }, 0)
                    .has_value();
            },
            60'000);
    }

    /// The words that `to` had in the events of this kind and subject so far, in order.
    QStringList wordsOf(const QString& kind, const QString& subject)
    {
        m_console->drain();
        QStringList words;
        for (const auto& event : m_console->eventsOf(kind))
            if (event[QStringLiteral("subject")].toString() == subject)
                words << field(event, "to").toString();
        return words;
    }

    /// Ends it: with 0, and nothing in between that was no event.
    void end()
    {
        QCOMPARE(m_console->interrupt(), 0);
        QCOMPARE(m_console->oddLines(), QStringList());
    }

private:
    static bool isThat(const QJsonObject& event, const QString& kind, const QString& subject, const QString& to)
    {
        return event[QStringLiteral("kind")].toString() == kind
            && event[QStringLiteral("subject")].toString() == subject && field(event, "to").toString() == to;
    }

    QTemporaryDir m_dir;
    std::unique_ptr<WatchProcess> m_console;
};

} // namespace rungwatch::testing
