// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_reader.h"
#include "tests/support/bookstore_process.h"
#include "tests/support/watch_process.h"

#include <QJsonDocument>
#include <QRandomGenerator>
#include <QTest>

using namespace rungwatch::testing;

/// What `watch --json` has printed is on disk: killed at any moment, the journal opens, verifies and holds all of it.
/// 20 kills, or as many as RUNGWATCH_KILLS says; every second console goes on with the journal of the one before.
class TestWatchKilled : public QObject {
    Q_OBJECT

public:
    /// Hundreds of consoles live longer than the five minutes that Qt Test gives a function.
    static void initMain() { qputenv("QTEST_FUNCTION_TIMEOUT", "7200000"); }

private Q_SLOTS:
    void journalHoldsEveryPrintedEvent()
    {
        BookstoreProcess store(
            {QStringLiteral("--speed"), QStringLiteral("60"), QStringLiteral("--start-minute"), QStringLiteral("8")});
        QVERIFY2(store.started(), store.errors());
        qputenv(store.tokenVariable(), store.token()); // without it the telemetry is not asked at all
        QTemporaryDir dir;
        QRandomGenerator random(20261130);
        const int kills = killsWanted();
        for (int round = 0; round < kills; ++round) {
            const auto journal = dir.filePath(QStringLiteral("journal-%1.db").arg(round / 2));
            WatchProcess console({QStringLiteral("--fleet"), store.fleetPath(), QStringLiteral("--journal"), journal});
            const auto wanted = random.bounded(5, 120);
            int seen = 0;
            QVERIFY(console.waitFor([&](const QJsonObject&) { return ++seen >= wanted; }, 30));
            console.sigkill();
            QVERIFY(console.oddLines().isEmpty());
            verify(journal);
            holdsAll(journal, console.events());
            if (QTest::currentTestFailed())
                return;
            if (round % 2 == 1)
                QFile::remove(journal);
        }
    }

private:
    static int killsWanted()
    {
        bool isNumber = false;
        const int kills = qEnvironmentVariableIntValue("RUNGWATCH_KILLS", &isNumber);
        return isNumber && kills > 0 ? kills : 20;
    }

    void verify(const QString& journal)
    {
        QProcess replay;
        replay.start(QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch"),
            {QStringLiteral("replay"), journal, QStringLiteral("--verify"), QStringLiteral("--json")});
        QVERIFY(replay.waitForFinished(30'000));
        const auto output = replay.readAllStandardOutput();
        QVERIFY2(replay.exitCode() == 0, output + replay.readAllStandardError());
    }

    /// Each line that was printed stands in the journal, word for word, and none between them is missing.
    void holdsAll(const QString& journal, const std::vector<QJsonObject>& printed)
    {
        auto reader = rungwatch::journal::JournalReader::open(journal);
        QVERIFY2(reader.ok(), reader.ok() ? "" : reader.error().message.c_str());
        std::size_t found = 0;
        const auto first = static_cast<std::uint64_t>(printed.front()[QStringLiteral("seq")].toInteger());
        const auto fault = reader.value().forEach(first, [&](const rungwatch::fleet::Event& event) {
            const auto line = QByteArray::fromStdString(rungwatch::fleet::jsonLine(event));
            if (found == printed.size() || QJsonDocument::fromJson(line).object() != printed[found])
                return false;
            ++found;
            return true;
        });
        QVERIFY2(!fault, fault ? fault->message.c_str() : "");
        QVERIFY2(found == printed.size(),
            found == printed.size() ? ""
                                    : "not in the journal as it was printed: "
                    + QJsonDocument(printed[found]).toJson(QJsonDocument::Compact));
    }
};

QTEST_GUILESS_MAIN(TestWatchKilled)
#include "tst_watch_killed.moc"
