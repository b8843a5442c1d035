// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/journal_recording.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRandomGenerator>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::testing;
using namespace std::chrono_literals;

namespace {

struct Run {
    int code{-1};
    QString output;
    QString errors;
};

Run run(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch"), arguments);
    process.waitForFinished(60000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

Run replay(const QStringList& arguments)
{
    return run(QStringList{QStringLiteral("replay")} + arguments);
}

/// Three megabytes that no compression makes smaller, with a keyframe every ten seconds.
void recordLarge(const QString& file)
{
    journal::JournalWriter writer({.file = file, .program = "test", .commitEvery = 0ms, .keyframeEvery = 10s});
    writer.open();
    Recording recording;
    auto random = QRandomGenerator(1);
    const auto take = [&](const Recording::Step& step) {
        writer.append(step.events, step.after);
        QCoreApplication::processEvents();
    };
    take(recording.start());
    for (int i = 0; i < 1000; ++i) {
        std::string noise(3000, ' ');
        for (auto& c : noise)
            c = static_cast<char>(random.bounded(33, 127));
        take(recording.round(noise));
    }
    writer.close();
}

QString keptJournal()
{
    return QStringLiteral(RUNGWATCH_TEST_DATA "/journals/version-3.journal");
}

/// The README's blocks of SQL, a query each.
QStringList readmeQueries()
{
    QFile readme(QStringLiteral(RUNGWATCH_SOURCE_DIR "/README.md"));
    if (!readme.open(QIODevice::ReadOnly))
        return {};
    QStringList queries;
    const auto blocks = QString::fromUtf8(readme.readAll()).split(QStringLiteral("```"));
    for (const auto& block : blocks)
        if (block.startsWith(QLatin1String("sql\n")))
            for (const auto& query : block.sliced(4).split(';'))
                if (!query.trimmed().isEmpty())
                    queries << query.trimmed();
    return queries;
}

} // namespace

/// What `rungwatch replay` and plain SQL say of a journal.
class TestJournalCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anOlderJournalIsVerifiedAndItsDifferencesAreAProgramChange()
    {
        const auto text = replay({keptJournal(), QStringLiteral("--verify")});
        QCOMPARE(text.code, 1);
        QVERIFY2(text.output.contains(QLatin1String("1 of 1 keyframes hold")), qPrintable(text.output));
        QVERIFY2(text.output.contains(QLatin1String("program change: its events are of version 3")),
            qPrintable(text.output));
        const auto json = replay({keptJournal(), QStringLiteral("--verify"), QStringLiteral("--json")});
        const auto object = QJsonDocument::fromJson(json.output.toUtf8()).object();
        QCOMPARE(object[QLatin1String("hash")].toString(), QStringLiteral("c1eba788b98689ae"));
        QCOMPARE(object[QLatin1String("older_version")].toInt(), 3);
        QCOMPARE(object[QLatin1String("keyframes_hold")].toInt(), 1);
    }

    void theChainsHeadIsPrinted()
    {
        const auto hash = QStringLiteral("d725e41af57ba08048ce043479db915221f000211b6cb73ffff2771955c45ead");
        const auto text = replay({keptJournal(), QStringLiteral("--chain-head")});
        QCOMPARE(text.code, 0);
        QCOMPARE(text.output, hash + QStringLiteral("  event 217 at 2026-11-30T16:00:02.734Z, 2 operator events\n"));
        const auto json = replay({keptJournal(), QStringLiteral("--chain-head"), QStringLiteral("--json")});
        QCOMPARE(QJsonDocument::fromJson(json.output.toUtf8()).object()[QLatin1String("chain_head")].toString(), hash);
    }

    void anEditedRecordIsNamed()
    {
        const JournalFolder folder;
        record(folder.file(), Recording::some(20));
        QCOMPARE(replay({folder.file(), QStringLiteral("--verify")}).code, 0);
        execute(
            folder.file(), QStringLiteral("UPDATE operator_events SET who = 'bob' WHERE kind = 'command_received'"));
        const auto verdict = replay({folder.file(), QStringLiteral("--verify")});
        QCOMPARE(verdict.code, 1);
        QVERIFY2(verdict.errors.contains(QLatin1String("(command_received by ada) was edited: its \"who\"")),
            qPrintable(verdict.errors));
        QVERIFY2(verdict.errors.contains(folder.file()), qPrintable(verdict.errors));
    }

    void ofADamagedJournalThePartBeforeIsVerified()
    {
        const JournalFolder folder;
        journal::JournalWriter::Options options;
        options.commitEvery = std::chrono::milliseconds{0};
        record(folder.file(), Recording::some(1500), options);
        execute(folder.file(),
            QStringLiteral("UPDATE blocks SET checksum = checksum + 1 WHERE first_seq = "
                           "(SELECT first_seq FROM blocks ORDER BY first_seq LIMIT 1 OFFSET 1)"));
        const auto verdict = replay({folder.file(), QStringLiteral("--verify")});
        QCOMPARE(verdict.code, 1);
        QVERIFY2(verdict.output.contains(QLatin1String("can be read from event 1 to 1000, up to 2026-11-30T00:")),
            qPrintable(verdict.output));
        QVERIFY2(verdict.errors.contains(folder.file()) && verdict.errors.contains(QLatin1String("checksum")),
            qPrintable(verdict.errors));
        const auto moment = replay(
            {folder.file(), QStringLiteral("--at"), QStringLiteral("2026-11-30T00:00:30Z"), QStringLiteral("--json")});
        QVERIFY2(moment.code == 0, qPrintable(moment.errors));
    }

    void theReadmesQueriesAnswer()
    {
        const auto queries = readmeQueries();
        QVERIFY(queries.size() >= 3);
        auto database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("readme"));
        database.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY"));
        database.setDatabaseName(keptJournal());
        QVERIFY(database.open());
        for (const auto& text : queries) {
            QSqlQuery query(database);
            QVERIFY2(query.exec(text), qPrintable(text + QLatin1String(": ") + query.lastError().text()));
            QVERIFY2(query.next(), qPrintable(text));
        }
        database.close();
        database = {};
        QSqlDatabase::removeDatabase(QStringLiteral("readme"));
    }

    /// A limit that the journal of before is far beyond: it is cut, but not into what is protected, and that is said.
    void watchKeepsItsLimitButForWhatIsProtected()
    {
        const QTemporaryDir folder;
        const auto fleet = folder.filePath(QStringLiteral("fleet.json"));
        QFile text(fleet);
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write("{\"version\": 1, \"name\": \"t\", \"services\": []}");
        text.close();
        for (const bool keeps : {false, true}) {
            const auto journal = folder.filePath(keeps ? QStringLiteral("kept") : QStringLiteral("cut"));
            recordLarge(journal);
            QVERIFY(QFile(journal).size() > 2000000);
            if (keeps)
                execute(journal, QStringLiteral("INSERT INTO protected VALUES (1, 800, 900, 'the outage of May')"));
            const auto ran = run({QStringLiteral("watch"), QStringLiteral("--fleet"), fleet,
                QStringLiteral("--journal"), journal, QStringLiteral("--keep-size"), QStringLiteral("1MB"),
                QStringLiteral("--for"), QStringLiteral("1s")});
            QVERIFY2(ran.code == 0, qPrintable(ran.errors));
            QCOMPARE(ran.errors.contains(QStringLiteral("outgrows its limit")), keeps);
            QCOMPARE(
                ran.errors.contains(QStringLiteral("all from event 800 on is protected, the outage of May")), keeps);
            const auto first = valueIn(journal, QStringLiteral("SELECT min(first_seq) FROM blocks")).toULongLong();
            QVERIFY2(first > 1, "what lies before it went");
            QCOMPARE(first <= 800, keeps);
            QCOMPARE(replay({journal, QStringLiteral("--verify")}).code, 0);
        }
    }
};

QTEST_GUILESS_MAIN(TestJournalCommand)
#include "tst_journal_command.moc"
