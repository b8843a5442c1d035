// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_reader.h"
#include "app/journal/keyframe_pace.h"
#include "app/journal/rows.h"
#include "rungwatch/base/codec.h"
#include "tests/app/journal_recording.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::journal;
using namespace rungwatch::testing;
using namespace std::chrono_literals;

/// What was appended is what is read; an input and its facts stay together.
class TestJournal : public QObject {
    Q_OBJECT

private:
    std::optional<JournalFolder> m_folder;
    [[nodiscard]] QString file(const char* name = "j.journal") const { return m_folder->file(name); }

private Q_SLOTS:
    void init() { m_folder.emplace(); }

    void readsBackWhatWasAppended()
    {
        const auto steps = Recording::some(2500);
        record(file(), steps);
        const auto written = encodedEvents(steps);
        const auto read = eventsIn(file());
        QVERIFY(written.size() > 2500);
        QCOMPARE(read.size(), written.size());
        for (std::size_t i = 0; i < read.size(); ++i)
            QVERIFY(encoded(read[i]) == written[i]);
        auto reader = JournalReader::open(file());
        QCOMPARE(reader.value().firstSeq(), 1U);
        QCOMPARE(reader.value().lastSeq(), written.size());
        QCOMPARE(codeOf(file()), QByteArray());
        QVERIFY2(!QFile::exists(file("j.journal-wal")), "a closed journal is one file");
    }

    void readsOnFromTheMiddle()
    {
        record(file(), Recording::some(50));
        auto reader = JournalReader::open(file());
        std::vector<std::uint64_t> seqs;
        QVERIFY(!reader.value().forEach(17, [&](const fleet::Event& event) {
            seqs.push_back(event.seq);
            return seqs.size() < 3;
        }));
        QCOMPARE(seqs, (std::vector<std::uint64_t>{17, 18, 19}));
    }

    void blocksAreFewAndSmallEnough()
    {
        record(file(), Recording::some(3000));
        QVERIFY(valueIn(file(), QStringLiteral("SELECT count(*) FROM blocks")).toInt() < 20);
        const auto longest = valueIn(file(), QStringLiteral("SELECT max(last_seq - first_seq + 1) FROM blocks"));
        QCOMPARE(longest.toInt(), 1000);
    }

    void endStateIsTheLiveOne()
    {
        const auto steps = Recording::some(300);
        JournalWriter::Options options;
        options.keyframeEvents = 100;
        record(file(), steps, options);
        auto reader = JournalReader::open(file());
        const auto state = reader.value().endState();
        QVERIFY(state.ok());
        QCOMPARE(hashOf(*state), hashOf(steps.back().after));
        const auto hashes = reader.value().keyframeHashes();
        QVERIFY(hashes.ok());
        QCOMPARE(hashes->size(), 2U); // one that came due, and the end
        std::map<std::uint64_t, std::uint64_t> live;
        for (const auto& step : steps)
            live[step.after.seq] = hashOf(step.after);
        for (const auto& [seq, hash] : *hashes)
            QCOMPARE(hash, live.at(seq));
        QCOMPARE(hashes->rbegin()->first, steps.back().after.seq);
        QCOMPARE(hashes->rbegin()->second, hashOf(steps.back().after));
    }

    /// Of a console that was killed, or whose end() told of another event than the last that is there.
    void withoutItsLastStateAJournalEndsWithTheKeyframeBefore()
    {
        const auto steps = Recording::some(60);
        for (const bool told : {false, true}) {
            const auto name = file(told ? "told.journal" : "untold.journal");
            JournalWriter writer({.file = name, .program = "test", .keyframeEvents = 100});
            writer.open();
            for (const auto& step : steps)
                writer.append(step.events, step.after);
            if (told)
                writer.end(steps[steps.size() - 2].after);
            writer.close();
            auto reader = JournalReader::open(name);
            QVERIFY(reader.value().keyframeHashes()->rbegin()->first < steps.back().after.seq);
            QCOMPARE(hashOf(reader.value().endState().value()), hashOf(steps.back().after));
        }
    }

    void aKeyframeIsDueAfterSoManyEvents()
    {
        KeyframePace pace(100, 1h);
        pace.begin(7);
        QVERIFY(!pace.take(106, SteadyTime{}));
        QVERIFY(pace.take(107, SteadyTime{}));
        QVERIFY(!pace.take(206, SteadyTime{}));
        QVERIFY(pace.take(300, SteadyTime{}));
        QVERIFY(!pace.take(399, SteadyTime{}));
    }

    void aKeyframeIsDueAfterSoLong()
    {
        KeyframePace pace(100, 1min);
        pace.begin(7);
        const SteadyTime began{5h}; // the clock of a session, from its first events on
        QVERIFY(!pace.take(8, began));
        QVERIFY(!pace.take(9, began + 1min - 1ns));
        QVERIFY(pace.take(10, began + 1min));
        QVERIFY(!pace.take(11, began + 2min - 1ns));
        QVERIFY(pace.take(12, began + 2min));
    }

    void endStateWithoutAnyKeyframe()
    {
        const auto steps = Recording::some(40);
        record(file(), steps);
        execute(file(), QStringLiteral("DELETE FROM keyframes"));
        auto reader = JournalReader::open(file());
        QCOMPARE(hashOf(reader.value().endState().value()), hashOf(steps.back().after));
    }

    void aSecondSessionGoesOn()
    {
        auto steps = Recording::some(10);
        record(file(), steps);
        JournalWriter writer({.file = file(), .program = "test"});
        QSignalSpy opened(&writer, &JournalWriter::opened);
        writer.open();
        QCOMPARE(opened.size(), 1);
        const auto resumed = opened[0][0].value<FleetStatePtr>();
        QCOMPARE(resumed->seq, steps.back().after.seq);
        Recording second(*resumed);
        const auto start = second.start();
        QCOMPARE(start.events.front().seq, steps.back().after.seq + 1);
        writer.append(start.events, start.after);
        const auto round = second.round("again");
        writer.append(round.events, round.after);
        writer.close();
        QCOMPARE(eventsIn(file()).size(), round.after.seq);
        QCOMPARE(codeOf(file()), QByteArray());
    }

    void appendsAreCommittedTogether()
    {
        const auto steps = Recording::some(20);
        JournalWriter writer({.file = file(), .program = "test", .commitEvery = 20ms});
        QSignalSpy committed(&writer, &JournalWriter::committed);
        writer.open();
        for (std::size_t i = 0; i + 1 < steps.size(); ++i)
            writer.append(steps[i].events, steps[i].after);
        QTRY_COMPARE(committed.size(), 1);
        QCOMPARE(committed[0][0].toULongLong(), steps[steps.size() - 2].after.seq);
        writer.close();
    }

    void aKilledConsolesJournalIsAPrefixOfWholeInputs()
    {
        const auto steps = Recording::some(400);
        JournalWriter writer({.file = file(), .program = "test", .commitEvery = 1ms, .keyframeEvents = 50});
        quint64 durable = 0;
        connect(&writer, &JournalWriter::committed, this, [&](quint64 seq) { durable = seq; });
        writer.open();
        int copies = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            writer.append(steps[i].events, steps[i].after);
            QCoreApplication::processEvents();
            if (i % 50 != 49)
                continue;
            // What a kill leaves behind is what lies on disk at this moment.
            QTRY_COMPARE(durable, steps[i].after.seq);
            const auto copy = file("killed.journal");
            for (const auto* suffix : {"", "-wal"}) {
                QFile::remove(copy + QLatin1String(suffix));
                QVERIFY(QFile::copy(file() + QLatin1String(suffix), copy + QLatin1String(suffix)));
            }
            const auto events = eventsIn(copy);
            QCOMPARE(events.size(), durable);
            QCOMPARE(codeOf(copy), QByteArray());
            ++copies;
        }
        QCOMPARE(copies, 8);
        writer.close();
    }

    void isReadWhileItIsWritten()
    {
        const auto steps = Recording::some(5);
        JournalWriter writer({.file = file(), .program = "test", .commitEvery = 1ms});
        QSignalSpy committed(&writer, &JournalWriter::committed);
        writer.open();
        writer.append(steps[0].events, steps[0].after);
        QTRY_COMPARE(committed.size(), 1);
        QCOMPARE(eventsIn(file()).size(), steps[0].events.size());
        writer.close();
    }

    void aRequestIsCommittedAtOnce()
    {
        JournalWriter writer({.file = file(), .program = "test", .commitEvery = 1h});
        QSignalSpy committed(&writer, &JournalWriter::committed);
        writer.open();
        fleet::Event request;
        request.seq = 1;
        request.body = fleet::CommandRequested{};
        fleet::FleetState after;
        fleet::apply(after, request);
        writer.append({request}, after);
        QTRY_COMPARE(committed.size(), 1);
        writer.close();
    }

    void transitionsStandInWords()
    {
        auto steps = Recording::some(3);
        record(file(), steps);
        const auto levels = QStringLiteral("SELECT at || ' ' || subject || ' ' || to_state FROM transitions "
                                           "WHERE kind = 'service_level_changed' AND to_state = 'healthy'");
        QCOMPARE(valueIn(file(), levels).toString(), QStringLiteral("2026-11-30T00:00:02.000Z store healthy"));
        const auto acts = QStringLiteral("SELECT who || ': ' || reason FROM operator_events "
                                         "WHERE kind = 'command_received'");
        QCOMPARE(valueIn(file(), acts).toString(), QStringLiteral("ada: because it has to be"));
    }
};

QTEST_GUILESS_MAIN(TestJournal)
#include "tst_journal.moc"
