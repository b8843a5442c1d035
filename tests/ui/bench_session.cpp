// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench_session.h"

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

constexpr auto policyText = R"({
  "version": 1, "name": "Book store",
  "services": [{"name": "store", "critical": true, "sources": [
    {"kind": "telemetry", "url": "http://127.0.0.1:1/resilience", "interval_s": 1, "timeout_s": 0.8}]}],
  "features": [{"name": "recommendations", "service": "store", "criticality": 3},
               {"name": "refund_eligibility", "service": "store", "criticality": 1}]
})";

IntervalReading minute26(std::map<std::string, std::uint64_t> served)
{
    IntervalReading interval;
    interval.n = 26;
    interval.length = 1min;
    interval.error = Percent{100'000};
    interval.p95 = 5s;
    interval.requests = 20;
    interval.served = std::move(served);
    return interval;
}

Reading outage()
{
    Reading reading;
    reading.format = "rungwatch-telemetry";
    reading.level = HealthLevel::Degraded;
    Instance instance;
    instance.service = "store";
    instance.name = "store-1";
    reading.instance = instance;
    FeatureReading feature;
    feature.name = "recommendations";
    feature.mode = Mode::Degraded;
    feature.modeSince = 16min;
    feature.ladder = {{"primary", RungKind::Primary, ""}, {"secondary", RungKind::Secondary, "secondary"},
        {"small_model", RungKind::SmallModel, "small_model"}, {"cache", RungKind::Cache, ""},
        {"popular_list", RungKind::Template, ""}, {"unavailable", RungKind::Unavailable, ""}};
    feature.intervals = {minute26({{"secondary", 42}, {"small_model", 40}, {"cache", 2}, {"popular_list", 6}})};
    reading.features.push_back(feature);
    feature.name = "refund_eligibility";
    feature.ladder = {{"primary", RungKind::Primary, ""}, {"secondary", RungKind::Secondary, "secondary"},
        {"eligibility_rules", RungKind::Rules, ""}, {"queue_for_person", RungKind::QueueForPerson, ""}};
    feature.intervals = {minute26({{"secondary", 5}, {"eligibility_rules", 4}, {"queue_for_person", 1}})};
    reading.features.push_back(feature);
    BreakerReading breaker;
    breaker.name = "provider-primary";
    breaker.state = breaker::Phase::Open;
    breaker.failureRate = Percent{100'000};
    breaker.tripRate = Percent{50'000};
    breaker.nextProbeIn = 600s;
    reading.breakers.push_back(breaker);
    return reading;
}

} // namespace

BenchSession::BenchSession()
    : telemetry(outage())
    , bench(policyText, 1, [this](const std::string&, PollResult& result) {
        if (silent)
            return answerNothing(result, Transport::Refused);
        result.status = 200;
        result.reading = Shared<Reading>(telemetry);
        return true;
    })
{
    runFor(3s);
}

void BenchSession::submit(const Command& command)
{
    submitted.push_back(command);
    bench.feed(CommandReceived{command});
}

void BenchSession::runFor(Duration time)
{
    // A frame for each tenth of a second, so that history sees each reading with the state it made.
    for (const auto until = bench.clock.steadyNow() + time; bench.clock.steadyNow() < until;) {
        bench.runFor(std::min<Duration>(100ms, until - bench.clock.steadyNow()));
        frame();
    }
}

void BenchSession::answer(int status, const std::string& cause, std::optional<Duration> retryIn,
    const std::string& outcome, const std::string& state)
{
    EffectResult result;
    result.commandId = bench.controls.back().command.id;
    result.status = status;
    result.cause = cause;
    result.retryIn = retryIn;
    result.outcome = outcome;
    result.state = state;
    result.latency = 38ms;
    bench.clock.advance(38ms);
    bench.feed(result);
    frame();
}

void BenchSession::frame()
{
    // The bench keeps one state, the newest: enough for what history takes from it.
    for (auto i = m_shown; i < bench.log.size(); ++i)
        m_history.add(bench.log[i], bench.state);
    m_snapshot = std::make_shared<const Snapshot>(Snapshot{bench.state, bench.state.seq, bench.clock.now()});
    const std::vector<Event> events{bench.log.begin() + static_cast<std::ptrdiff_t>(m_shown), bench.log.end()};
    m_shown = bench.log.size();
    Q_EMIT advanced(events);
}
