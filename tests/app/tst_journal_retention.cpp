// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_reader.h"
#include "rungwatch/base/codec.h"
#include "tests/app/journal_recording.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::journal;
using namespace rungwatch::testing;
using namespace std::chrono_literals;

namespace {

/// Commits every three steps, so that keyframes come as time passes.
class Console {
public:
    Console(const QString& file, Keep keep)
        : writer({.file = file, .program = "test", .commitEvery = 0ms, .keyframeEvery = 10s, .keep = keep})
        , troubled(&writer, &JournalWriter::troubled)
    {
        writer.open();
    }
    void take(const Recording::Steps& steps)
    {
        for (const auto& step : steps) {
            writer.append(step.events, step.after);
            m_last = step.after;
            if (++m_taken % 3 != 0)
                continue;
            QCoreApplication::processEvents();
            QCoreApplication::processEvents();
        }
    }

    void close()
    {
        writer.end(m_last);
        writer.close();
    }

    JournalWriter writer;
    QSignalSpy troubled;

private:
    fleet::FleetState m_last;
    int m_taken{0};
};

std::uint64_t firstIn(const QString& file)
{
    return JournalReader::open(file).value().firstSeq();
}

} // namespace

/// A journal is cut at keyframes only, never into what is protected, and what stays reads as it did before.
class TestJournalRetention : public QObject {
    Q_OBJECT

private:
    std::optional<JournalFolder> m_folder;
    [[nodiscard]] QString file(const char* name = "j.journal") const { return m_folder->file(name); }

    /// What stays replays to the state that was live, from the keyframe that it begins with.
    static void holds(const QString& file, const fleet::FleetState& live)
    {
        const auto error = errorIn(file);
        QVERIFY2(error.code.empty(), error.message.c_str());
        auto reader = JournalReader::open(file);
        auto state = reader.value().startState();
        QVERIFY(state.ok());
        QCOMPARE(state->seq + 1, reader.value().firstSeq());
        QVERIFY(!reader.value().forEach(1, [&](const fleet::Event& event) {
            fleet::apply(state.value(), event);
            return true;
        }));
        QCOMPARE(hashOf(*state), hashOf(live));
        QCOMPARE(hashOf(reader.value().endState().value()), hashOf(live));
    }

private Q_SLOTS:
    void init() { m_folder.emplace(); }

    void withoutALimitAllIsKept()
    {
        const auto steps = Recording::some(300);
        Console console(file(), {});
        console.take(steps);
        console.close();
        QCOMPARE(firstIn(file()), 1U);
    }

    void whatIsOlderThanTheAgeGoes()
    {
        const auto steps = Recording::some(500);
        Console console(file(), {.age = 60s});
        console.take(steps);
        console.close();
        holds(file(), steps.back().after);
        auto reader = JournalReader::open(file());
        const auto span = *reader.value().lastWall() - *reader.value().firstWall();
        QVERIFY2(span >= 60s - 1s, "all of the last minute is there");
        QVERIFY2(span < 400s, "and most of what is older is not");
        for (const auto* table : {"transitions", "operator_events"})
            QVERIFY(valueIn(file(), QStringLiteral("SELECT min(seq) FROM %1").arg(QLatin1String(table))).toULongLong()
                >= reader.value().firstSeq());
        QCOMPARE(console.troubled.size(), 0);
    }

    void aJournalLargerThanItsSizeIsCut()
    {
        const auto used = QStringLiteral("SELECT (page_count - freelist_count) * page_size FROM pragma_page_count(), "
                                         "pragma_freelist_count(), pragma_page_size()");
        const auto steps = Recording::some(1500);
        Console all(file("all.journal"), {});
        all.take(steps);
        all.close();
        const auto whole = valueIn(file("all.journal"), used).toULongLong();
        Console console(file(), {.bytes = whole / 2});
        console.take(steps);
        console.close();
        holds(file(), steps.back().after);
        const auto left = valueIn(file(), used).toULongLong();
        QVERIFY2(left <= whole / 2, qPrintable(QStringLiteral("%1 of %2").arg(left).arg(whole)));
        QVERIFY2(left > whole / 10, qPrintable(QStringLiteral("%1 of %2").arg(left).arg(whole)));
        QVERIFY2(QFileInfo(file()).size() < static_cast<qint64>(whole), "its pages went back to the disk");
    }

    void nothingThatIsProtectedGoes()
    {
        const auto steps = Recording::some(500);
        const auto incident = steps[40].events.front().seq;
        Console console(file(), {.age = 60s});
        console.take({steps.begin(), steps.begin() + 50});
        console.writer.protect(incident, 0, QStringLiteral("the store was down"));
        console.take({steps.begin() + 50, steps.end()});
        console.close();
        holds(file(), steps.back().after);
        QVERIFY2(firstIn(file()) <= incident, qPrintable(QString::number(firstIn(file()))));
        QVERIFY2(firstIn(file()) > 1, "what is before it may go");

        execute(file(), QStringLiteral("DELETE FROM protected"));
        Recording next(steps.back().after);
        next.pass(2000s); // a session's clock begins anew
        Console later(file(), {.age = 60s});
        later.take({next.start()});
        later.close();
        QVERIFY2(firstIn(file()) > incident, "once it is given free, it goes like all else");
    }

    void theChainGoesOnAcrossACut()
    {
        Recording recording;
        Recording::Steps steps{recording.start()};
        for (int i = 0; i < 480; ++i) {
            steps.push_back(recording.round("n" + std::to_string(i)));
            if (i % 40 == 0)
                steps.push_back(recording.command("reason " + std::to_string(i)));
        }
        steps.push_back(recording.command("the last"));
        record(file("all.journal"), steps);
        Console console(file(), {.age = 60s});
        console.take(steps);
        console.close();
        QVERIFY(firstIn(file()) > 1);
        holds(file(), steps.back().after);
        const auto head = JournalReader::open(file()).value().chainHead().value();
        QCOMPARE(head.hash, JournalReader::open(file("all.journal")).value().chainHead()->hash);
        QVERIFY(head.records > 0 && head.records < 27);

        execute(file(), QStringLiteral("UPDATE cut SET chain_head = hex(zeroblob(32))"));
        QCOMPARE(codeOf(file()), QByteArray("chain"));
    }

    void aCutThatIsNotTheOneThatWasMadeIsNoticed_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::newRow("later") << QStringLiteral("UPDATE cut SET seq = seq + 1");
        QTest::newRow("earlier") << QStringLiteral("UPDATE cut SET seq = seq - 1");
        QTest::newRow("none") << QStringLiteral("UPDATE cut SET seq = 0");
    }

    void aCutThatIsNotTheOneThatWasMadeIsNoticed()
    {
        QFETCH(QString, statement);
        Console console(file(), {.age = 60s});
        console.take(Recording::some(500));
        console.close();
        QVERIFY(firstIn(file()) > 1);
        execute(file(), statement);
        QCOMPARE(codeOf(file()), QByteArray("damaged"));
    }

    void withoutAStateToBeginWithNothingIsCut()
    {
        const auto steps = Recording::some(300);
        Console console(file(), {});
        console.take(steps);
        console.close();
        execute(file(),
            QStringLiteral("UPDATE keyframes SET checksum = checksum + 1 WHERE seq < %1").arg(steps.back().after.seq));
        Recording next(steps.back().after);
        next.pass(330s); // all that is old enough to go stands before the last keyframe
        Console later(file(), {.age = 60s});
        later.take({next.start()});
        later.close();
        QCOMPARE(firstIn(file()), 1U);
        QCOMPARE(later.troubled.size(), 1);
        QVERIFY(later.troubled[0][0].toString().contains(QLatin1String("can't be cut to its limit")));
    }

    /// Both sides of both limits, asked of the tables themselves.
    void theLimitsAreExact()
    {
        Console console(file(), {});
        console.take(Recording::some(100));
        console.close();
        Connection connection;
        QVERIFY(!connection.open(file(), Connection::Access::ReadWrite));
        const auto number = [&](const char* text) { return valueIn(file(), QString::fromLatin1(text)).toULongLong(); };
        const auto third = number("SELECT seq FROM keyframes ORDER BY seq LIMIT 1 OFFSET 2");
        const auto second = number("SELECT seq FROM keyframes ORDER BY seq LIMIT 1 OFFSET 1");
        const WallTime wall{
            Duration{static_cast<qint64>(number("SELECT wall_ns FROM keyframes ORDER BY seq LIMIT 1 OFFSET 2"))}};
        const auto cut = [&](const Keep& keep, std::uint64_t before = 1'000'000) {
            return nextCut(connection, keep, wall + 1min, before).value().value_or(0);
        };
        QCOMPARE(cut({.age = 1min}), third);
        QCOMPARE(cut({.age = 1min + 1ns}), second);
        QCOMPARE(cut({.age = 1min}, third + 1), third);
        QCOMPARE(cut({.age = 1min}, third), second);
        QCOMPARE(cut({.age = 24h}), 0U);
        QVERIFY(!connection.run(QStringLiteral("INSERT INTO protected VALUES (1, %1, NULL, 'why')").arg(third + 1)));
        QCOMPARE(cut({.age = 1min}), third);
        QVERIFY(!connection.run(QStringLiteral("UPDATE protected SET from_seq = %1").arg(third)));
        QCOMPARE(cut({.age = 1min}), second);

        const auto used = number("SELECT (page_count - freelist_count) * page_size FROM pragma_page_count(), "
                                 "pragma_freelist_count(), pragma_page_size()");
        QCOMPARE(cut({.bytes = used}), 0U);
        // A first keyframe goes; which one depends on where the oldest block ends.
        QVERIFY(cut({.bytes = used - 1}) > 0 && cut({.bytes = used - 1}) <= second);
        QCOMPARE(cut({.bytes = 1}), second); // all but what is protected
    }
};

QTEST_GUILESS_MAIN(TestJournalRetention)
#include "tst_journal_retention.moc"
