// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/event_run.h"
#include "app/journal/poll_columns.h"
#include "rungwatch/base/codec.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace rungwatch::journal;
using namespace std::chrono_literals;

namespace {

PollResult unchangedResult(std::uint32_t endpoint)
{
    PollResult result;
    result.endpoint = endpoint;
    result.permit = {1, 4711};
    result.obtainedAt = SteadyTime{100s + 10ms};
    result.latency = 3ms;
    result.status = 200;
    result.unchanged = true;
    return result;
}

/// One result of every shape, with values at the ends of their ranges.
PollRound everyShape()
{
    auto refused = unchangedResult(0);
    refused.unchanged = false;
    refused.transport = Transport::Refused;
    refused.errorDetail = "connection refused";
    refused.status = 0;
    refused.obtainedAt = SteadyTime::min();
    auto unreadable = unchangedResult(std::numeric_limits<std::uint32_t>::max());
    unreadable.unchanged = false;
    unreadable.errorCode = "bad-json";
    unreadable.bytes = std::numeric_limits<std::uint64_t>::max();
    unreadable.latency = Duration::max();
    unreadable.obtainedAt = SteadyTime::max();
    unreadable.permit = {std::numeric_limits<std::uint64_t>::max(), 0};
    auto read = unchangedResult(5);
    read.unchanged = false;
    read.latency = Duration::min();
    read.status = -1;
    read.reading.emplace();
    read.reading->edit([](Reading& reading) { reading.message = "well"; });
    return {{refused, unreadable, read, unchangedResult(6)}};
}

Event eventOf(std::uint64_t seq, Duration at, EventBody body, std::uint64_t causedBy = 0)
{
    return {seq, WallTime{1'700'000'000s + at}, SteadyTime{at}, causedBy, std::move(body)};
}

} // namespace

class TestPollColumns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyValueComesBack()
    {
        for (const auto at : {SteadyTime{0s}, SteadyTime{101s}, SteadyTime::min(), SteadyTime::max()}) {
            ByteWriter writer;
            writeRound(writer, everyShape(), at);
            ByteReader reader(writer.bytes());
            const auto back = readRound(reader, at);
            QVERIFY(!reader.failed());
            QVERIFY(reader.atEnd());
            QVERIFY(encoded(back) == encoded(everyShape()));
        }
    }

    void aRoundNumberIsShortAndEveryNumberComesBack_data()
    {
        QTest::addColumn<qint64>("value");
        QTest::addColumn<qsizetype>("bytes");
        QTest::newRow("zero") << qint64(0) << qsizetype(1);
        QTest::newRow("6 ms") << qint64(6'000'000) << qsizetype(1);
        QTest::newRow("7 ms") << qint64(7'000'000) << qsizetype(2);
        QTest::newRow("7 ms and a bit") << qint64(7'000'001) << qsizetype(4);
        QTest::newRow("-6 ms") << qint64(-6'000'000) << qsizetype(1);
        QTest::newRow("more zeros than an exponent holds") << qint64(1'000'000'000'000'000'000) << qsizetype(6);
        QTest::newRow("largest") << std::numeric_limits<qint64>::max() << qsizetype(11);
        QTest::newRow("smallest") << std::numeric_limits<qint64>::min() << qsizetype(11);
    }
    void aRoundNumberIsShortAndEveryNumberComesBack()
    {
        QFETCH(const qint64, value);
        ByteWriter writer;
        writeRounded(writer, value);
        QTEST(static_cast<qsizetype>(writer.bytes().size()), "bytes");
        ByteReader reader(writer.bytes());
        QCOMPARE(readRounded(reader), value);
        QVERIFY(reader.atEnd());
    }

    void anUnchangedResultTakesAByteAColumn()
    {
        PollRound round;
        for (std::uint32_t i = 0; i < 100; ++i)
            round.results.push_back(unchangedResult(i * 10));
        ByteWriter writer;
        writeRound(writer, round, SteadyTime{100s + 20ms});
        // Endpoint, generation, number, shape, time, status and size; the latency's 3 ms are as long as 30.
        QVERIFY2(writer.bytes().size() <= 100 * 8 + 10, qPrintable(QString::number(writer.bytes().size())));
    }

    void aRunOfEventsComesBack()
    {
        SessionStarted session;
        session.policyText = "{}";
        const std::vector<Event> events{eventOf(7, 5s, session), eventOf(8, 6s, Tick{}),
            eventOf(9, 6s, PollsStarted{{{3, {1, 9}}, {2, {4, 1}}}}, 8), eventOf(10, 7s, everyShape()),
            eventOf(11, 7s, TroubleChanged{"a/health", "refused", "x"}, 10), eventOf(12, 8s, PollRound{})};
        const auto bytes = runBytes(events);
        const auto back = eventsOfRun(bytes, 7);
        QVERIFY(back.has_value());
        QVERIFY(encoded(*back) == encoded(events));
    }

    void whatIsCutIsNoRun()
    {
        const std::vector<Event> events{eventOf(1, 5s, everyShape()), eventOf(2, 6s, PollsStarted{{{3, {1, 9}}}}, 1)};
        const auto bytes = runBytes(events);
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            const auto back = eventsOfRun(std::string_view(bytes).substr(0, length), 1);
            QVERIFY2(!back || back->size() < events.size(), qPrintable(QString::number(length)));
        }
    }
};

QTEST_APPLESS_MAIN(TestPollColumns)
#include "tst_poll_columns.moc"
