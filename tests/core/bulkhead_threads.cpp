// SPDX-License-Identifier: GPL-3.0-or-later
// Many threads in one bulkhead and on one quota, without Qt, so that a thread sanitizer sees all of it. Every total is
// exact.
#include "rungwatch/admission/bulkhead.h"
#include "rungwatch/admission/quota.h"
#include "tests/core/thread_check.h"

using namespace rungwatch;
using namespace rungwatch::admission;
using namespace std::chrono_literals;
using namespace rungwatch::testing;

namespace {

constexpr int threads = 6;
constexpr int rounds = 5'000;

void untilWaiting(const Bulkhead& bulkhead, std::size_t waiting)
{
    while (bulkhead.snapshot().waiting != waiting)
        std::this_thread::yield();
}

/// More threads than permits and places: some are admitted at once, some wait, some find it full.
void totalsAreExact()
{
    const SystemClock clock;
    Bulkhead bulkhead({2, 2, std::nullopt}, clock);
    std::atomic<int> inside{0}, most{0};
    std::atomic<std::uint64_t> admitted{0}, refused{0};
    onThreads(threads, [&](int thread) {
        for (int i = 0; i < rounds; ++i) {
            auto entry = (thread + i) % 4 == 0 ? bulkhead.tryEnter() : bulkhead.enter();
            if (!entry) {
                ++refused;
                continue;
            }
            ++admitted;
            const int now = ++inside;
            for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) { }
            std::this_thread::yield();
            --inside;
        }
    });
    const auto seen = bulkhead.snapshot();
    check(most == 2, "both permits were used, and never more");
    check(seen.counts.admitted == admitted, "admitted");
    check(seen.counts.refused == refused, "refused");
    check(seen.counts.gaveUp == 0, "nobody gave up");
    check(admitted + refused == std::uint64_t{threads} * rounds, "every round ended one way");
    check(seen.inFlight == 0 && seen.waiting == 0, "nobody is left");
}

/// Waits that are over, stops and grants race each other; no permit is lost or made by it.
void noPermitIsLostToWhoGaveUp()
{
    SharedClock clock{3us};
    Bulkhead bulkhead({2, 4, 50us}, clock);
    std::atomic<std::uint64_t> admitted{0}, refused{0}, gaveUp{0};
    onThreads(threads, [&](int thread) {
        for (int i = 0; i < rounds; ++i) {
            std::stop_source stop;
            std::thread stopper;
            if (i % 50 == thread)
                stopper = std::thread([&stop] { stop.request_stop(); });
            auto entry = bulkhead.enter(std::nullopt, stop.get_token());
            if (entry)
                ++admitted;
            else
                ++(entry.refusal() == BulkheadRefusal::GaveUp ? gaveUp : refused);
            std::this_thread::yield();
            entry = BulkheadEntry(BulkheadRefusal::Full);
            if (stopper.joinable())
                stopper.join();
        }
    });
    const auto seen = bulkhead.snapshot();
    check(seen.counts.refused == refused, "refused, with stops");
    // A grant that won against a stop was admitted, and given back.
    check(seen.counts.admitted + seen.counts.gaveUp == admitted + gaveUp, "admitted or gave up");
    check(seen.counts.gaveUp <= gaveUp, "who gave up while waiting");
    check(admitted + refused + gaveUp == std::uint64_t{threads} * rounds, "every round ended one way, with stops");
    check(seen.inFlight == 0 && seen.waiting == 0, "nobody is left, with stops");
    auto first = bulkhead.tryEnter();
    auto second = bulkhead.tryEnter();
    check(first && second && !bulkhead.tryEnter(), "both permits are there, and no third");
}

void aWaiterIsServedByWhoLeaves()
{
    ManualClock clock;
    Bulkhead bulkhead({1, 1, std::nullopt}, clock);
    auto held = bulkhead.tryEnter();
    bool served = false;
    std::thread waiter([&] { served = static_cast<bool>(bulkhead.enter()); });
    untilWaiting(bulkhead, 1);
    held.permit().release();
    waiter.join();
    check(served, "the one that waited got the permit");
    check(bulkhead.snapshot().inFlight == 0, "and gave it back");
}

void aWaitEndsByTheClock()
{
    ManualClock clock;
    Bulkhead bulkhead({1, 1, 10min}, clock);
    const auto held = bulkhead.tryEnter();
    std::optional<BulkheadRefusal> refusal;
    std::thread waiter([&] { refusal = bulkhead.enter().refusal(); });
    untilWaiting(bulkhead, 1);
    clock.advance(10min - 1ns);
    bulkhead.tick();
    check(bulkhead.snapshot().waiting == 1, "one nanosecond before the end it waits");
    clock.advance(1ns);
    bulkhead.tick();
    waiter.join();
    check(refusal == BulkheadRefusal::MaxWait, "at the end it is refused");
}

/// Without any tick: the machine's own clock wakes it.
void aWaitEndsByItself()
{
    const SystemClock clock;
    Bulkhead bulkhead({1, 1, 2ms}, clock);
    const auto held = bulkhead.tryEnter();
    const auto began = clock.steadyNow();
    check(bulkhead.enter().refusal() == BulkheadRefusal::MaxWait, "refused after its wait");
    check(clock.steadyNow() - began >= 2ms, "and not before");
    check(bulkhead.enter(clock.steadyNow() + 1ms).refusal() == BulkheadRefusal::Deadline, "its deadline was earlier");
}

void aStopEndsTheWait()
{
    ManualClock clock;
    Bulkhead bulkhead({1, 1, std::nullopt}, clock);
    auto held = bulkhead.tryEnter();
    std::stop_source stop;
    std::optional<BulkheadRefusal> refusal;
    std::thread waiter([&] { refusal = bulkhead.enter(std::nullopt, stop.get_token()).refusal(); });
    untilWaiting(bulkhead, 1);
    stop.request_stop();
    waiter.join();
    check(refusal == BulkheadRefusal::GaveUp, "stopped");
    check(bulkhead.snapshot().waiting == 0, "it left the queue");
    held.permit().release();
    check(static_cast<bool>(bulkhead.tryEnter()), "the permit went to nobody that is gone");
}

/// Work that outlives whoever asked for it keeps its permit until its thread has ended.
void workKeepsItsPermitInItsOwnThread()
{
    const SystemClock clock;
    Bulkhead bulkhead({1, 0, std::nullopt}, clock);
    std::atomic<bool> finish{false};
    auto entry = bulkhead.tryEnter();
    std::thread work([&finish, permit = std::move(entry.permit())] {
        while (!finish)
            std::this_thread::yield();
    });
    check(bulkhead.tryEnter().refusal() == BulkheadRefusal::Full, "the work goes on");
    finish = true;
    work.join();
    check(static_cast<bool>(bulkhead.tryEnter()), "the work has ended");
}

void aQuotaIsUsedExactly()
{
    SharedClock clock{1us};
    Quota quota({10'000, 1h}, SteadyTime{});
    std::atomic<std::int64_t> taken{0}, refused{0};
    onThreads(threads, [&](int) {
        for (int i = 0; i < rounds; ++i)
            ++(quota.take(clock.steadyNow()) ? taken : refused);
    });
    check(taken == 10'000, "the whole quota, and not a unit more");
    const auto seen = quota.current(clock.steadyNow());
    check(seen.used == taken && seen.refused == refused, "and it says so");
}

} // namespace

int main()
{
    totalsAreExact();
    noPermitIsLostToWhoGaveUp();
    aWaiterIsServedByWhoLeaves();
    aWaitEndsByTheClock();
    aWaitEndsByItself();
    aStopEndsTheWait();
    workKeepsItsPermitInItsOwnThread();
    aQuotaIsUsedExactly();
    std::printf(failures == 0 ? "all totals exact\n" : "%d checks failed\n", failures);
    return failures == 0 ? 0 : 1;
}
