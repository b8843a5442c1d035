// SPDX-License-Identifier: GPL-3.0-or-later
// Many threads on one retry budget, and waits that are cancelled from another thread, without Qt, so that a thread
// sanitizer sees all of it. Every total is exact.
#include "rungwatch/retry/retry.h"
#include "tests/core/thread_check.h"

using namespace rungwatch;
using namespace std::chrono_literals;
using namespace rungwatch::testing;

namespace {

/// Within one window the retries that all threads get together are exactly the share of the calls that all made.
void theShareIsExactAcrossThreads()
{
    constexpr int threads = 4;
    constexpr int rounds = 5'000;
    const SteadyTime now{1s};
    RetryBudget budget({Percent{20'000}, 1, 10s});
    std::atomic<int> retries{0};
    onThreads(threads, [&](int) {
        for (int i = 0; i < rounds; ++i) {
            budget.addCalls(1, now);
            if (budget.tryRetry(now))
                ++retries;
        }
    });
    while (budget.tryRetry(now)) // what was asked for before later calls had earned it
        ++retries;
    check(retries == threads * rounds / 5 + 10, "retries are a fifth of the calls and ten");
}

/// A wait of an hour ends as soon as it is cancelled, and the action with it.
void aCancelEndsAWaitUnderWay()
{
    SharedClock clock{1us};
    std::stop_source stop;
    StopWaiter waiter(stop.get_token());
    RetryTerms terms{{}, SafeToRepeat::Yes, Deadline::none()};
    terms.options.backoff = {1h, 1h, Jitter::None};
    const RetryTools tools{clock, waiter, [] { return 0.0; }, nullptr};
    std::atomic<int> calls{0};
    std::jthread canceller([&] {
        while (calls == 0)
            std::this_thread::yield();
        stop.request_stop();
    });
    const auto done = retry(terms, tools, [&](const AttemptCall&) {
        ++calls;
        return Tried<int>{AttemptOutcome::failed(FailureClass::Kind::Timeout), std::nullopt};
    });
    check(done.report.ending() == RetryEnding::Cancelled, "it ended as cancelled");
    check(done.report.state.lastError == FailureClass(FailureClass::Kind::Timeout), "the last real error is kept");
    check(calls == 1, "nothing was called after that");
}

void aWaitPassesWhereNobodyCancels()
{
    std::stop_source stop;
    StopWaiter waiter(stop.get_token());
    check(!waiter.cancelled(), "not cancelled yet");
    check(waiter.wait(1ns), "the wait has passed");
    stop.request_stop();
    check(waiter.cancelled(), "cancelled");
    check(!waiter.wait(Duration::max()), "a wait after that ends at once, however long");
}

} // namespace

int main()
{
    theShareIsExactAcrossThreads();
    aCancelEndsAWaitUnderWay();
    aWaitPassesWhereNobodyCancels();
    return failures == 0 ? 0 : 1;
}
