// SPDX-License-Identifier: GPL-3.0-or-later
#include "fleet_bench.h"

#include "rungwatch/fleet/history.h"

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

constexpr auto policy = "{\"version\": 1, \"services\": [{\"name\": \"store\", \"sources\": ["
                        "{\"kind\": \"telemetry\", \"url\": \"http://a/\"}]}]}";

FeatureReading feature(Mode mode, std::vector<std::uint64_t> intervals = {})
{
    FeatureReading reading;
    reading.name = "f";
    reading.mode = mode;
    for (const auto n : intervals) {
        IntervalReading interval;
        interval.n = n;
        interval.length = 60s;
        reading.intervals.push_back(interval);
    }
    return reading;
}

ReportedEvent moved(std::uint64_t seq, const char* from, const char* to)
{
    return {seq, std::nullopt, "breaker", "primary", from, to, "threshold"};
}

/// A console that reads a telemetry that the test writes, once a second.
class Watching : public FleetBench {
public:
    Watching()
        : FleetBench(policy)
    {
        now.instance = Instance{"store", "store-1", {}, Duration{100s}, Percent{6'000'000}, Duration{600s}};
        answerer = [this](const std::string&, PollResult& result) {
            result.reading = Shared<Reading>(now);
            return true;
        };
    }
    Reading now;

    /// One more poll; gives the facts of that kind that it brought.
    template <class Kind> std::vector<Kind> poll()
    {
        const auto before = all<Kind>().size();
        now.instance->uptime = now.instance->uptime.value() + 60s;
        runFor(1s);
        auto facts = all<Kind>();
        facts.erase(facts.begin(), facts.begin() + static_cast<std::ptrdiff_t>(before));
        return facts;
    }
};

} // namespace

/// What a service's telemetry says has happened: each interval and each numbered event once, restarts and gaps by name.
class TestFleetReported : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyIntervalIsClosedOnce()
    {
        Watching watching;
        watching.now.features = {feature(Mode::Primary, {8, 9})};
        auto closed = watching.poll<IntervalClosed>();
        QCOMPARE(closed.size(), std::size_t{2});
        QVERIFY(!closed[0].mode); // not seen what it was in them
        QVERIFY(watching.poll<IntervalClosed>().empty());
        watching.now.features = {feature(Mode::Degraded, {9, 10, 11, 12})};
        closed = watching.poll<IntervalClosed>();
        QCOMPARE(closed.size(), std::size_t{3});
        QCOMPARE(closed[0].interval.n, std::uint64_t{10});
        QVERIFY(closed[0].mode == Mode::Primary);
        QVERIFY(!closed[1].mode); // it changed in one of these
        watching.now.features = {feature(Mode::Degraded, {12, 13, 14})};
        closed = watching.poll<IntervalClosed>();
        QCOMPARE(closed.size(), std::size_t{2});
        QVERIFY(closed[1].mode == Mode::Degraded);
    }

    void aModeIsToldWhenItChanges()
    {
        Watching watching;
        watching.now.features = {feature(Mode::Primary, {10})};
        auto modes = watching.poll<ModeChanged>();
        QCOMPARE(modes.size(), std::size_t{1});
        QVERIFY(!modes[0].from && modes[0].to == Mode::Primary);
        QVERIFY(watching.poll<ModeChanged>().empty());
        watching.now.features = {feature(Mode::Degraded, {10, 11})};
        modes = watching.poll<ModeChanged>();
        QCOMPARE(modes.size(), std::size_t{1});
        QVERIFY(modes[0].from == Mode::Primary && modes[0].to == Mode::Degraded);
        QCOMPARE(modes[0].interval.value(), std::uint64_t{11});
        QVERIFY(modes[0].scenario == 600s);
    }

    void numberedEventsAreCountedOnceAndHolesAreGaps()
    {
        Watching watching;
        watching.now.events = {moved(40, "closed", "open"), moved(41, "open", "half_open")};
        auto moves = watching.poll<ReportedBreakerMoved>();
        QCOMPARE(moves.size(), std::size_t{2}); // what the service still remembers, and no gap before it
        QVERIFY(watching.all<ReportedGap>().empty());
        QVERIFY(watching.poll<ReportedBreakerMoved>().empty());
        watching.now.events.push_back({42, std::nullopt, "mode", "f", "primary", "degraded", "controller"});
        QVERIFY(watching.poll<ReportedBreakerMoved>().empty());
        watching.now.events.erase(watching.now.events.begin(), watching.now.events.end());
        watching.now.events = {moved(43, "half_open", "open"), moved(47, "open", "half_open")};
        moves = watching.poll<ReportedBreakerMoved>();
        QCOMPARE(moves.size(), std::size_t{2});
        QCOMPARE(moves[1].reportedSeq, std::uint64_t{47});
        const auto gaps = watching.all<ReportedGap>();
        QCOMPARE(gaps.size(), std::size_t{1}); // 42 was read, though it was no breaker's
        QCOMPARE(gaps[0].firstMissing, std::uint64_t{44});
        QCOMPARE(gaps[0].lastMissing, std::uint64_t{46});
    }

    void aServiceThatNumbersNothingIsSampled()
    {
        Watching watching;
        watching.now.breakers.emplace_back().name = "primary";
        watching.now.breakers[0].state = breaker::Phase::Closed;
        QVERIFY(watching.poll<ReportedBreakerMoved>().empty());
        watching.now.breakers[0].state = breaker::Phase::Open;
        const auto moves = watching.poll<ReportedBreakerMoved>();
        QCOMPARE(moves.size(), std::size_t{1});
        QCOMPARE(moves[0].reportedSeq, std::uint64_t{0});
        QCOMPARE(moves[0].to, std::string("open"));
    }

    void aRestartBeginsTheNumbersAnew()
    {
        Watching watching;
        watching.now.events = {moved(40, "closed", "open")};
        watching.now.features = {feature(Mode::Degraded, {30})};
        watching.now.features[0].killSwitch = KillSwitchReading{"ada", "because it is wrong", 1s, 3600s, "k1"};
        (void)watching.poll<Tick>();
        watching.now.events = {moved(1, "closed", "open")};
        watching.now.features = {feature(Mode::Primary, {1})};
        watching.now.instance->uptime = 1s;
        const auto restarts = watching.poll<ServiceRestarted>();
        QCOMPARE(restarts.size(), std::size_t{1});
        QVERIFY(watching.all<ReportedGap>().empty());
        QCOMPARE(watching.all<ReportedBreakerMoved>().back().reportedSeq, std::uint64_t{1});
        QCOMPARE(watching.all<IntervalClosed>().back().interval.n, std::uint64_t{1});
        QCOMPARE(watching.all<KillSwitchChanged>().back().cause, std::string("restarted"));
    }

    void whatTellsARestart_data()
    {
        QTest::addColumn<int>("what");
        QTest::addColumn<bool>("restarted");
        QTest::newRow("nothing") << 0 << false;
        QTest::newRow("uptime fell") << 1 << true;
        QTest::newRow("another instance") << 2 << true;
        QTest::newRow("a counter fell") << 3 << true;
        QTest::newRow("interval numbers fell") << 4 << true;
        QTest::newRow("event numbers fell") << 5 << true;
        QTest::newRow("a counter rose") << 6 << false;
    }
    void whatTellsARestart()
    {
        QFETCH(int, what);
        QFETCH(bool, restarted);
        Watching watching;
        watching.now.features = {feature(Mode::Primary, {5})};
        watching.now.features[0].served["primary"] = 100;
        watching.now.events = {moved(9, "closed", "open")};
        (void)watching.poll<Tick>();
        if (what == 1)
            watching.now.instance->uptime = 0s;
        if (what == 2)
            watching.now.instance->name = "store-2";
        if (what == 3)
            watching.now.features[0].served["primary"] = 99;
        if (what == 4)
            watching.now.features[0].intervals[0].n = 4;
        if (what == 5)
            watching.now.events[0].seq = 8;
        if (what == 6)
            watching.now.features[0].served["primary"] = 101;
        QCOMPARE(watching.poll<ServiceRestarted>().size(), std::size_t(restarted ? 1 : 0));
    }

    void aSwitchIsToldOnAndOffWithItsCause_data()
    {
        QTest::addColumn<int>("leftS");
        QTest::addColumn<QString>("cause");
        // At x60 and a poll a second, 90 of the service's seconds may have passed.
        QTest::newRow("it had run out") << 60 << "expired";
        QTest::newRow("just so") << 90 << "expired";
        QTest::newRow("time was left") << 91 << "revived";
    }
    void aSwitchIsToldOnAndOffWithItsCause()
    {
        QFETCH(int, leftS);
        QFETCH(QString, cause);
        Watching watching;
        watching.now.features = {feature(Mode::Killed)};
        watching.now.features[0].killSwitch =
            KillSwitchReading{"ada", "wrong <b>refunds</b>", 1s, std::chrono::seconds{leftS}, "k1"};
        auto changes = watching.poll<KillSwitchChanged>();
        QCOMPARE(changes.size(), std::size_t{1});
        QVERIFY(changes[0].engaged);
        QCOMPARE(changes[0].by, std::string("ada"));
        QCOMPARE(changes[0].cause, std::string("engaged"));
        QVERIFY(watching.poll<KillSwitchChanged>().empty());
        watching.now.features[0].killSwitch.reset();
        changes = watching.poll<KillSwitchChanged>();
        QCOMPARE(changes.size(), std::size_t{1});
        QVERIFY(!changes[0].engaged);
        QCOMPARE(QString::fromStdString(changes[0].cause), cause);
        QCOMPARE(changes[0].reason, std::string("wrong <b>refunds</b>"));
        QVERIFY(!watching.state.features.at("f")->killed);
    }

    void historyKeepsWhatChartsDraw()
    {
        Watching watching;
        watching.now.instance->observedAt = watching.clock.wallNow() + 5h; // a service's wrong calendar
        watching.now.features = {feature(Mode::Primary, {10})};
        watching.now.features[0].intervals[0].endedAt = *watching.now.instance->observedAt - 300ms;
        watching.now.caches = {{"f", "f", "last_known_good", Duration{84s}, Duration{120s}, {}, {}, {}, {}}};
        watching.now.breakers.emplace_back().name = "primary";
        watching.now.breakers[0].state = breaker::Phase::Closed;
        (void)watching.poll<Tick>();
        watching.now.features[0].mode = Mode::Degraded;
        watching.now.breakers[0].state = breaker::Phase::Open;
        (void)watching.poll<Tick>();

        History history;
        FleetState state;
        for (const auto& event : watching.log) {
            apply(state, event);
            history.add(event, state);
        }
        QVERIFY(history.begin() == watching.log.front().wall);
        const auto* f = history.feature("f");
        QVERIFY(f && history.feature("g") == nullptr);
        QCOMPARE(f->intervals.size(), std::size_t{1});
        const auto point = f->intervals[0];
        QVERIFY(point.end < watching.clock.wallNow()); // placed by its distance, not by their calendar
        QVERIFY(point.end - point.start == 1s); // 60 s at x60
        QCOMPARE(f->modes.size(), std::size_t{2});
        QVERIFY(f->modes[1].mode == Mode::Degraded);
        const auto ages = f->ages.between(*history.begin(), watching.clock.wallNow());
        QCOMPARE(ages.size(), std::size_t{2});
        QVERIFY(ages[0].age == 84s && ages[0].limit == 120s);
        const auto& lane = history.lanes().at("store/primary");
        QCOMPARE(lane.size(), std::size_t{2});
        QVERIFY(lane[0].phase == breaker::Phase::Closed && lane[1].phase == breaker::Phase::Open);
        QVERIFY(history.lanes().at("own:store/telemetry").front().phase == breaker::Phase::Closed);
        QVERIFY(history.lastReading("f", watching.clock.wallNow()).has_value());
        for (const auto& event : history.log())
            QVERIFY(kindOf(event.body) != "tick" && kindOf(event.body) != "poll_round");

        // The source goes silent: nothing is known from then on.
        watching.answerer = [](const std::string&, PollResult&) { return false; };
        const auto from = watching.log.size();
        watching.runFor(10s);
        for (std::size_t i = from; i < watching.log.size(); ++i) {
            apply(state, watching.log[i]);
            history.add(watching.log[i], state);
        }
        QVERIFY(!history.lanes().at("store/primary").back().phase.has_value());
    }
};

QTEST_APPLESS_MAIN(TestFleetReported)
#include "tst_fleet_reported.moc"
