// SPDX-License-Identifier: GPL-3.0-or-later
// Many threads on one breaker, without Qt, so that a thread sanitizer sees all of it. Every total is exact.
#include "rungwatch/breaker/breaker.h"
#include "tests/core/thread_check.h"

#include <algorithm>
#include <memory>
#include <random>

using namespace rungwatch;
using namespace rungwatch::breaker;
using namespace std::chrono_literals;
using namespace rungwatch::testing;

namespace {

constexpr int threads = 4;
constexpr int rounds = 20'000;

/// Trips, probes and closes all the time; what each thread did adds up to what the breaker says.
void totalsAreExact()
{
    SharedClock clock{20us};
    Options options;
    options.failureThreshold = 3;
    options.cooldown = 2ms;
    options.halfOpenPermits = 2;
    options.closeAfter = 2;
    std::uint64_t lastSeq = 0;
    bool inOrder = true;
    Phase heard = Phase::Closed;
    Breaker breaker("b", options, clock, [&](const Announcement& a) {
        inOrder = inOrder && a.seq == lastSeq + 1 && a.transition.from == heard;
        lastSeq = a.seq;
        heard = a.transition.to;
    });
    std::atomic<std::uint64_t> ok{0}, failed{0}, ignored{0}, refused{0};
    onThreads(threads, [&](int thread) {
        std::mt19937_64 random(static_cast<std::uint64_t>(thread));
        for (int i = 0; i < rounds; ++i) {
            auto admission = breaker.tryAcquire();
            if (!admission) {
                ++refused;
                continue;
            }
            switch (random() % 4) {
            case 0:
                admission.permit().failure(1ms);
                ++failed;
                break;
            case 1:
                ++ignored; // let go of
                break;
            default:
                admission.permit().success(1ms);
                ++ok;
            }
            static_cast<void>(breaker.snapshot());
        }
    });
    const auto seen = breaker.snapshot();
    check(seen.counters.ok == ok, "successes");
    check(seen.counters.failed == failed, "failures");
    check(seen.counters.ignored == ignored, "cancelled calls");
    check(seen.counters.rejected == refused, "refusals");
    check(ok + failed + ignored + refused == std::uint64_t{threads} * rounds, "every round ended one way");
    check(breaker.state().inFlight() == 0, "nothing is in flight");
    check(inOrder, "announcements in order, each following from the one before");
    check(lastSeq > 100, "it changed often enough to show anything");
}

/// A breaker that stays closed: nearly all of it goes without the lock, and still every call is in the window, once.
void successesAreCountedOnceEach(WindowKind window)
{
    SharedClock clock{100ns};
    Options options;
    options.window = window;
    options.windowSize = 1'000;
    options.windowLength = 1h;
    options.failureThreshold = 1'000'000;
    options.slowCall = 1s;
    Breaker breaker("b", options, clock);
    std::atomic<bool> done{false};
    std::atomic<std::uint64_t> mostInFlight{0};
    std::thread watcher([&] {
        while (!done)
            mostInFlight = std::max<std::uint64_t>(mostInFlight, breaker.snapshot().inFlight);
    });
    onThreads(threads, [&](int thread) {
        for (int i = 0; i < rounds; ++i) {
            auto admission = breaker.tryAcquire();
            if (i % 1'000 == thread)
                admission.permit().failure(1ms);
            else if (i % 500 == thread)
                admission.permit().success(2s); // slow
            else
                admission.permit().success(1ms);
        }
    });
    done = true;
    watcher.join();
    const auto calls = std::uint64_t{threads} * rounds;
    const auto failed = std::uint64_t{threads} * (rounds / 1'000);
    const auto seen = breaker.snapshot();
    check(seen.counters.ok == calls - failed, "every success is counted once");
    check(seen.counters.failed == failed, "every failure is counted once");
    check(seen.counters.slow == failed, "every slow call is counted once");
    check(seen.inFlight == 0 && mostInFlight <= threads, "no more calls under way than threads");
    check(breaker.metrics().calls == calls, "every call has a latency");
    check(breaker.latencies().count() == calls, "every latency is recorded once");
    if (window == WindowKind::Time)
        check(seen.figures.calls == calls && seen.figures.failed == failed, "every call is in the time window");
    else
        check(seen.figures.calls == 1'000, "the window holds as many calls as its size");
}

/// Permits are ended by another thread than the one that got them, and outlive their breaker: who is last cleans up
/// (an address sanitizer sees what is left or touched too late).
void permitsMayOutliveTheBreaker()
{
    for (int round = 0; round < 200; ++round) {
        ManualClock clock;
        Options options;
        options.failureThreshold = 2;
        std::atomic<int> announced{0};
        auto breaker = std::make_unique<Breaker>("b", options, clock, [&](const Announcement&) { ++announced; });
        std::vector<Permit> permits(threads * 4);
        onThreads(threads, [&](int thread) {
            for (int i = 0; i < 4; ++i)
                permits[static_cast<std::size_t>(thread * 4 + i)] = std::move(breaker->tryAcquire().permit());
        });
        check(breaker->snapshot().inFlight == threads * 4, "all are under way");
        onThreads(threads, [&](int thread) {
            if (thread == 0)
                breaker.reset(); // the pointer: the breaker is gone
            for (int i = 0; i < 4; ++i) {
                auto& permit = permits[static_cast<std::size_t>(((thread + 1) % threads) * 4 + i)];
                // No failures: with the breaker goes its listener, which is this thread's to keep until then.
                i % 2 == 0 ? permit.success(1ms) : permit.ignore();
            }
        });
        check(announced == 0, "nothing changed");
    }
}

/// All threads ask at the moment that a cooldown ends: exactly one gets the slot.
void oneProbeAtATime()
{
    ManualClock clock;
    Options options;
    options.failureThreshold = 1;
    options.cooldown = 1s;
    Breaker breaker("b", options, clock);
    breaker.tryAcquire().permit().failure(1ms);
    for (int round = 0; round < 200; ++round) {
        clock.advance(1s);
        std::atomic<int> admitted{0};
        std::vector<Permit> kept(threads);
        onThreads(threads, [&](int thread) {
            if (auto admission = breaker.tryAcquire()) {
                ++admitted;
                kept[static_cast<std::size_t>(thread)] = std::move(admission.permit());
            }
        });
        check(admitted == 1, "one probe");
        for (auto& permit : kept)
            permit.failure(1ms); // the empty ones do nothing
    }
    check(breaker.snapshot().counters.opened == 201, "each failed probe opened it again");
    check(breaker.snapshot().counters.outages == 1, "and all of it was one outage");
}

/// The threshold is announced once, however many threads reach it together.
void oneOpeningIsOneEvent()
{
    for (int round = 0; round < 200; ++round) {
        ManualClock clock;
        std::atomic<int> opened{0};
        Options options;
        options.failureThreshold = 4;
        Breaker breaker("b", options, clock, [&](const Announcement&) { ++opened; });
        onThreads(threads, [&](int) {
            for (int i = 0; i < 4; ++i)
                if (auto admission = breaker.tryAcquire())
                    admission.permit().failure(1ms);
        });
        check(opened == 1, "one announcement");
    }
}

} // namespace

int main()
{
    totalsAreExact();
    successesAreCountedOnceEach(WindowKind::Consecutive);
    successesAreCountedOnceEach(WindowKind::Count);
    successesAreCountedOnceEach(WindowKind::Time);
    permitsMayOutliveTheBreaker();
    oneProbeAtATime();
    oneOpeningIsOneEvent();
    std::printf(failures == 0 ? "all totals exact\n" : "%d checks failed\n", failures);
    return failures == 0 ? 0 : 1;
}
