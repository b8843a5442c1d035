// SPDX-License-Identifier: GPL-3.0-or-later
// The paths that every call of a service takes allocate nothing: operator new is counted.
#include "rungwatch/admission/bulkhead.h"
#include "rungwatch/admission/quota.h"
#include "rungwatch/breaker/breaker.h"
#include "rungwatch/ladder/kill_switch.h"
#include "rungwatch/retry/retry_budget.h"
#include "tests/core/thread_check.h"

#include <cstdlib>
#include <new>

using namespace rungwatch;
using namespace rungwatch::breaker;
using namespace std::chrono_literals;
using namespace rungwatch::testing;

namespace {

std::atomic<std::uint64_t> allocations{0};

template <class Work> std::uint64_t allocationsOf(Work work)
{
    const auto before = allocations.load();
    work();
    return allocations.load() - before;
}

Options timed()
{
    Options options;
    options.window = WindowKind::Time;
    options.windowLength = 30s;
    options.failureThreshold = 100'000;
    options.slowRate = Percent{50'000};
    options.slowCall = 1s;
    options.minCalls = 1'000'000;
    return options;
}

void call(Breaker& breaker, ManualClock& clock, bool good)
{
    auto admission = breaker.tryAcquire();
    good ? admission.permit().success(1ms) : admission.permit().failure(1ms);
    clock.advance(1ms);
}

} // namespace

void* operator new(std::size_t size)
{
    ++allocations;
    if (void* memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

namespace {

void aBreakersCalls()
{
    ManualClock clock;
    Breaker breaker("b", timed(), clock);
    call(breaker, clock, true); // this thread's memory for latencies comes with its first call
    check(allocationsOf([&] {
        for (int i = 0; i < 100'000; ++i)
            call(breaker, clock, true);
    }) == 0,
        "successes, through a whole window and more, allocate nothing");
    check(allocationsOf([&] {
        for (int i = 0; i < 100'000; ++i)
            call(breaker, clock, i % 2 == 0);
    }) == 0,
        "nor do failures among them");
    breaker.force(Phase::Open);
    check(allocationsOf([&] {
        for (int i = 0; i < 1'000; ++i)
            check(!breaker.tryAcquire(), "refused");
    }) == 0,
        "nor do refusals");
}

void theOtherGuardsOfACall()
{
    ManualClock clock;
    admission::Bulkhead bulkhead({}, clock);
    admission::Quota quota({1'000'000, 1min}, clock.steadyNow());
    RetryBudget budget;
    const KillSwitch killSwitch;
    check(allocationsOf([&] {
        for (int i = 0; i < 1'000; ++i) {
            check(killSwitch.phase(clock.steadyNow()) == KillSwitch::Phase::Off, "not killed");
            check(quota.take(clock.steadyNow()), "within the quota");
            budget.addCalls(1, clock.steadyNow());
            static_cast<void>(budget.tryRetry(clock.steadyNow()));
            check(bool(bulkhead.tryEnter()), "a permit is free");
            clock.advance(1ms);
        }
    }) == 0,
        "kill switch, quota, retry budget and bulkhead allocate nothing");
}

} // namespace

int main()
{
    aBreakersCalls();
    theOtherGuardsOfACall();
    static int* volatile kept = nullptr; // volatile: or the compiler makes do without
    check(allocationsOf([&] { kept = new int; }) == 1, "allocations are seen at all");
    delete kept;
    std::printf(failures == 0 ? "no allocations\n" : "%d checks failed\n", failures);
    return failures == 0 ? 0 : 1;
}
