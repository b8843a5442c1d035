// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/journal_recording.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::testing;

namespace {

struct Run {
    int code{-1};
    QString output;
    QString errors;
};

Run replay(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch"), QStringList{QStringLiteral("replay")} + arguments);
    process.waitForFinished(60'000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
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
};

QTEST_GUILESS_MAIN(TestJournalCommand)
#include "tst_journal_command.moc"
