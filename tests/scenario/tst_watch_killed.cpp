// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bookstore_process.h"
#include "tests/support/watch_process.h"

#include <QJsonDocument>
#include <QRandomGenerator>
#include <QTest>

using namespace rungwatch::testing;

/// What `watch --json` has printed is on disk: killed at any moment, the journal opens, verifies and holds all of it.
class TestWatchKilled : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void journalHoldsEveryPrintedEvent()
    {
        BookstoreProcess store(
            {QStringLiteral("--speed"), QStringLiteral("60"), QStringLiteral("--start-minute"), QStringLiteral("8")});
        QVERIFY2(store.started(), store.errors());
        QTemporaryDir dir;
        QRandomGenerator random(20261130);
        for (int round = 0; round < 20; ++round) {
            const auto journal = dir.filePath(QStringLiteral("journal-%1.db").arg(round));
            WatchProcess console({QStringLiteral("--fleet"), store.fleetPath(), QStringLiteral("--journal"), journal});
            const auto wanted = random.bounded(5, 120);
            int seen = 0;
            QVERIFY(console.waitFor([&](const QJsonObject&) { return ++seen >= wanted; }, 30));
            console.sigkill();
            const auto lastPrinted = console.events().back()[QStringLiteral("seq")].toInteger();
            verify(journal, lastPrinted);
            if (QTest::currentTestFailed())
                return;
        }
    }

private:
    void verify(const QString& journal, qint64 lastPrinted)
    {
        QProcess replay;
        replay.start(QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch"),
            {QStringLiteral("replay"), journal, QStringLiteral("--verify"), QStringLiteral("--json")});
        QVERIFY(replay.waitForFinished(30'000));
        const auto output = replay.readAllStandardOutput();
        QVERIFY2(replay.exitCode() == 0, output + replay.readAllStandardError());
        const auto events = QJsonDocument::fromJson(output).object()[QStringLiteral("events")].toInteger();
        QVERIFY2(events >= lastPrinted,
            qPrintable(QStringLiteral("%1 in the journal, %2 printed").arg(events).arg(lastPrinted)));
    }
};

QTEST_GUILESS_MAIN(TestWatchKilled)
#include "tst_watch_killed.moc"
