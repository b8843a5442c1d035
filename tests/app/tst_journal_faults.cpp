// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_reader.h"
#include "app/journal/rows.h"
#include "rungwatch/base/codec.h"
#include "tests/app/journal_recording.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include <sys/resource.h>

#include <csignal>

using namespace rungwatch;
using namespace rungwatch::journal;
using namespace rungwatch::testing;
using namespace std::chrono_literals;

/// What was changed is noticed; what can't be written is said, and what can be kept is.
class TestJournalFaults : public QObject {
    Q_OBJECT

private:
    std::optional<JournalFolder> m_folder;
    [[nodiscard]] QString file(const char* name = "j.journal") const { return m_folder->file(name); }

private Q_SLOTS:
    void init() { m_folder.emplace(); }

    void aChangedByteIsNoticed_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* name, const char* statement, const char* code) {
            QTest::newRow(name) << QString::fromLatin1(statement) << QByteArray(code);
        };
        row("in a block's body", "UPDATE blocks SET body = substr(body, 1, 40) || x'5a' || substr(body, 42)",
            "damaged");
        row("in a block's time", "UPDATE blocks SET first_wall_ns = first_wall_ns + 1", "damaged");
        row("a block is gone", "DELETE FROM blocks WHERE first_seq = (SELECT max(first_seq) FROM blocks)", "damaged");
        row("a newer journal", "UPDATE meta SET value = '3' WHERE key = 'schema_version'", "newer-version");
        row("an impossible journal", "UPDATE meta SET value = 'x' WHERE key = 'schema_version'", "damaged");
        row("its first block is gone", "DELETE FROM blocks WHERE first_seq = 1", "damaged");
        row("an edited transition",
            "UPDATE transitions SET to_state = 'x' WHERE seq = (SELECT max(seq) FROM transitions)", "damaged");
        row("a removed transition", "DELETE FROM transitions WHERE seq = (SELECT min(seq) FROM transitions)",
            "damaged");
        row("the newest transition removed", "DELETE FROM transitions WHERE seq = (SELECT max(seq) FROM transitions)",
            "damaged");
        row("an invented transition",
            "INSERT INTO transitions SELECT seq + 1, at, kind, subject, from_state, to_state, "
            "cause FROM transitions WHERE seq = (SELECT max(seq) FROM transitions)",
            "damaged");
        row("no journal", "DROP TABLE meta", "not-a-journal");
    }

    void aChangedByteIsNoticed()
    {
        QFETCH(QString, statement);
        QFETCH(QByteArray, code);
        record(file(), Recording::some(60));
        QCOMPARE(codeOf(file()), QByteArray());
        execute(file(), statement);
        QCOMPARE(codeOf(file()), code);
    }

    void aMissingBlockInTheMiddleIsNamed()
    {
        record(file(), Recording::some(1500));
        execute(file(),
            QStringLiteral("DELETE FROM blocks WHERE first_seq = "
                           "(SELECT first_seq FROM blocks ORDER BY first_seq LIMIT 1 OFFSET 1)"));
        auto reader = JournalReader::open(file());
        const auto error = reader.value().forEach(1, [](const auto&) { return true; });
        QVERIFY(error);
        QVERIFY2(error->message.find("is missing") != std::string::npos, error->message.c_str());
    }

    void aCutFileIsNoticed()
    {
        record(file(), Recording::some(900));
        QFile cut(file());
        QVERIFY(cut.resize(cut.size() / 2));
        QVERIFY(!codeOf(file()).isEmpty());
    }

    void whatIsNoJournalIsRefused_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("text") << QByteArray("this is a letter, and a rather long one\n").repeated(50);
        QTest::newRow("empty") << QByteArray();
    }

    void whatIsNoJournalIsRefused()
    {
        QFETCH(QByteArray, content);
        QFile other(file());
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write(content);
        other.close();
        QCOMPARE(codeOf(file()), QByteArray("not-a-journal"));
    }

    void aMissingFileIsSaid() { QCOMPARE(codeOf(file("none.journal")), QByteArray("missing")); }

    void whatCantBeWrittenIsSaidOnce_data()
    {
        QTest::addColumn<QByteArray>("what");
        QTest::addColumn<QString>("words");
        QTest::newRow("another console") << QByteArray("locked") << QStringLiteral("another console");
        QTest::newRow("a damaged journal") << QByteArray("damaged") << QStringLiteral("checksum");
        QTest::newRow("a newer journal") << QByteArray("newer") << QStringLiteral("version 3");
        QTest::newRow("a folder in its place") << QByteArray("folder") << QStringLiteral("");
    }

    void whatCantBeWrittenIsSaidOnce()
    {
        QFETCH(QByteArray, what);
        QFETCH(QString, words);
        if (what != "folder")
            record(file(), Recording::some(3));
        else
            QVERIFY(QDir().mkpath(file()));
        JournalWriter other({.file = file(), .program = "test"});
        if (what == "locked")
            other.open();
        else if (what == "damaged")
            execute(file(), QStringLiteral("UPDATE blocks SET checksum = checksum + 1"));
        else if (what == "newer")
            execute(file(), QStringLiteral("UPDATE meta SET value = '3' WHERE key = 'schema_version'"));
        if (what == "damaged")
            execute(file(), QStringLiteral("DELETE FROM keyframes"));

        JournalWriter writer({.file = file(), .program = "test"});
        QSignalSpy opened(&writer, &JournalWriter::opened);
        QSignalSpy failed(&writer, &JournalWriter::failed);
        QSignalSpy troubled(&writer, &JournalWriter::troubled);
        writer.open();
        QCOMPARE(opened.size(), 1);
        QVERIFY(!opened[0][1].toBool());
        QCOMPARE(failed.size(), 1);
        const auto sentence = failed[0][0].toString();
        QVERIFY2(sentence.contains(file()) && sentence.contains(words), qPrintable(sentence));

        // It goes on without: what is appended is let go.
        Recording recording;
        const auto start = recording.start();
        writer.append(start.events, start.after);
        writer.close();
        QCOMPARE(failed.size(), 1);
        QCOMPARE(troubled.size(), 0);
        other.close();
    }

    void aFullDiskIsSaidAndOverWhenThereIsRoom()
    {
        const auto steps = Recording::some(40);
        JournalWriter writer(
            {.file = file(), .program = "test", .commitEvery = 1ms, .retryEvery = 20ms, .keyframeEvents = 50});
        QSignalSpy committed(&writer, &JournalWriter::committed);
        QSignalSpy troubled(&writer, &JournalWriter::troubled);
        QSignalSpy failed(&writer, &JournalWriter::failed);
        writer.open();
        writer.append(steps[0].events, steps[0].after);
        QTRY_COMPARE(committed.size(), 1);

        // No file of this process may grow: to SQLite, that is a full disk.
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
        auto none = before;
        none.rlim_cur = 0;
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &none), 0);
        for (std::size_t i = 1; i < steps.size(); ++i)
            writer.append(steps[i].events, steps[i].after);
        const bool said = QTest::qWaitFor([&] { return !troubled.isEmpty(); });
        setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY(said);
        QVERIFY2(troubled[0][0].toString().contains(file()), qPrintable(troubled[0][0].toString()));

        QTRY_COMPARE(troubled.size(), 2);
        QCOMPARE(troubled[1][0].toString(), QString());
        QVERIFY(failed.isEmpty());
        writer.close();
        QCOMPARE(eventsIn(file()).size(), steps.back().after.seq);
        QCOMPARE(codeOf(file()), QByteArray());
        // The keyframe that came due meanwhile waited too.
        const auto hashes = JournalReader::open(file()).value().keyframeHashes();
        QCOMPARE(hashes->size(), 1U);
        const auto live = std::find_if(steps.begin(), steps.end(),
            [&](const Recording::Step& step) { return step.after.seq == hashes->begin()->first; });
        QVERIFY(live != steps.end());
        QCOMPARE(hashes->begin()->second, hashOf(live->after));
    }

    void whatWaitsTooLongIsGivenUp()
    {
        const auto steps = Recording::some(20);
        JournalWriter::Options options;
        options.file = file();
        options.commitEvery = 1h;
        options.pendingEvents = 10;
        JournalWriter writer(options);
        QSignalSpy failed(&writer, &JournalWriter::failed);
        writer.open();
        for (const auto& step : steps)
            writer.append(step.events, step.after);
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(eventsIn(file()).size(), 0U);
        writer.close();
    }
};

QTEST_GUILESS_MAIN(TestJournalFaults)
#include "tst_journal_faults.moc"
