// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/retry/behind_breaker.h"

#include <QTest>

#include <memory>
#include <stdexcept>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

/// Passes time instead of waiting; gives up in the middle of wait number `cancelAt`.
class FakeWaiter final : public Waiter {
public:
    explicit FakeWaiter(ManualClock& clock)
        : m_clock(clock)
    {
    }
    [[nodiscard]] bool cancelled() const override { return m_cancelled; }
    [[nodiscard]] bool wait(Duration duration) override
    {
        waits.push_back(duration);
        if (waits.size() == cancelAt) {
            m_clock.advance(duration / 2);
            m_cancelled = true;
            return false;
        }
        m_clock.advance(duration + late);
        return true;
    }
    void cancel() { m_cancelled = true; }

    std::vector<Duration> waits;
    std::size_t cancelAt{0};
    Duration late{0};

private:
    ManualClock& m_clock;
    bool m_cancelled{false};
};

/// One dependency that answers by a list, its last word for ever; every call takes `takes`.
struct Bench {
    ManualClock clock;
    FakeWaiter waiter{clock};
    RetryTools tools{clock, waiter, [] { return 0.0; }, nullptr};
    RetryTerms terms{{}, SafeToRepeat::Yes, Deadline::none()};
    std::vector<std::string> answers;
    Duration takes{100ms};
    std::vector<AttemptCall> calls;

    Tried<std::string> call(const AttemptCall& attempt)
    {
        calls.push_back(attempt);
        clock.advance(takes);
        const auto& word = answers[std::min(calls.size(), answers.size()) - 1];
        if (word == "ok")
            return {AttemptOutcome::ok(), "answer " + std::to_string(calls.size())};
        return {AttemptOutcome::failed(FailureClass::fromName(word).value()), std::nullopt};
    }
    Retried<std::string> run()
    {
        return retry(terms, tools, [this](const AttemptCall& attempt) { return call(attempt); });
    }
    Retried<std::string> runBehind(breaker::Breaker& breaker)
    {
        return callBehind(breaker, terms, tools, [this](const AttemptCall& attempt) { return call(attempt); });
    }
};

breaker::Options tripsAfter(std::uint32_t failures)
{
    breaker::Options options;
    options.failureThreshold = failures;
    return options;
}

} // namespace

/// An action is tried again by the rules, within its deadline, and until whoever asked gives up.
class TestRetry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itGoesOnUntilItSucceeds()
    {
        Bench bench;
        bench.answers = {"timeout", "503", "ok"};
        const auto done = bench.run();
        QVERIFY(done.report.outcome() == RetryOutcome::Ok);
        QVERIFY(done.value == "answer 3");
        QCOMPARE(done.report.state.attempts, 3);
        QVERIFY(done.report.state.lastError == FailureClass::fromHttpStatus(503));
        QVERIFY(bench.waiter.waits == (std::vector<Duration>{1s, 2s}));
        QVERIFY(done.report.waited == 3s);
        QCOMPARE(bench.calls[2].number, 3);
    }

    void outgoingCallsAreCountedExactly()
    {
        for (const auto& [attempts, calls] : {std::pair{1, 1}, std::pair{3, 3}, std::pair{4, 4}}) {
            Bench bench;
            bench.answers = {"503"};
            bench.terms.options.maxAttempts = attempts;
            const auto done = bench.run();
            QVERIFY(done.report.ending() == RetryEnding::Attempts);
            QCOMPARE(int(bench.calls.size()), calls);
            QCOMPARE(int(bench.waiter.waits.size()), calls - 1); // none after the last
            QVERIFY(!done.value);
        }
    }

    void itReportsTheLastRealErrorInsteadOfWaitingPastTheDeadline()
    {
        Bench bench;
        bench.answers = {"503", "timeout"};
        bench.takes = 0s;
        bench.terms.deadline = Deadline::after(bench.clock.steadyNow(), 3s);
        const auto done = bench.run();
        QVERIFY(done.report.ending() == RetryEnding::Deadline);
        QVERIFY(done.report.state.lastError == FailureClass::Kind::Timeout);
        QVERIFY(bench.waiter.waits == (std::vector<Duration>{1s})); // 1 s + 2 s would reach it
        QVERIFY(bench.clock.steadyNow() == SteadyTime{1s});
    }

    void nothingStartsWithoutTime()
    {
        Bench bench;
        bench.answers = {"ok"};
        bench.terms.deadline = Deadline::at(bench.clock.steadyNow());
        const auto done = bench.run();
        QVERIFY(done.report.ending() == RetryEnding::Deadline);
        QVERIFY(bench.calls.empty());
        QVERIFY(!done.report.state.lastError);
    }

    void aWaitThatTookTooLongStartsNothing()
    {
        Bench bench;
        bench.answers = {"503", "ok"};
        bench.terms.deadline = Deadline::after(bench.clock.steadyNow(), 5s);
        bench.waiter.late = 10s;
        const auto done = bench.run();
        QVERIFY(done.report.ending() == RetryEnding::Deadline);
        QVERIFY(done.report.state.lastError == FailureClass::fromHttpStatus(503));
        QCOMPARE(bench.calls.size(), std::size_t(1));
    }

    void anAttemptIsToldHowLongItMayTake()
    {
        Bench bench;
        bench.answers = {"timeout", "timeout", "ok"};
        bench.takes = 2s;
        bench.terms.options.attemptLimit = 4s;
        bench.terms.deadline = Deadline::after(bench.clock.steadyNow(), 10s);
        QVERIFY(bench.run().report.outcome() == RetryOutcome::Ok);
        QVERIFY(bench.calls[0].limit == 4s);
        QVERIFY(bench.calls[1].limit == 4s);
        QVERIFY(bench.calls[2].limit == 3s); // 10 s - 2 - 1 - 2 - 2
    }

    void aWaitOfNoughtNeverTouchesTheWaiter()
    {
        Bench bench;
        bench.answers = {"503", "503", "ok"};
        bench.terms.options.backoff = {0s, 30s, Jitter::None};
        QVERIFY(bench.run().report.outcome() == RetryOutcome::Ok);
        QVERIFY(bench.waiter.waits.empty());
    }

    void cancelledBeforeNothingIsCalled()
    {
        Bench bench;
        bench.answers = {"ok"};
        bench.waiter.cancel();
        QVERIFY(bench.run().report.ending() == RetryEnding::Cancelled);
        QVERIFY(bench.calls.empty());
    }

    void cancelledInAnAttemptNothingFollowsIt()
    {
        Bench bench;
        bench.answers = {"503"};
        const auto done = retry(bench.terms, bench.tools, [&](const AttemptCall& attempt) {
            bench.waiter.cancel();
            return bench.call(attempt);
        });
        QVERIFY(done.report.ending() == RetryEnding::Cancelled);
        QCOMPARE(bench.calls.size(), std::size_t(1));
        QVERIFY(bench.waiter.waits.empty());
        QVERIFY(done.report.state.lastError == FailureClass::fromHttpStatus(503));
    }

    void cancelledInAWaitNothingFollowsIt()
    {
        Bench bench;
        bench.answers = {"503"};
        bench.waiter.cancelAt = 2;
        const auto done = bench.run();
        QVERIFY(done.report.ending() == RetryEnding::Cancelled);
        QVERIFY(done.report.outcome() == RetryOutcome::Fatal);
        QCOMPARE(bench.calls.size(), std::size_t(2));
        QVERIFY(done.report.waited == 2s); // 1 s, and half of 2 s
        QVERIFY(done.report.state.lastError == FailureClass::fromHttpStatus(503));
    }

    void cancelledAfterASuccessItIsASuccess()
    {
        Bench bench;
        bench.answers = {"ok"};
        const auto done = retry(bench.terms, bench.tools, [&](const AttemptCall& attempt) {
            bench.waiter.cancel();
            return bench.call(attempt);
        });
        QVERIFY(done.report.outcome() == RetryOutcome::Ok);
        QVERIFY(done.value == "answer 1");
    }

    void aSharedBudgetEndsTheRetriesOfAll()
    {
        Bench bench;
        bench.answers = {"503"};
        RetryBudget budget({Percent{0}, 0.2, 10s}); // two retries, however many calls
        bench.tools.budget = &budget;
        bench.terms.options.backoff = {0s, 0s, Jitter::None};
        QVERIFY(bench.run().report.ending() == RetryEnding::Budget);
        QCOMPARE(bench.calls.size(), std::size_t(3));
        QVERIFY(bench.run().report.ending() == RetryEnding::Budget);
        QCOMPARE(bench.calls.size(), std::size_t(4)); // the first call of an action is never held back
    }

    void whatTheWorkThrowsPassesThrough()
    {
        Bench bench;
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(retry(bench.terms, bench.tools,
                                     [](const AttemptCall&) -> Tried<int> { throw std::runtime_error("bug"); })),
            std::runtime_error);
    }

    void workThatTimedOutKeepsItsPermitUntilItReallyEnded()
    {
        Bench bench;
        bench.answers = {"timeout"};
        bench.terms.options.maxAttempts = 3;
        // A permit that gives itself back when the last holder lets go; the work that goes on is a holder.
        const auto bulkhead = std::make_shared<int>(0);
        std::vector<std::shared_ptr<int>> stillRunning;
        const auto done = retry(bench.terms, bench.tools, [&](const AttemptCall& attempt) {
            auto permit = bulkhead;
            auto tried = bench.call(attempt);
            stillRunning.push_back(std::move(permit));
            return tried;
        });
        QVERIFY(done.report.ending() == RetryEnding::Attempts);
        QCOMPARE(bulkhead.use_count(), 4L); // ours, and one for each call that has not ended
        stillRunning.pop_back();
        QCOMPARE(bulkhead.use_count(), 3L);
    }

    void oneExhaustedActionIsOneFailureForTheBreaker()
    {
        Bench bench;
        bench.answers = {"timeout"};
        breaker::Breaker breaker("b", tripsAfter(2), bench.clock);
        QVERIFY(bench.runBehind(breaker).report.ending() == RetryEnding::Attempts);
        QCOMPARE(bench.calls.size(), std::size_t(4));
        QCOMPARE(breaker.snapshot().counters.failed, std::uint64_t(1));
        QVERIFY(breaker.phase() == breaker::Phase::Closed);
        static_cast<void>(bench.runBehind(breaker));
        QVERIFY(breaker.phase() == breaker::Phase::Open);
        QCOMPARE(bench.calls.size(), std::size_t(8));
        const auto waits = bench.waiter.waits.size();
        const auto refused = bench.runBehind(breaker);
        QVERIFY(refused.report.outcome() == RetryOutcome::Refused);
        QVERIFY(refused.report.state.refusedBy == RefusedBy::Breaker);
        QCOMPARE(bench.calls.size(), std::size_t(8));
        QCOMPARE(bench.waiter.waits.size(), waits); // nothing waited either
    }

    void anActionThatSucceedsInTheEndIsASuccess()
    {
        Bench bench;
        bench.answers = {"timeout", "ok"};
        breaker::Breaker breaker("b", tripsAfter(1), bench.clock);
        QVERIFY(bench.runBehind(breaker).value == "answer 2");
        QCOMPARE(breaker.snapshot().counters.ok, std::uint64_t(1));
        QCOMPARE(breaker.snapshot().counters.failed, std::uint64_t(0));
    }

    void whatSaysNothingAboutTheDependencyEndsNoBreakersRun()
    {
        Bench bench;
        bench.answers = {"503"};
        breaker::Breaker breaker("b", tripsAfter(1), bench.clock);
        bench.waiter.cancelAt = 1;
        QVERIFY(bench.runBehind(breaker).report.ending() == RetryEnding::Cancelled);
        bench.terms.deadline = Deadline::at(bench.clock.steadyNow());
        static_cast<void>(bench.runBehind(breaker));
        const auto full = callBehind(breaker, bench.terms, bench.tools, [](const AttemptCall&) {
            return Tried<int>{AttemptOutcome::refused(RefusedBy::Bulkhead), {}};
        });
        QVERIFY(!full.value);
        QVERIFY(breaker.phase() == breaker::Phase::Closed);
        QCOMPARE(breaker.snapshot().counters.failed, std::uint64_t(0));
        QCOMPARE(breaker.snapshot().inFlight, std::uint32_t(0));
    }

    void aThrowIsAFailureForTheBreaker()
    {
        Bench bench;
        breaker::Breaker breaker("b", tripsAfter(1), bench.clock);
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(callBehind(breaker, bench.terms, bench.tools,
                                     [](const AttemptCall&) -> Tried<int> { throw std::runtime_error("bug"); })),
            std::runtime_error);
        QVERIFY(breaker.phase() == breaker::Phase::Open);
    }
};

QTEST_APPLESS_MAIN(TestRetry)
#include "tst_retry.moc"
