// SPDX-License-Identifier: GPL-3.0-or-later
// Many threads on prepared answers, their refresh, the traffic log, the counts of degraded answers and health checks,
// without Qt, so that a thread sanitizer sees all of it. Every total is exact.
#include "rungwatch/cache/answer_store.h"
#include "rungwatch/cache/ngram_embedder.h"
#include "rungwatch/cache/traffic_log.h"
#include "rungwatch/health/degraded_stats.h"
#include "rungwatch/health/health_checker.h"
#include "tests/core/thread_check.h"

#include <atomic>

using namespace rungwatch;
using namespace std::chrono_literals;
using namespace rungwatch::testing;

namespace {

constexpr int threads = 4;

std::shared_ptr<const AnswerCache> buildNumber(int number, const Moment& at)
{
    AnswerCacheOptions options;
    options.embedder = std::make_shared<NgramEmbedder>();
    AnswerSet set;
    const auto text = "build " + std::to_string(number);
    set.answers.push_back({"where is my order?", text, {}, std::nullopt, {}});
    set.answers.push_back({{}, text, "orders", std::nullopt, {}});
    return *AnswerCache::build(std::move(set), at, options);
}

/// One thread refreshes while the others ask: each answer is whole and of a build that was in use.
void everyAnswerIsOfOneBuild()
{
    constexpr int rounds = 2'000;
    const ManualClock clock;
    AnswerStore store;
    store.replace(buildNumber(0, clock.now()));
    std::atomic<int> newest{0};
    std::atomic<int> wrong{0};
    onThreads(threads, [&](int thread) {
        for (int i = 0; i < rounds; ++i) {
            if (thread == 0) {
                newest = i + 1;
                store.replace(buildNumber(i + 1, clock.now()));
                continue;
            }
            const auto query = i % 2 == 0 ? "Where is my order?" : "something else";
            const auto found = store.find({query, {}, "orders", {}}, clock.now());
            const bool whole = found.answer.starts_with("build ") && std::stoi(found.answer.substr(6)) <= newest;
            wrong += whole ? 0 : 1;
        }
    });
    check(wrong == 0, "every answer is of a build that was in use");
    const auto found = store.stats().found;
    check(found[0] == std::uint64_t{threads - 1} * rounds / 2, "exact matches");
    check(found[2] == std::uint64_t{threads - 1} * rounds / 2, "templates");
    check(found[1] + found[3] == 0, "and nothing else");
}

void everyQueryIsCounted()
{
    constexpr int rounds = 5'000;
    TrafficLog log;
    std::atomic<std::size_t> lookedAt{0};
    onThreads(threads, [&](int thread) {
        for (int i = 0; i < rounds; ++i) {
            log.record(i % 2 == 0 ? "order" : "price");
            if (i % 500 == 0)
                lookedAt += log.top(1).asked.size();
        }
        log.record("thread " + std::to_string(thread));
    });
    check(lookedAt == std::size_t{threads} * rounds / 500, "and looked at meanwhile");
    const auto top = log.top(2);
    check(top.total == std::uint64_t{threads} * (rounds + 1), "all queries");
    check(top.asked[0].times == std::uint64_t{threads} * rounds / 2, "of the first");
    check(top.asked[1].times == std::uint64_t{threads} * rounds / 2, "of the second");
}

void everyDegradedAnswerIsCounted()
{
    constexpr int rounds = 5'000;
    DegradedStats stats;
    onThreads(threads, [&](int thread) {
        for (int i = 0; i < rounds; ++i)
            stats.record(static_cast<DegradationLevel>(i % 4), thread % 2 == 0 ? "cache" : "template", 90s);
    });
    const auto seen = stats.seen();
    constexpr std::uint64_t each = std::uint64_t{threads} * rounds / 4;
    check((seen.byLevel == std::array<std::uint64_t, 4>{each, each, each, each}), "each level");
    check(seen.byRung.at("cache") == each * 3 / 2, "each rung, without the full answers");
    check(seen.aged == each * 3, "each age");
    check(seen.max == 90s, "the greatest age");
}

/// All threads try to start the same check: one of them does at a time, however they meet.
void aCheckRunsOnceAtATime()
{
    constexpr int rounds = 5'000;
    const ManualClock clock;
    HealthCheckerOptions options;
    options.services = {{"a", true, {}, 5s}, {"b", false, "flag", 5s}};
    HealthChecker checker(options);
    std::atomic<int> running{0};
    std::atomic<int> overlaps{0};
    std::atomic<int> started{0};
    onThreads(threads, [&](int thread) {
        for (int i = 0; i < rounds; ++i) {
            if (thread == 0 && i % 100 == 0)
                checker.setFlag("flag", i % 200 == 0, clock.now());
            static_cast<void>(checker.document(clock.now()));
            if (!checker.begin("a", clock.now()))
                continue;
            overlaps += running++ == 0 ? 0 : 1;
            ++started;
            --running;
            checker.end({"a", i % 2 == 0 ? CheckStatus::Healthy : CheckStatus::Unhealthy, {}, {}}, clock.now());
        }
    });
    check(overlaps == 0, "one check at a time");
    check(started > 1, "and again once it has ended");
    std::uint64_t last = 0;
    auto level = HealthLevel::Unknown;
    for (const auto& change : checker.takeChanges(clock.now())) {
        check(last == 0 || (change.seq == last + 1 && change.from == level), "changes follow from one another");
        last = change.seq;
        level = change.to;
    }
    check(level == checker.document(clock.now()).level, "and end at what is shown");
}

} // namespace

int main()
{
    everyAnswerIsOfOneBuild();
    everyQueryIsCounted();
    everyDegradedAnswerIsCounted();
    aCheckRunsOnceAtATime();
    std::printf(failures == 0 ? "all totals exact\n" : "%d checks failed\n", failures);
    return failures == 0 ? 0 : 1;
}
