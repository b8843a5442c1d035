// SPDX-License-Identifier: GPL-3.0-or-later
// What deciding and applying cost of a thousand services a second apart, without transport and journal: nanoseconds a
// poll, beside a copy of the state, which each decision needs. The digests are over all events: two builds that decide
// the same print the same. decide_bench [SERVICES] [SECONDS]
#include "tests/bench/virtual_fleet.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>

using namespace rungwatch;
using bench::VirtualFleet;

namespace {

double cpuSeconds()
{
    timespec used{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

std::string policyText(int services)
{
    std::string text = R"({"version": 1, "services": [)";
    for (int i = 0; i < services; ++i)
        text += std::string(i ? "," : "") + R"({"name": "service-)" + std::to_string(i) + R"(", "critical": )"
            + (i % 10 == 0 ? "true" : "false") + R"(, "sources": [{"kind": "health", "url": "http://10.0.0.)"
            + std::to_string(i % 250) + ":" + std::to_string(8000 + i) + R"(/health", "interval_s": 1}]})";
    return text + "]}";
}

Reading readingOf(HealthLevel level, const std::string& message)
{
    Reading reading;
    reading.format = "seed-health";
    reading.level = level;
    reading.message = message;
    for (const char* name : {"database", "cache", "queue", "search", "payments", "mail"}) {
        auto& component = reading.components.emplace_back();
        component.name = name;
        component.level = level;
    }
    return reading;
}

const Shared<Reading> good(readingOf(HealthLevel::Healthy, "All services operating normally"));
const Shared<Reading> poor(readingOf(HealthLevel::Degraded, "One of six parts is slow"));

void answerGood(std::uint64_t number, std::uint64_t services, bool changing, fleet::PollResult& result)
{
    result.status = 200;
    result.bytes = 700;
    result.unchanged = !changing && number > services;
    if (!result.unchanged)
        result.reading = number % 97 == 0 ? poor : good;
}

void measure(const char* name, int services, int seconds, const VirtualFleet::Answerer& answerer)
{
    VirtualFleet fleet(policyText(services), answerer);
    fleet.runFor(std::chrono::seconds(2));
    const auto before = fleet.polls();
    const auto cpu = cpuSeconds();
    fleet.runFor(std::chrono::seconds(seconds));
    const auto used = cpuSeconds() - cpu;
    const auto polls = fleet.polls() - before;
    std::printf("%-18s %8.0f ns a poll, %llu polls, digest %016llx\n", name, used * 1e9 / static_cast<double>(polls),
        static_cast<unsigned long long>(polls), static_cast<unsigned long long>(fleet.digest()));
}

} // namespace

int main(int argc, char** argv)
{
    const int services = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int seconds = argc > 2 ? std::atoi(argv[2]) : 10;
    if (services < 1 || seconds < 1) {
        std::fprintf(stderr, "usage: decide_bench [SERVICES] [SECONDS]\n");
        return 2;
    }
    const auto count = static_cast<std::uint64_t>(services);
    {
        VirtualFleet fleet(
            policyText(services), [&](auto, auto number, auto& result) { answerGood(number, count, false, result); });
        fleet.runFor(std::chrono::seconds(2));
        const auto cpu = cpuSeconds();
        constexpr int copies = 1000;
        std::uint64_t seen = 0;
        for (int i = 0; i < copies; ++i) {
            const auto copy = fleet.state();
            seen += copy.endpoints.size();
        }
        std::printf("%-18s %8.0f ns (of %llu endpoints)\n", "limit/copy", (cpuSeconds() - cpu) * 1e9 / copies,
            static_cast<unsigned long long>(seen / copies));
    }
    measure(
        "same", services, seconds, [&](auto, auto number, auto& result) { answerGood(number, count, false, result); });
    measure("changing", services, seconds,
        [&](auto, auto number, auto& result) { answerGood(number, count, true, result); });
    // Three in a hundred are bad, each in its own way and not all the time.
    measure("bad", services, seconds, [&](auto endpoint, auto number, auto& result) {
        if (endpoint % 33 != 7 || number / count % 7 == endpoint % 7)
            return answerGood(number, count, endpoint % 5 == 0, result);
        result.transport = endpoint % 2 ? fleet::Transport::Refused : fleet::Transport::None;
        result.errorCode = endpoint % 2 ? "" : "bad-json";
        result.errorDetail = "as the bench has it";
    });
    return 0;
}
