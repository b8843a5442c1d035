// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/retry/retry_step.h"

#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

FailureClass classOf(const char* name)
{
    return FailureClass::fromName(name).value();
}

QString word(RetryAllowance allowance)
{
    return QString::fromStdString(std::string(nameOf(allowance)));
}

const SteadyTime start{100s};

/// The seeds' settings without jitter, safe to repeat.
RetryTerms seedTerms(Deadline deadline = Deadline::none())
{
    RetryOptions options;
    options.backoff.jitter = Jitter::None;
    return {options, SafeToRepeat::Yes, deadline};
}

/// The failures one after the other, each at once: "1 2 4 attempts".
QString course(const std::vector<const char*>& failures, const RetryTerms& terms)
{
    RetryState state;
    QStringList said;
    for (const auto* name : failures) {
        const auto step = stepRetry(state, AttemptOutcome::failed(classOf(name)), terms, start, 0.0);
        state = step.state;
        if (state.ending) {
            said << QString::fromStdString(std::string(nameOf(*state.ending)));
            break;
        }
        said << QString::number(toSeconds(step.wait));
    }
    return said.join(' ');
}

} // namespace

/// Which failures another attempt may follow, how often, and after what wait.
class TestRetryPolicy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyClassHasItsAllowance_data()
    {
        QTest::addColumn<QString>("safe");
        QTest::addColumn<QString>("unsafe");
        const auto row = [](const char* name, const char* safe, const char* unsafe) {
            QTest::newRow(name) << QString(safe) << QString(unsafe);
        };
        row("timeout", "allowed", "never");
        row("408", "allowed", "never");
        row("503", "allowed", "never");
        row("529_overloaded", "allowed", "never");
        row("429", "allowed", "allowed"); // refused before any work
        row("refused", "allowed", "allowed"); // no connection, no work
        row("500", "once", "never");
        row("502", "once", "never");
        row("504", "once", "never");
        row("599", "once", "never");
        row("reset", "once", "never");
        for (const char* name :
            {"400", "401", "403", "404", "409", "410", "422", "499", "301", "429_quota_spent", "cancelled", "throw"})
            row(name, "never", "never");
    }
    void everyClassHasItsAllowance()
    {
        QFETCH(QString, safe);
        QFETCH(QString, unsafe);
        const auto failure = classOf(QTest::currentDataTag());
        QCOMPARE(word(retryAllowanceOf(failure, SafeToRepeat::Yes)), safe);
        QCOMPARE(word(retryAllowanceOf(failure, SafeToRepeat::No)), unsafe);
    }

    void threeRetriesAreFourAttempts()
    {
        QCOMPARE(course({"timeout", "503", "429", "529"}, seedTerms()), QStringLiteral("1 2 4 attempts"));
    }

    void maxAttemptsCountsAttempts()
    {
        auto terms = seedTerms();
        terms.options.maxAttempts = 1;
        QCOMPARE(course({"timeout"}, terms), QStringLiteral("attempts"));
        terms.options.maxAttempts = 3;
        QCOMPARE(course({"timeout", "timeout", "timeout"}, terms), QStringLiteral("1 2 attempts"));
        terms.options.maxAttempts = 0;
        QCOMPARE(terms.options.fault()->where, std::string("max_attempts"));
        terms.options.maxAttempts = 1001;
        QCOMPARE(terms.options.fault()->where, std::string("max_attempts"));
        terms.options.maxAttempts = 1000;
        QVERIFY(!terms.options.fault());
    }

    void otherSettingsOutOfRangeAreNamed()
    {
        RetryOptions options;
        options.backoff.max = 0s;
        QCOMPARE(options.fault()->where, std::string("max_s"));
        options = {};
        options.attemptLimit = 0s;
        QCOMPARE(options.fault()->where, std::string("attempt_limit_s"));
        options = {};
        options.quotaPause = 0s;
        QCOMPARE(options.fault()->where, std::string("quota_pause_s"));
        options.quotaPause = 24h * 30;
        QVERIFY(!options.fault());
        options.quotaPause += 1ns;
        QVERIFY(options.fault().has_value());
    }

    void anAmbiguousFailureIsRetriedOncePerAction()
    {
        QCOMPARE(course({"500", "500"}, seedTerms()), QStringLiteral("1 allowance"));
        QCOMPARE(course({"500", "reset"}, seedTerms()), QStringLiteral("1 allowance"));
        QCOMPARE(course({"timeout", "reset", "timeout", "503"}, seedTerms()), QStringLiteral("1 2 4 attempts"));
        QCOMPARE(course({"reset", "timeout", "500"}, seedTerms()), QStringLiteral("1 2 allowance"));
    }

    void whatIsNeverRetriedEndsAtOnce()
    {
        QCOMPARE(course({"400"}, seedTerms()), QStringLiteral("class"));
        QCOMPARE(course({"503", "401"}, seedTerms()), QStringLiteral("1 class"));
        QCOMPARE(course({"cancelled"}, seedTerms()), QStringLiteral("cancelled"));
        auto terms = seedTerms();
        terms.safe = SafeToRepeat::No;
        QCOMPARE(course({"timeout"}, terms), QStringLiteral("class"));
        QCOMPARE(course({"refused", "429", "reset"}, terms), QStringLiteral("1 2 class"));
    }

    void aSpentQuotaLeavesTheRungForAWhile()
    {
        const auto stepOf = [](const char* name, std::optional<Duration> retryAfter) {
            return stepRetry({}, AttemptOutcome::failed(classOf(name), retryAfter), seedTerms(), start, 0.0);
        };
        auto step = stepOf("429_quota_spent", std::nullopt);
        QVERIFY(step.state.ending == RetryEnding::QuotaSpent);
        QVERIFY(step.state.leaveFor == 15min);
        QVERIFY(stepOf("429_quota_spent", 5h).state.leaveFor == 5h);
        QVERIFY(stepOf("429_quota_spent", Duration::max()).state.leaveFor == 24h * 30);
        // A limit that asks for longer than is ever waited here is one that will not come back soon.
        step = stepOf("429", 30s + 1ns);
        QVERIFY(step.state.ending == RetryEnding::QuotaSpent);
        QVERIFY(step.state.leaveFor == 30s + 1ns);
        step = stepOf("429", 30s);
        QVERIFY(!step.state.ending);
        QVERIFY(step.wait == 30s);
        QVERIFY(!stepOf("503", 1h).state.leaveFor);
    }

    void aRetryAfterIsNeverUndercutAndNeverPastTheCap()
    {
        const auto waitFor = [](std::optional<Duration> retryAfter) {
            return stepRetry({}, AttemptOutcome::failed(classOf("503"), retryAfter), seedTerms(), start, 0.0).wait;
        };
        QVERIFY(waitFor(std::nullopt) == 1s);
        QVERIFY(waitFor(0s) == 1s);
        QVERIFY(waitFor(7s) == 7s);
        QVERIFY(waitFor(30s) == 30s);
        QVERIFY(waitFor(1h) == 30s);
        QVERIFY(waitFor(Duration::max()) == 30s);
    }

    void noWaitReachesTheDeadline()
    {
        const auto at = [](Duration budget) {
            return course({"timeout", "timeout"}, seedTerms(Deadline::after(start, budget)));
        };
        QCOMPARE(at(1s), QStringLiteral("deadline"));
        QCOMPARE(at(1s + 1ns), QStringLiteral("1 deadline"));
        QCOMPARE(at(2s + 1ns), QStringLiteral("1 2"));
    }

    void aRefusalIsNeitherRetriedNorAnAttempt()
    {
        auto step = stepRetry({}, AttemptOutcome::failed(classOf("503")), seedTerms(), start, 0.0);
        for (const auto by : {RefusedBy::Breaker, RefusedBy::Bulkhead, RefusedBy::KillSwitch}) {
            const auto refused = stepRetry(step.state, AttemptOutcome::refused(by), seedTerms(), start, 0.0).state;
            QVERIFY(refused.ending == RetryEnding::Refusal);
            QVERIFY(refused.refusedBy == by);
            QCOMPARE(refused.attempts, 1);
            QVERIFY(refused.lastError == classOf("503")); // the real error is not hidden
        }
    }

    void everyEndingHasItsWord()
    {
        const std::vector<std::pair<RetryEnding, RetryOutcome>> expected{{RetryEnding::Ok, RetryOutcome::Ok},
            {RetryEnding::Attempts, RetryOutcome::Exhausted}, {RetryEnding::Deadline, RetryOutcome::Exhausted},
            {RetryEnding::Allowance, RetryOutcome::Exhausted}, {RetryEnding::Budget, RetryOutcome::Exhausted},
            {RetryEnding::Refusal, RetryOutcome::Refused}, {RetryEnding::Class, RetryOutcome::Fatal},
            {RetryEnding::QuotaSpent, RetryOutcome::Fatal}, {RetryEnding::Cancelled, RetryOutcome::Fatal}};
        QCOMPARE(expected.size(), enumNames(RetryEnding{}).size());
        for (const auto& [ending, outcome] : expected)
            QVERIFY(outcomeOf(ending) == outcome);
    }
};

QTEST_APPLESS_MAIN(TestRetryPolicy)
#include "tst_retry_policy.moc"
