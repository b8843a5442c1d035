// SPDX-License-Identifier: GPL-3.0-or-later
// What a day of many services holds in memory: their state, and the history that charts are drawn from, fed by the
// decisions themselves on a clock that does not wait. Some services publish telemetry: two features with an interval a
// minute and a cached age a poll (of the one it grows for two minutes at a time, unevenly, of the other it is known
// only while the service is degraded), four breakers, one of which opens every ten minutes. The others are health
// documents; how often they are asked changes nothing of what is kept. history_bench [HOURS] [SERVICES]
// [WITH_TELEMETRY] [TELEMETRY_SECONDS]
#include "rungwatch/fleet/history.h"
#include "tests/bench/virtual_fleet.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

using namespace rungwatch;
using namespace std::chrono_literals;
using bench::VirtualFleet;

namespace {

struct Setting {
    int hours{24};
    int services{1000};
    int withTelemetry{50};
    int telemetrySeconds{10};
};

double residentMegabytes()
{
    std::ifstream status("/proc/self/status");
    std::string line;
    while (std::getline(status, line))
        if (line.starts_with("VmRSS:"))
            return std::atof(line.c_str() + 6) / 1024;
    return 0;
}

/// Endpoint i is the only source of service i.
std::string policyText(const Setting& setting)
{
    std::string text = R"({"version": 1, "services": [)";
    for (int i = 0; i < setting.services; ++i) {
        const bool telemetry = i < setting.withTelemetry;
        text += std::string(i ? "," : "") + R"({"name": "service-)" + std::to_string(i) + R"(", "sources": [{"kind": ")"
            + (telemetry ? "telemetry" : "health") + R"(", "url": "http://10.0.0.)" + std::to_string(i % 250) + ":"
            + std::to_string(8000 + i) + R"(/", "interval_s": )"
            + std::to_string(telemetry ? setting.telemetrySeconds : 60) + "}]}";
    }
    return text + "]}";
}

Reading healthReading()
{
    Reading reading;
    reading.format = "seed-health";
    reading.level = HealthLevel::Healthy;
    reading.message = "All services operating normally";
    for (const char* name : {"database", "cache", "queue", "search", "payments", "mail"})
        reading.components.emplace_back().name = name;
    return reading;
}

void addFeature(Reading& reading, const std::string& name, std::uint64_t minute)
{
    const bool off = minute % 10 == 9;
    auto& feature = reading.features.emplace_back();
    feature.name = name;
    feature.mode = off ? Mode::Degraded : Mode::Primary;
    feature.ladder = {
        {"primary", RungKind::Primary, {}}, {"cache", RungKind::Cache, {}}, {"unavailable", RungKind::Unavailable, {}}};
    for (auto n = minute > 4 ? minute - 4 : 1; n <= minute; ++n) {
        auto& interval = feature.intervals.emplace_back();
        interval.n = n;
        interval.endedAt = WallTime{std::chrono::hours(500'000)} + n * 1min;
        interval.length = 1min;
        interval.error = Percent{static_cast<std::int64_t>(n % 7) * 100};
        interval.p95 = std::chrono::milliseconds(300 + n % 50);
        interval.requests = 100;
        interval.served = {{"primary", off ? 0 : 100}, {"cache", off ? 90 : 0}, {"unavailable", off ? 10 : 0}};
    }
}

void addCache(Reading& reading, const std::string& feature, std::optional<Duration> age)
{
    auto& cache = reading.caches.emplace_back();
    cache.name = "answers of " + feature;
    cache.feature = feature;
    cache.kind = "last_known_good";
    cache.age = age;
    cache.maxAge = 120s;
}

/// The telemetry of a service `up` after its start.
Reading telemetryReading(std::uint32_t service, Duration up)
{
    const auto minute = static_cast<std::uint64_t>(up / 1min);
    const bool off = minute % 10 == 9;
    Reading reading;
    reading.format = "rungwatch-telemetry";
    reading.level = off ? HealthLevel::Degraded : HealthLevel::Healthy;
    const auto name = "service-" + std::to_string(service);
    reading.instance =
        Instance{name, name + "-1", WallTime{std::chrono::hours(500'000)} + up, up, Percent{100'000}, {}};
    for (const char* each : {"primary", "secondary", "search", "store"}) {
        auto& breaker = reading.breakers.emplace_back();
        breaker.name = each;
        breaker.state = off && reading.breakers.size() == 1 ? breaker::Phase::Open : breaker::Phase::Closed;
        breaker.calls = {{"ok", minute * 100}, {"failed", minute}, {"not_permitted", minute / 10}};
    }
    for (const char* which : {"feature-", "help-"})
        addFeature(reading, which + std::to_string(service), minute);
    const auto jitter =
        std::chrono::milliseconds(draw(service, "jitter", static_cast<std::uint64_t>(up.count())) % 300);
    addCache(reading, reading.features[0].name, up % 120s + jitter);
    addCache(reading, reading.features[1].name, off ? std::optional<Duration>(up % 60s + jitter) : std::nullopt);
    return reading;
}

} // namespace

int main(int argc, char** argv)
{
    Setting setting;
    int* const fields[]{&setting.hours, &setting.services, &setting.withTelemetry, &setting.telemetrySeconds};
    for (int i = 1; i < argc && i < 5; ++i)
        *fields[i - 1] = std::atoi(argv[i]);
    if (setting.hours < 1 || setting.services < 1 || setting.withTelemetry > setting.services
        || setting.telemetrySeconds < 1)
        return std::fprintf(stderr, "usage: history_bench [HOURS] [SERVICES] [WITH_TELEMETRY] [TELEMETRY_SECONDS]\n"),
               2;
    std::printf("%d services, %d with telemetry every %d s\n%7.1f MB before\n", setting.services, setting.withTelemetry,
        setting.telemetrySeconds, residentMegabytes());
    const auto health = Shared<Reading>(healthReading());
    const auto telemetry = static_cast<std::uint32_t>(setting.withTelemetry);
    fleet::History history;
    VirtualFleet fleet(
        policyText(setting),
        [&](std::uint32_t endpoint, std::uint64_t number, fleet::PollResult& result) {
            result.status = 200;
            result.bytes = 2000;
            if (endpoint < telemetry)
                result.reading = Shared<Reading>(telemetryReading(endpoint, result.obtainedAt.time_since_epoch() - 1h));
            else if (number > 4 * static_cast<std::uint64_t>(setting.services))
                result.unchanged = true;
            else
                result.reading = health;
        },
        [&](const fleet::Event& event, const fleet::FleetState& after) { history.add(event, after); });
    for (int hour = 1; hour <= setting.hours; ++hour) {
        fleet.runFor(1h);
        if (hour == 1 || hour % 4 == 0 || hour == setting.hours)
            std::printf("%7.1f MB after %d h, %llu polls\n", residentMegabytes(), hour,
                static_cast<unsigned long long>(fleet.polls()));
        std::fflush(stdout);
    }
    std::size_t intervals = 0;
    std::size_t runs = 0;
    for (std::uint32_t i = 0; i < telemetry; ++i)
        for (const char* which : {"feature-", "help-"})
            if (const auto* kept = history.feature(which + std::to_string(i))) {
                intervals += kept->intervals.size();
                runs += kept->ages.runs();
            }
    std::printf("%zu intervals, %zu runs of ages, %zu events listed, %zu lanes, %.1f MB of state as bytes\n", intervals,
        runs, history.log().size(), history.lanes().size(),
        static_cast<double>(fleet::serialised(fleet.state()).size()) / 1e6);
    return 0;
}
