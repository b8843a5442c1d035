// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_reader.h"
#include "tests/app/journal_recording.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::journal;
using namespace rungwatch::testing;

/// Whoever edits, removes, inserts or reorders an operator's record is found, and the record is named.
class TestJournalChain : public QObject {
    Q_OBJECT

private:
    JournalFolder m_folder;

    /// The session's start (event 1), and four commands, each with its refusal as the next record.
    [[nodiscard]] QString recorded(const char* name) const
    {
        Recording recording;
        Recording::Steps steps{recording.start()};
        for (const char* reason : {"first", "second", "third", "fourth"}) {
            steps.push_back(recording.round("fine"));
            steps.push_back(recording.command(reason));
        }
        const auto file = m_folder.file(name);
        record(file, steps);
        return file;
    }

private Q_SLOTS:
    void namesTheRecord_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::addColumn<QString>("words");
        // {2}: the seq of the record with the reason "second".
        const auto row = [](const char* name, const char* statement, const char* words) {
            QTest::newRow(name) << QString::fromLatin1(statement) << QString::fromLatin1(words);
        };
        row("edited in its JSON", "UPDATE operator_events SET json = replace(json, 'second', 'other') WHERE seq = {2}",
            "record {2} (command_received by ada) was edited: its \"json\"");
        row("edited in a column", "UPDATE operator_events SET reason = 'other' WHERE seq = {2}",
            "record {2} (command_received by ada) was edited: its \"reason\"");
        row("edited in who", "UPDATE operator_events SET who = 'bob' WHERE seq = {2}",
            "record {2} (command_received by ada) was edited: its \"who\"");
        row("edited in its hash", "UPDATE operator_events SET hash = hex(zeroblob(32)) WHERE seq = {2}",
            "record {2} (command_received by ada) breaks the chain");
        row("edited in its hash before", "UPDATE operator_events SET prev_hash = hex(zeroblob(32)) WHERE seq = {2}",
            "record {2} (command_received by ada) breaks the chain");
        row("removed", "DELETE FROM operator_events WHERE seq = {2}",
            "record {2} (command_received by ada) was removed");
        row("the first removed", "DELETE FROM operator_events WHERE seq = 1",
            "record 1 (session_started by ada) was removed");
        row("the newest removed", "DELETE FROM operator_events WHERE seq > {4}",
            "(command_refused by ada) was removed");
        row("inserted",
            "INSERT INTO operator_events SELECT {2} - 1, at, kind, who, action, target, result, reason, json, hash, "
            "hash FROM operator_events WHERE seq = {2}",
            "record {2-1} (command_received by ada) was inserted");
        row("inserted at the end",
            "INSERT INTO operator_events SELECT {4} + 2, at, kind, who, action, target, result, reason, json, hash, "
            "hash FROM operator_events WHERE seq = {4}",
            "record {4+2} (command_received by ada) was inserted");
        row("reordered", "UPDATE operator_events SET seq = CASE seq WHEN -{2} THEN {3} ELSE {2} END WHERE seq < 0",
            "record {2} (command_received by ada) was reordered: what stands in its place is record {3}");
    }

    void namesTheRecord()
    {
        QFETCH(QString, statement);
        QFETCH(QString, words);
        const auto file = recorded(QTest::currentDataTag());
        QCOMPARE(codeOf(file), QByteArray());
        const auto seq = [&](const char* reason) {
            return valueIn(
                file, QStringLiteral("SELECT seq FROM operator_events WHERE reason = '%1'").arg(QLatin1String(reason)))
                .toInt();
        };
        const std::pair<QString, int> places[] = {{QStringLiteral("{2-1}"), seq("second") - 1},
            {QStringLiteral("{4+2}"), seq("fourth") + 2}, {QStringLiteral("{2}"), seq("second")},
            {QStringLiteral("{3}"), seq("third")}, {QStringLiteral("{4}"), seq("fourth")}};
        for (const auto& [place, number] : places) {
            statement.replace(place, QString::number(number));
            words.replace(place, QString::number(number));
        }
        if (statement.contains(QLatin1String("seq < 0"))) // out of the way of each other first
            execute(file,
                QStringLiteral("UPDATE operator_events SET seq = -seq WHERE seq IN (%1, %2)")
                    .arg(seq("second"))
                    .arg(seq("third")));
        execute(file, statement);
        const auto error = errorIn(file);
        QCOMPARE(error.code, std::string("chain"));
        QVERIFY2(QString::fromStdString(error.message).contains(words), error.message.c_str());
    }

    void theHeadMovesWithEachRecord()
    {
        Recording recording;
        Recording::Steps steps{recording.start()};
        const auto file = m_folder.file("head");
        record(file, steps);
        const auto head = [&] { return JournalReader::open(file).value().chainHead().value(); };
        const auto first = head();
        QCOMPARE(first.records, 1U);
        QCOMPARE(first.seq, 1U);
        QCOMPARE(first.at, std::string("2026-11-30T00:00:00.000Z"));
        const auto json = valueIn(file, QStringLiteral("SELECT json FROM operator_events")).toString().toStdString();
        QCOMPARE(first.hash, chained(chainStart(), json));

        Recording second(steps.back().after);
        record(file, {second.round("fine")});
        QCOMPARE(head().hash, first.hash);
        record(file, {Recording(JournalReader::open(file).value().endState().value()).command("why")});
        QCOMPARE(head().records, 3U); // asked, and refused
        QVERIFY(head().hash != first.hash);
    }

    void withoutAnyRecordTheHeadIsTheStart()
    {
        const auto file = m_folder.file("none");
        record(file, {});
        QCOMPARE(JournalReader::open(file).value().chainHead().value().hash, chainStart());
    }
};

QTEST_GUILESS_MAIN(TestJournalChain)
#include "tst_journal_chain.moc"
