// SPDX-License-Identifier: GPL-3.0-or-later
// Many threads on one cache, without Qt, so that a thread sanitizer sees all of it. Every total is exact.
#include "rungwatch/cache/memory_level.h"
#include "rungwatch/cache/tiered_cache.h"
#include "rungwatch/cache/ttl_cache.h"
#include "tests/core/thread_check.h"

#include <stdexcept>
#include <string>

using namespace rungwatch;
using namespace std::chrono_literals;
using namespace rungwatch::testing;

namespace {

constexpr int threads = 4;
constexpr int rounds = 500;
constexpr std::uint64_t asked = std::uint64_t{threads} * rounds;

/// At each expiry one thread loads; the others share its answer, or find it stored.
void oneLoadAnExpiry()
{
    ManualClock clock;
    TtlOptions options;
    options.ttl = 10s;
    TtlCache cache(options, clock);
    std::atomic<int> loads{0};
    std::atomic<std::uint64_t> right{0};
    for (int round = 0; round < rounds; ++round) {
        clock.advance(10s);
        const auto expected = std::to_string(round);
        onThreads(threads, [&](int) {
            const auto answer = cache.get({"k", "s"}, [&] {
                ++loads;
                std::this_thread::yield();
                return expected;
            });
            right += answer.value == expected && answer.age == 0s;
        });
    }
    check(loads == rounds, "one load an expiry");
    check(right == asked, "everyone got the new answer");
    const auto stats = cache.stats();
    check(stats.loads == rounds && stats.failedLoads == 0, "and the cache counted so");
    check(stats.hits + stats.misses == asked, "each call a hit or a miss");
}

/// While it is renewed everyone is served, and one of them renews it.
void oneRefreshAtATime()
{
    ManualClock clock;
    TtlOptions options;
    options.ttl = 10s;
    options.staleWhileRevalidate = StalePolicy{20s};
    TtlCache cache(options, clock);
    std::atomic<int> loads{0}, tickets{0}, served{0};
    cache.put({"k", "s"}, {"first", AgeStamp::obtained(clock.now())});
    for (int round = 0; round < rounds; ++round) {
        clock.advance(10s);
        onThreads(threads, [&](int) {
            const TtlCache::Load load = [&] {
                ++loads;
                return std::string("next");
            };
            auto answer = cache.get({"k", "s"}, load);
            served += answer.mode == AnswerMode::Cached;
            if (answer.refresh) {
                ++tickets;
                static_cast<void>(cache.refresh(std::move(*answer.refresh), load));
            }
        });
    }
    check(tickets == rounds, "one ticket an expiry");
    check(loads == rounds, "and one load");
    check(served == threads * rounds, "nobody waited");
}

/// A failure and an exception reach everyone who asked, and are one load while they are remembered.
void aFailureIsShared()
{
    ManualClock clock;
    SingleFlight flights({1s, std::nullopt, 10}, clock);
    std::atomic<int> loads{0}, thrown{0}, failed{0};
    for (int round = 0; round < rounds; ++round) {
        clock.advance(1s);
        onThreads(threads, [&](int) {
            try {
                const auto outcome = flights.run({"k", "s"}, [&]() -> Loaded {
                    ++loads;
                    if (round % 2 == 0)
                        throw std::runtime_error("no network");
                    return FailureClass(FailureClass::Kind::Reset);
                });
                failed += !outcome.ok();
            } catch (const std::runtime_error&) {
                ++thrown;
            }
        });
    }
    check(loads == rounds, "one load a round");
    check(thrown == threads * rounds / 2, "what was thrown reached everyone");
    check(failed == threads * rounds / 2, "and so did what failed");
    check(flights.inFlight() == 0, "nothing is in flight");
}

/// Whoever lets go of a flight leaves it to the others: each ask ends with an answer.
void aCancelledLoadStopsNobodyElse()
{
    ManualClock clock;
    SingleFlight flights({}, clock);
    std::atomic<int> answered{0}, cancelled{0}, others{0};
    onThreads(threads, [&](int thread) {
        for (int i = 0; i < rounds; ++i) {
            const bool givesUp = (i + thread) % 3 == 0;
            const auto outcome = flights.run({"k", "s"}, [&]() -> Loaded {
                std::this_thread::yield();
                if (givesUp)
                    return FailureClass(FailureClass::Kind::Cancelled);
                return DatedValue{"x", AgeStamp::obtained(clock.now())};
            });
            ++(outcome.ok() ? answered : cancelled);
            others += !outcome.ok() && outcome.source != SingleFlight::Source::Own;
        }
    });
    check(others == 0, "only one's own load is cancelled");
    check(answered + cancelled == threads * rounds, "every call ended");
    check(flights.inFlight() == 0, "nothing is in flight");
}

/// Once a change was announced, nobody who asks gets what was there before it.
void noAnswerFromBeforeAChange()
{
    ManualClock clock;
    TtlOptions options;
    options.neverExpires = true;
    TtlCache cache(options, clock);
    std::atomic<int> data{0}, announced{0}, older{0}, begun{0};
    std::atomic<bool> done{false};
    onThreads(threads, [&](int thread) {
        if (thread == 0) {
            for (int version = 1; version <= rounds * 4; ++version) {
                const int before = begun;
                data = version;
                cache.invalidate("k");
                announced = version;
                // The next change comes while a load of this one's data is under way.
                while (begun == before)
                    std::this_thread::yield();
            }
            done = true;
            return;
        }
        while (!done) {
            const int least = announced;
            const auto answer = cache.get({"k", "s"}, [&] {
                const int read = data;
                ++begun;
                std::this_thread::yield();
                return std::to_string(read);
            });
            older += std::stoi(*answer.value) < least;
        }
    });
    check(older == 0, "no answer from before a change");
    const auto last = cache.get({"k", "s"}, [&] { return std::to_string(data); });
    check(last.value == std::to_string(rounds * 4), "the last one is there");
}

/// The same through levels, of which the nearest loses its content all the time, so that answers are promoted.
void noLevelBringsBackWhatChanged()
{
    ManualClock clock;
    std::vector<std::unique_ptr<CacheLevel>> levels;
    for (const char* name : {"near", "middle", "far"})
        levels.push_back(std::make_unique<MemoryLevel>(name));
    auto& nearest = *levels.front();
    TieredCache cache(std::move(levels), StalePolicy{}, clock);
    std::atomic<int> data{0}, announced{0}, older{0}, found{0};
    std::atomic<bool> done{false};
    const AnswerKey key{"k", "s"};
    onThreads(threads, [&](int thread) {
        if (thread == 0) {
            for (int version = 1; version <= rounds; ++version) {
                const int before = found;
                data = version;
                cache.invalidate("k");
                announced = version;
                while (found < before + 20)
                    nearest.clear();
            }
            done = true;
            return;
        }
        while (!done) {
            const int least = announced;
            const auto begun = cache.begin("k");
            const auto answer = cache.get(key);
            if (answer.value) {
                older += std::stoi(*answer.value) < least;
                ++found;
            } else {
                const auto read = std::to_string(data);
                std::this_thread::yield();
                cache.put(key, {read, AgeStamp::obtained(clock.now())}, begun);
            }
        }
    });
    check(older == 0, "no level gives an answer from before a change");
    const auto stats = cache.stats();
    check(stats[1].hits > 0, "answers were promoted");
    check(stats[0].hits + stats[1].hits + stats[2].hits == static_cast<std::uint64_t>(found), "every hit is counted");
    check(stats[0].misses == stats[1].hits + stats[1].misses, "and each miss asks the next");
}

} // namespace

int main()
{
    oneLoadAnExpiry();
    oneRefreshAtATime();
    aFailureIsShared();
    aCancelledLoadStopsNobodyElse();
    noAnswerFromBeforeAChange();
    noLevelBringsBackWhatChanged();
    std::printf(failures == 0 ? "all totals exact\n" : "%d checks failed\n", failures);
    return failures == 0 ? 0 : 1;
}
