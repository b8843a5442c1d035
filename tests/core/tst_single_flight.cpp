// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/cache/single_flight.h"

#include <QTest>

#include <stdexcept>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

const AnswerKey key{"book 7", "public"};
const FailureClass timedOut{FailureClass::Kind::Timeout};

/// Loads that count themselves.
struct Bench {
    ManualClock clock;
    int loads{0};

    SingleFlight::Load gives(const char* value)
    {
        return [this, value] {
            ++loads;
            return DatedValue{value, AgeStamp::obtained(clock.now())};
        };
    }
    SingleFlight::Load fails(FailureClass failure)
    {
        return [this, failure] {
            ++loads;
            return failure;
        };
    }
    SingleFlight::Load throws()
    {
        return [this]() -> Loaded {
            ++loads;
            throw std::runtime_error("no network");
        };
    }
};

} // namespace

/// One load per key at a time; a failure is remembered no longer than it is configured to be.
class TestSingleFlight : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutAMemoryEveryCallLoads()
    {
        Bench bench;
        SingleFlight flights({}, bench.clock);
        QVERIFY(!flights.run(key, bench.fails(timedOut)).ok());
        QVERIFY(flights.run(key, bench.gives("Dune")).ok());
        const auto third = flights.run(key, bench.gives("Dune"));
        QVERIFY(third.source == SingleFlight::Source::Own);
        QCOMPARE(bench.loads, 3);
        QCOMPARE(flights.inFlight(), std::size_t{0});
    }

    void aFailureIsRememberedForItsTimeAndNotLonger()
    {
        Bench bench;
        SingleFlight flights({2s, std::nullopt, 10}, bench.clock);
        static_cast<void>(flights.run(key, bench.fails(timedOut)));
        bench.clock.advance(2s - 1ns);
        const auto again = flights.run(key, bench.gives("Dune"));
        QVERIFY(again.source == SingleFlight::Source::Remembered);
        QVERIFY(std::get<FailureClass>(again.result) == timedOut);
        QVERIFY(!flights.tryStart(key));
        bench.clock.advance(1ns);
        QVERIFY(flights.run(key, bench.gives("Dune")).ok());
        QCOMPARE(bench.loads, 2);
    }

    void whatWasThrownIsRememberedLikeAFailure()
    {
        Bench bench;
        SingleFlight flights({2s, std::nullopt, 10}, bench.clock);
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, static_cast<void>(flights.run(key, bench.throws())));
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, static_cast<void>(flights.run(key, bench.gives("Dune"))));
        QCOMPARE(bench.loads, 1);
        bench.clock.advance(2s);
        QVERIFY(flights.run(key, bench.gives("Dune")).ok());
    }

    void failuresRememberedAreBounded()
    {
        Bench bench;
        SingleFlight flights({10s, std::nullopt, 2}, bench.clock);
        for (const char* name : {"a", "b", "c"}) {
            static_cast<void>(flights.run({name, "s"}, bench.fails(timedOut)));
            bench.clock.advance(1s);
        }
        QVERIFY(flights.run({"a", "s"}, bench.gives("x")).ok());
        QVERIFY(!flights.run({"b", "s"}, bench.gives("x")).ok());
        QVERIFY(!flights.run({"c", "s"}, bench.gives("x")).ok());
    }

    void oneTicketAKeyAtATime()
    {
        Bench bench;
        SingleFlight flights({}, bench.clock);
        auto ticket = flights.tryStart(key);
        QVERIFY(ticket);
        QVERIFY(!flights.tryStart(key));
        QVERIFY(flights.tryStart({"book 7", "ann"})); // another scope is another key
        ticket.reset(); // let go of
        ticket = flights.tryStart(key);
        QVERIFY(ticket);
        QVERIFY(flights.run(std::move(*ticket), bench.gives("Dune")).ok());
        QVERIFY(flights.tryStart(key));
    }

    void aTicketRunsOnce()
    {
        Bench bench;
        SingleFlight flights({}, bench.clock);
        auto ticket = flights.tryStart(key);
        auto moved = std::move(*ticket);
        QVERIFY_THROWS_EXCEPTION(
            std::logic_error, static_cast<void>(flights.run(std::move(*ticket), bench.gives("Dune"))));
        QVERIFY(!flights.tryStart(key)); // the other one still has it
    }

    void whoWaitsTooLongHasATimeoutOfItsOwn()
    {
        Bench bench;
        SingleFlight flights({0s, 0s, 10}, bench.clock);
        auto ticket = flights.tryStart(key);
        const auto waited = flights.run(key, bench.gives("Dune"));
        QVERIFY(waited.source == SingleFlight::Source::GaveUp);
        QVERIFY(std::get<FailureClass>(waited.result) == timedOut);
        QCOMPARE(bench.loads, 0);
        QVERIFY(flights.run(std::move(*ticket), bench.gives("Dune")).ok()); // the load goes on
    }

    void aLoadThatAsksForItselfIsAMistake()
    {
        Bench bench;
        SingleFlight flights({}, bench.clock);
        QVERIFY_THROWS_EXCEPTION(std::logic_error,
            static_cast<void>(flights.run(key, [&] { return flights.run(key, bench.gives("x")).result; })));
        QCOMPARE(bench.loads, 0);
    }

    void afterAChangeNobodySharesAnOlderLoad()
    {
        Bench bench;
        SingleFlight flights({10s, std::nullopt, 10}, bench.clock);
        auto before = flights.tryStart(key);
        flights.detach("book 7");
        auto after = flights.tryStart(key);
        QVERIFY(after);
        static_cast<void>(flights.run(std::move(*before), bench.fails(timedOut)));
        QVERIFY(!flights.tryStart(key)); // the end of the older one does not end the newer
        QVERIFY(flights.run(std::move(*after), bench.gives("Dune")).ok());
        QVERIFY(flights.run(key, bench.gives("Dune")).ok()); // nor is its failure remembered
    }

    void aChangeForgetsFailuresOfThatIdentityAlone()
    {
        Bench bench;
        SingleFlight flights({10s, std::nullopt, 10}, bench.clock);
        for (const char* name : {"book", "book 7", "book 70"})
            static_cast<void>(flights.run({name, "public"}, bench.fails(timedOut)));
        flights.detach("book 7");
        QVERIFY(!flights.tryStart({"book", "public"}));
        QVERIFY(flights.tryStart(key));
        QVERIFY(!flights.tryStart({"book 70", "public"}));
        flights.detachAll();
        QVERIFY(flights.tryStart({"book", "public"}));
    }

    void settingsHaveRanges_data()
    {
        QTest::addColumn<qint64>("remember");
        QTest::addColumn<qint64>("wait");
        QTest::addColumn<int>("most");
        QTest::addColumn<QString>("wrong");
        const auto row = [](const char* name, Duration remember, Duration wait, int most, const char* wrong) {
            QTest::newRow(name) << qint64(remember.count()) << qint64(wait.count()) << most << wrong;
        };
        row("least", 0s, 0s, 1, "");
        row("most", 1h, 24h, 1'000'000, "");
        row("remember -1 ns", -1ns, 0s, 1, "remember_failure_s");
        row("remember too long", 1h + 1ns, 0s, 1, "remember_failure_s");
        row("wait -1 ns", 0s, -1ns, 1, "wait_at_most_s");
        row("wait too long", 0s, 24h + 1ns, 1, "wait_at_most_s");
        row("remember none", 0s, 0s, 0, "max_remembered");
    }
    void settingsHaveRanges()
    {
        QFETCH(qint64, remember);
        QFETCH(qint64, wait);
        QFETCH(int, most);
        QFETCH(QString, wrong);
        const SingleFlight::Options options{Duration(remember), Duration(wait), std::size_t(most)};
        const auto fault = options.fault();
        QCOMPARE(fault ? QString::fromStdString(fault->where) : QString(), wrong);
        if (fault)
            QVERIFY_THROWS_EXCEPTION(std::invalid_argument, SingleFlight(options, ManualClock()));
    }
};

QTEST_APPLESS_MAIN(TestSingleFlight)
#include "tst_single_flight.moc"
