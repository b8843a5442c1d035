// SPDX-License-Identifier: GPL-3.0-or-later
#include "outage_snapshot.h"

#include "rungwatch/lab/outage_hour.h"

#include <QFile>

namespace rungwatch {
namespace {

using namespace std::chrono_literals;
using breaker::Phase;

/// 2026-11-30T14:00:00Z
const WallTime hour{std::chrono::seconds{1796047200}};
const SteadyTime steadyHour{5h};
constexpr auto policyText = R"({
  "version": 1, "name": "bookstore",
  "services": [
    {"name": "store", "critical": true, "sources": [
      {"kind": "health", "url": "http://127.0.0.1:8080/health"},
      {"kind": "telemetry", "url": "http://127.0.0.1:8080/resilience"}]},
    {"name": "primary", "sources": [{"kind": "health", "url": "http://127.0.0.1:8081/health"}]},
    {"name": "secondary", "sources": [{"kind": "health", "url": "http://127.0.0.1:8082/health"}]},
    {"name": "small", "sources": [{"kind": "health", "url": "http://127.0.0.1:8083/health"}]}],
  "features": [
    {"name": "recommendations", "service": "store", "criticality": 3},
    {"name": "help_desk", "service": "store", "criticality": 2},
    {"name": "refund_eligibility", "service": "store", "criticality": 1,
     "forbidden": [{"kind": "small_model", "reason": "wrong refunds"}]}]
})";

const lab::Scenario& scenario()
{
    static const auto script = [] {
        QFile file{QStringLiteral(RUNGWATCH_SOURCE_DIR "/resources/scenarios/outage_hour.json")};
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s", qPrintable(file.fileName()));
        return lab::parseScenario(file.readAll().toStdString()).value();
    }();
    return script;
}

FeatureReading featureAt(const lab::ScenarioFeature& script, const lab::Run& run, int minute)
{
    FeatureReading feature;
    feature.name = script.name;
    const bool degraded = minute >= 11 && minute < 48;
    feature.mode = degraded ? Mode::Degraded : Mode::Primary;
    feature.modeSince = degraded ? std::chrono::minutes{minute - 11} + 18s : 53min + 18s;
    for (const auto& rung : script.ladder) {
        if (script.alwaysOnSmallModel || rung.kind != RungKind::SmallModel)
            feature.ladder.push_back({rung.name, rung.kind, {}});
    }
    feature.controller = {Percent{20'000}, 10s, 3, 10, 0, {}, {}, {}};
    for (int m = std::max(0, minute - 10); m < minute; ++m) {
        IntervalReading interval;
        interval.n = static_cast<std::uint64_t>(m);
        interval.endedAt = hour + std::chrono::minutes{m + 1};
        interval.length = 1min;
        interval.error = Percent{scenario().errorPercentAt(m) * 1000};
        interval.p95 = std::chrono::seconds{scenario().p95SecondsAt(m)};
        const auto& served = run.byMinute[static_cast<std::size_t>(m)].at(script.name);
        for (const auto& rung : feature.ladder)
            interval.served[rung.name] = static_cast<std::uint64_t>(served.at(rung.name));
        if (degraded && scenario().errorPercentAt(m) >= 20) {
            feature.controller.resetInterval = interval.n;
            feature.controller.resetBy = "error_pct";
            feature.controller.resetValue = interval.error;
        }
        feature.intervals.push_back(interval);
    }
    if (script.name == "refund_eligibility" && degraded)
        feature.queueWaiting = 17;
    return feature;
}

BreakerReading breakerNamed(const char* name, Phase phase, double rate, std::uint64_t calls)
{
    BreakerReading reading;
    reading.name = name;
    reading.state = phase;
    reading.failureRate = Percent::from(rate);
    reading.tripRate = Percent{50'000};
    reading.minCalls = 10;
    reading.calls = {{"ok", calls - calls / 3}, {"failed", calls / 3}};
    reading.opened = phase == Phase::Closed ? 0 : 3;
    reading.since = phase == Phase::Closed ? Duration{4h + 34min} : Duration{7min + 10s};
    if (phase == Phase::Open)
        reading.nextProbeIn = 18s + 200ms;
    return reading;
}

Reading storeAt(int minute)
{
    Reading reading;
    reading.format = "rungwatch-telemetry";
    reading.instance = Instance{};
    reading.instance->service = "store";
    reading.instance->observedAt = hour + std::chrono::minutes{minute} + 17s + 400ms;
    const auto run = lab::runHour(scenario(), scenario().defaults);
    for (const auto& feature : scenario().features)
        reading.features.push_back(featureAt(feature, run, minute));
    const bool out = minute >= 20 && minute < 40;
    reading.breakers = {breakerNamed("provider-primary", out ? Phase::Open : Phase::Closed, out ? 100 : 1, 190),
        breakerNamed("provider-secondary", Phase::Closed, 0, 90), breakerNamed("provider-small", Phase::Closed, 0, 80)};
    const auto cache = [&](const char* feature, Duration age) {
        CacheReading one;
        one.name = feature;
        one.feature = feature;
        one.kind = "last_known_good";
        one.age = age;
        one.maxAge = 120s;
        reading.caches.push_back(one);
    };
    cache("help_desk", out ? 111s + 400ms : 8s + 500ms);
    cache("recommendations", out ? 83s + 600ms : 21s + 500ms);
    return reading;
}

fleet::EndpointState endpointRead(const Moment& now, Reading reading)
{
    fleet::EndpointState endpoint;
    endpoint.breaker.since = now.steady - 4h - 34min;
    endpoint.obtainedAt = now.steady - 600ms;
    endpoint.obtainedWall = now.wall - 600ms;
    endpoint.freshness = fleet::Freshness::Fresh;
    endpoint.reading = Shared<Reading>{std::move(reading)};
    endpoint.everRead = true;
    endpoint.status = 200;
    return endpoint;
}

} // namespace

OutageSnapshot OutageSnapshot::atMinute(int minute)
{
    OutageSnapshot outage;
    const auto since = std::chrono::minutes{minute} + 18s;
    outage.now = {steadyHour + since, hour + since, 0s};
    auto& state = outage.snapshot.state;
    auto policy = fleet::parsePolicy(policyText);
    if (!policy)
        qFatal("%s: %s", policy.error().where.c_str(), policy.error().message.c_str());
    state.policy = std::make_shared<const fleet::Policy>(std::move(policy).value());
    state.seq = 48'213;
    for (std::size_t i = 0; i < fleet::endpointsOf(*state.policy).size(); ++i)
        state.endpoints.emplace_back(endpointRead(outage.now, i == 1 ? storeAt(minute) : Reading{}));
    const bool degraded = minute >= 11 && minute < 48;
    state.level = degraded ? HealthLevel::Degraded : HealthLevel::Healthy;
    state.why = degraded ? "3 features off their first rung" : "";
    state.lastKnownLevel = state.level;
    state.levelSince = outage.now.steady - since;
    for (const auto& feature : scenario().features)
        state.features[feature.name] =
            fleet::FeatureState{"store", degraded ? Mode::Degraded : Mode::Primary, {}, false, {}, {}, {}, {}};
    outage.snapshot.durableSeq = state.seq;
    outage.snapshot.at = outage.now;
    return outage;
}

void OutageSnapshot::silence(Duration age)
{
    auto& state = snapshot.state;
    for (std::size_t i = 0; i < 2; ++i) {
        state.endpoints[i].edit([&](fleet::EndpointState& endpoint) {
            endpoint.obtainedAt = now.steady - age;
            endpoint.freshness = fleet::Freshness::Stale;
            endpoint.troubleWord = "refused";
            endpoint.breaker.phase = Phase::Open;
            endpoint.breaker.since = now.steady - 11s;
            endpoint.breaker.openUntil = now.steady + 4s + 200ms;
            endpoint.breaker.run = 3;
            endpoint.breaker.counters.opened = 2;
        });
    }
    state.level = HealthLevel::Unknown;
    state.why = "store: no reading";
    state.levelSince = now.steady - age;
}

void OutageSnapshot::kill()
{
    editStore([](Reading& reading) {
        auto& feature = reading.features[2];
        feature.mode = Mode::Killed;
        feature.modeSince = 4s;
        feature.killSwitch = KillSwitchReading{"ann", "provider outage, free the quota", 4s, 59min + 57s, "k1"};
    });
}

void OutageSnapshot::run(double rate)
{
    editStore([&](Reading& reading) { reading.instance->rate = *Percent::from(rate * 100); });
}

void OutageSnapshot::command(fleet::Action action, const std::string& target, fleet::Stage stage, Duration ago)
{
    snapshot.state.control.edit([&](fleet::ControlState& control) {
        fleet::CommandState command;
        command.command.id = "c" + std::to_string(control.order.size());
        command.command.action = action;
        command.command.target = target;
        command.command.by = "ann";
        command.stage = stage;
        command.requestedAt = now.steady - ago;
        if (stage == fleet::Stage::Refused) {
            command.refusal = fleet::Refusal::ByService;
            command.detail = "409 in_execution";
            command.answeredAt = command.requestedAt;
        }
        control.order.push_back(command.command.id);
        control.commands[command.command.id] = command;
    });
}

} // namespace rungwatch
