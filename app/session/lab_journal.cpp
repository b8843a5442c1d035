// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/lab_journal.h"

#include "app/journal/journal_writer.h"
#include "rungwatch/fleet/decide.h"
#include "rungwatch/lab/outage_hour.h"

namespace rungwatch {

namespace {

using namespace std::chrono_literals;

/// Polled twice a minute, so that no reading is ever late.
constexpr std::string_view fleetText{R"({"version": 1, "name": "The lab's outage hour", "services": [
  {"name": "store", "critical": true, "sources": [
    {"kind": "telemetry", "url": "http://store.lab/resilience", "interval_s": 30, "timeout_s": 5}]}]})"};

constexpr auto percent = [](std::int64_t whole) { return Percent{whole * 1'000}; };

/// What the store says of the hour up to a minute, that minute's interval last.
class Script {
public:
    explicit Script(const lab::Scenario& scenario)
        : m_scenario(scenario)
        , m_run(lab::runHour(scenario, scenario.defaults))
    {
    }

    /// `closed` minutes are over.
    [[nodiscard]] Reading at(std::int64_t closed, WallTime now) const
    {
        Reading reading;
        reading.format = "rungwatch-telemetry";
        const bool degraded = isDegraded(closed);
        reading.level = degraded ? HealthLevel::Degraded : HealthLevel::Healthy;
        reading.instance =
            Instance{"store", "lab", now, std::chrono::minutes{closed}, Percent{100'000}, std::chrono::minutes{closed}};
        for (const auto& feature : m_scenario.features)
            reading.features.push_back(featureAt(feature, closed, degraded));
        const auto minute = std::max<std::int64_t>(0, closed - 1);
        reading.capacities = {
            {"secondary", static_cast<std::uint64_t>(m_scenario.secondaryQuotaAt(minute)), {}, std::nullopt},
            {"small_model", static_cast<std::uint64_t>(m_scenario.smallCapacity), {}, std::nullopt}};
        return reading;
    }

    [[nodiscard]] std::int64_t minutes() const { return m_scenario.minutes; }

private:
    [[nodiscard]] bool isDegraded(std::int64_t closed) const
    {
        return closed > 0 && m_run.modeAfter[static_cast<std::size_t>(closed - 1)] == 'd';
    }

    [[nodiscard]] FeatureReading featureAt(
        const lab::ScenarioFeature& feature, std::int64_t closed, bool degraded) const
    {
        FeatureReading reading;
        reading.name = feature.name;
        reading.mode = degraded ? Mode::Degraded : Mode::Primary;
        for (const auto& rung : feature.ladder)
            if (rung.kind != RungKind::SmallModel || feature.alwaysOnSmallModel)
                reading.ladder.push_back({rung.name, rung.kind, capacityOf(rung.kind)});
        reading.controller.maxError = percent(m_scenario.tripAtErrorPercent);
        reading.controller.maxP95 = std::chrono::seconds{m_scenario.tripAtP95Seconds};
        reading.controller.hold = static_cast<std::uint64_t>(m_scenario.defaults.holdHealthyMinutes);
        reading.controller.minRequests = 0;
        for (auto minute = std::max<std::int64_t>(0, closed - 10); minute < closed; ++minute)
            reading.intervals.push_back(intervalAt(feature, minute));
        for (std::int64_t minute = 0; minute < closed; ++minute)
            for (const auto& [rung, served] : m_run.byMinute[static_cast<std::size_t>(minute)].at(feature.name))
                reading.served[rung] += static_cast<std::uint64_t>(served);
        return reading;
    }

    [[nodiscard]] IntervalReading intervalAt(const lab::ScenarioFeature& feature, std::int64_t minute) const
    {
        IntervalReading interval;
        interval.n = static_cast<std::uint64_t>(minute);
        interval.endedAt = labStart() + std::chrono::minutes{minute + 1};
        interval.length = 60s;
        interval.error = percent(m_scenario.errorPercentAt(minute));
        interval.p95 = std::chrono::seconds{m_scenario.p95SecondsAt(minute)};
        interval.requests = static_cast<std::uint64_t>(feature.requestsPerMinute);
        interval.quotaSpent = false;
        for (const auto& [rung, served] : m_run.byMinute[static_cast<std::size_t>(minute)].at(feature.name))
            interval.served[rung] = static_cast<std::uint64_t>(served);
        return interval;
    }

    static std::string capacityOf(RungKind kind)
    {
        const bool limited = kind == RungKind::Secondary || kind == RungKind::SmallModel;
        return limited ? std::string(nameOf(kind)) : std::string{};
    }

    const lab::Scenario& m_scenario;
    lab::Run m_run;
};

/// A console on a clock that is moved from poll to poll.
class LabConsole {
public:
    explicit LabConsole(journal::JournalWriter& writer)
        : m_writer(writer)
    {
        m_clock.jumpWall(labStart() - m_clock.wallNow());
    }

    void feed(fleet::EventBody input)
    {
        static const fleet::Policy none;
        auto decision =
            fleet::decide(m_state, m_state.policy ? *m_state.policy : none, std::move(input), m_clock.now());
        m_state = std::move(decision.next);
        m_due = decision.nextDue;
        m_writer.append(std::move(decision.events), m_state);
    }

    /// Up to `until`, with the ticks that fall due and an answer to every poll.
    void runUntil(SteadyTime until, const Script& script)
    {
        for (;;) {
            if (const auto& permit = m_state.endpoints[0]->inFlight) {
                m_clock.advance(20ms);
                feed(answer(*permit, script));
                continue;
            }
            if (!m_due || *m_due > until)
                break;
            m_clock.advance(std::max(*m_due - m_clock.steadyNow(), Duration{0}));
            feed(fleet::Tick{});
        }
        m_clock.advance(std::max(until - m_clock.steadyNow(), Duration{0}));
    }

    [[nodiscard]] SteadyTime now() const { return m_clock.steadyNow(); }
    [[nodiscard]] const fleet::FleetState& state() const { return m_state; }

private:
    [[nodiscard]] fleet::PollRound answer(breaker::PermitId permit, const Script& script) const
    {
        fleet::PollResult result;
        result.permit = permit;
        result.obtainedAt = m_clock.steadyNow();
        result.latency = 20ms;
        result.status = 200;
        result.bytes = 4096;
        const auto closed = std::chrono::floor<std::chrono::minutes>(m_clock.wallNow() - labStart()).count();
        result.reading =
            Shared<Reading>(script.at(std::min<std::int64_t>(closed, script.minutes()), m_clock.wallNow()));
        return {{result}};
    }

    journal::JournalWriter& m_writer;
    ManualClock m_clock;
    fleet::FleetState m_state;
    std::optional<SteadyTime> m_due;
};

} // namespace

WallTime labStart()
{
    using namespace std::chrono;
    return WallTime{sys_days{2026y / November / 30}.time_since_epoch() + 14h};
}

std::optional<Error> writeLabJournal(const QString& file, const lab::Scenario& scenario)
{
    journal::JournalWriter::Options options;
    options.file = file;
    options.program = "rungwatch lab";
    journal::JournalWriter writer(options);
    std::optional<Error> fault;
    QObject::connect(&writer, &journal::JournalWriter::failed, &writer, [&](const QString& why) {
        fault = Error{"unwritable", why.toStdString(), {}};
    });
    writer.open();
    LabConsole console(writer);
    const Script script(scenario);
    fleet::SessionStarted session;
    session.policyText = fleetText;
    session.seed = 1;
    session.bootId = "lab";
    session.program = "rungwatch lab";
    session.operatorName = "lab";
    console.feed(session);
    console.runUntil(console.now() + std::chrono::minutes{scenario.minutes} + 30s, script);
    writer.end(console.state());
    writer.close();
    return fault;
}

} // namespace rungwatch
