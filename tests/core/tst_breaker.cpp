// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/breaker/breaker.h"

#include <QTest>

#include <stdexcept>

using namespace rungwatch;
using namespace rungwatch::breaker;
using namespace std::chrono_literals;

namespace {

Options simple()
{
    Options options;
    options.failureThreshold = 2;
    options.cooldown = 15s;
    options.probeTimeout = 5s;
    return options;
}

void trip(Breaker& breaker)
{
    while (auto admission = breaker.tryAcquire())
        admission.permit().failure(1ms);
}

} // namespace

/// The breaker that services call: permits that end exactly once, reading that changes nothing, announcements in order.
class TestBreaker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPermitEndsExactlyOnce()
    {
        ManualClock clock;
        Breaker breaker("b", simple(), clock);
        auto admission = breaker.tryAcquire();
        auto permit = std::move(admission.permit());
        QVERIFY(permit.live());
        permit.success(1ms);
        QVERIFY(!permit.live());
        permit.failure(1ms);
        permit.cancel();
        QCOMPARE(breaker.snapshot().counters.ok, std::uint64_t{1});
        QCOMPARE(breaker.snapshot().counters.failed, std::uint64_t{0});
        QCOMPARE(breaker.snapshot().inFlight, 0U);
    }

    void aPermitThatIsLetGoOfIsCancelledAndGivesItsSlotBack()
    {
        ManualClock clock;
        Breaker breaker("b", simple(), clock);
        trip(breaker);
        clock.advance(15s);
        {
            const auto admission = breaker.tryAcquire();
            QVERIFY(!breaker.tryAcquire());
        }
        QVERIFY(breaker.wouldAdmit());
        auto next = breaker.tryAcquire();
        QVERIFY(bool(next));
        next.permit().success(1ms);
        QVERIFY(breaker.phase() == Phase::Closed);
    }

    void aMovedPermitIsOneCall()
    {
        ManualClock clock;
        Breaker breaker("b", simple(), clock);
        auto first = std::move(breaker.tryAcquire().permit());
        auto second = std::move(breaker.tryAcquire().permit());
        first = std::move(second); // the one that was held is let go of
        QCOMPARE(breaker.snapshot().inFlight, 1U);
        QVERIFY(!second.live()); // NOLINT: that it is empty is what is tested
        first.success(1ms);
        QCOMPARE(breaker.snapshot().counters.ignored, std::uint64_t{1});
        QCOMPARE(breaker.snapshot().counters.ok, std::uint64_t{1});
    }

    void aPermitMayOutliveItsBreaker()
    {
        ManualClock clock;
        Permit permit;
        {
            Breaker breaker("b", simple(), clock);
            permit = std::move(breaker.tryAcquire().permit());
        }
        permit.success(1ms);
        QVERIFY(!permit.live());
    }

    void aLateResultNeverMovesTheState()
    {
        ManualClock clock;
        Breaker breaker("b", simple(), clock);
        auto early = std::move(breaker.tryAcquire().permit());
        auto other = std::move(breaker.tryAcquire().permit());
        trip(breaker);
        clock.advance(15s);
        auto probe = std::move(breaker.tryAcquire().permit());
        early.success(1ms); // would close it
        QVERIFY(breaker.phase() == Phase::HalfOpen);
        other.failure(1ms); // would open it
        QVERIFY(breaker.phase() == Phase::HalfOpen);
        QCOMPARE(breaker.snapshot().counters.late, std::uint64_t{2});
        probe.success(1ms);
        QVERIFY(breaker.phase() == Phase::Closed);
    }

    void failureClassesSayWhatTheyMean_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char* name, const char* verdict) { QTest::newRow(name) << name << verdict; };
        for (const char* name :
            {"timeout", "reset", "refused", "throw", "500", "502", "503", "529_overloaded", "529", "408"})
            row(name, "failure");
        for (const char* name : {"429", "429_quota_spent", "400", "401", "403", "422", "302"})
            row(name, "ignored");
        for (const char* name : {"404", "410"})
            row(name, "success");
        row("cancelled", "cancelled");
    }
    void failureClassesSayWhatTheyMean()
    {
        QFETCH(QString, name);
        QFETCH(QString, verdict);
        const auto failure = FailureClass::fromName(name.toStdString());
        QVERIFY(failure);
        QCOMPARE(QString::fromStdString(std::string(nameOf(verdictOf(*failure)))), verdict);
        QCOMPARE(QString::fromStdString(failure->name()),
            name == QLatin1String("529") ? QStringLiteral("529_overloaded") : name);
    }

    void namesThatAreNoFailureAreRefused()
    {
        for (const char* name : {"", "ok", "200", "299", "600", "50", "5000", "5o3", "Timeout", " 503", "-503"})
            QVERIFY2(!FailureClass::fromName(name), name);
        QVERIFY(FailureClass::fromName("300"));
        QVERIFY(FailureClass::fromName("599"));
    }

    void callerMistakesAreToldFromTheRest()
    {
        for (const char* name : {"400", "401", "403", "404", "422"})
            QVERIFY2(FailureClass::fromName(name)->isCallerMistake(), name);
        for (const char* name : {"408", "429", "429_quota_spent", "500", "302", "timeout", "cancelled"})
            QVERIFY2(!FailureClass::fromName(name)->isCallerMistake(), name);
    }

    void anAllowanceReachedDoesNotOpenIt()
    {
        ManualClock clock;
        Breaker breaker("b", simple(), clock);
        for (int i = 0; i < 100; ++i)
            breaker.tryAcquire().permit().failure(*FailureClass::fromName("429"), 1ms);
        QVERIFY(breaker.phase() == Phase::Closed);
        QCOMPARE(breaker.snapshot().counters.ignored, std::uint64_t{100});
    }

    void readingCausesNoEventAndTakesNoSlot()
    {
        ManualClock clock;
        int events = 0;
        Breaker breaker("b", simple(), clock, [&](const Announcement&) { ++events; });
        trip(breaker);
        QCOMPARE(events, 1);
        clock.advance(15s); // half-open by time, which nobody has stepped
        const auto before = breaker.state();
        std::uint64_t halfOpen = 0;
        for (int i = 0; i < 1'000'000; ++i)
            halfOpen += breaker.phase() == Phase::HalfOpen && breaker.wouldAdmit() ? 1 : 0;
        for (int i = 0; i < 10'000; ++i)
            halfOpen += breaker.snapshot().phase == Phase::HalfOpen && breaker.nextDue() ? 1 : 0;
        QCOMPARE(halfOpen, std::uint64_t{1'010'000});
        QCOMPARE(events, 1);
        QVERIFY(breaker.state().phase == before.phase);
        QVERIFY(breaker.tryAcquire());
    }

    void announcementsAreNumberedAndComeOnceEach()
    {
        ManualClock clock;
        std::vector<Announcement> heard;
        Breaker breaker("b", simple(), clock, [&](const Announcement& a) { heard.push_back(a); });
        trip(breaker);
        clock.advance(15s);
        breaker.tick();
        breaker.tick();
        breaker.tryAcquire().permit().success(1ms);
        QCOMPARE(heard.size(), std::size_t{3});
        for (std::size_t i = 0; i < heard.size(); ++i)
            QCOMPARE(heard[i].seq, std::uint64_t{i + 1});
        QVERIFY(heard[0].transition.to == Phase::Open);
        QVERIFY(heard[1].transition.cause == Cause::Cooldown);
        QVERIFY(heard[2].transition.to == Phase::Closed);
        QCOMPARE(QString::fromStdString(heard[2].breaker), QStringLiteral("b"));
    }

    void aListenerMayCallTheBreakerAndHearsItAllInOrder()
    {
        ManualClock clock;
        Breaker* self = nullptr;
        std::vector<std::uint64_t> heard;
        int depth = 0;
        Breaker breaker("b", simple(), clock, [&](const Announcement& a) {
            QCOMPARE(++depth, 1); // one at a time, not one inside the other
            heard.push_back(a.seq);
            if (a.transition.to == Phase::Open)
                self->force(Phase::Disabled);
            QVERIFY(self->phase() != Phase::Open);
            --depth;
        });
        self = &breaker;
        breaker.tryAcquire().permit().failure(1ms);
        breaker.tryAcquire().permit().failure(1ms);
        QCOMPARE(heard, (std::vector<std::uint64_t>{1, 2}));
    }

    void aListenerThatThrowsIsContainedAndCounted()
    {
        ManualClock clock;
        Breaker breaker("b", simple(), clock, [](const Announcement&) { throw std::runtime_error("listener"); });
        trip(breaker);
        QVERIFY(breaker.phase() == Phase::Open);
        clock.advance(15s);
        breaker.tryAcquire().permit().success(1ms);
        QVERIFY(breaker.phase() == Phase::Closed);
        QCOMPARE(breaker.listenerFailures(), std::uint64_t{3});
    }

    void aSnapshotIsOfOneMoment()
    {
        ManualClock clock;
        Breaker breaker("b", simple(), clock);
        trip(breaker);
        clock.advance(5s);
        auto seen = breaker.snapshot();
        QVERIFY(seen.phase == Phase::Open);
        QVERIFY(seen.inPhaseFor == 5s);
        QVERIFY(seen.nextProbeIn == 10s);
        clock.advance(10s);
        breaker.tryAcquire().permit().failure(1ms);
        clock.advance(1s);
        seen = breaker.snapshot();
        QVERIFY(seen.inPhaseFor == 1s);
        QVERIFY(seen.outageFor == 16s); // since it left closed, through the try between
        clock.advance(14s);
        QVERIFY(breaker.snapshot().phase == Phase::HalfOpen);
        QVERIFY(breaker.snapshot().nextProbeIn == 0s);
    }

    void wallClockJumpsChangeNothing()
    {
        ManualClock clock;
        Breaker breaker("b", simple(), clock);
        trip(breaker);
        clock.jumpWall(-24h);
        QVERIFY(breaker.snapshot().nextProbeIn == 15s);
        clock.jumpWall(48h);
        QVERIFY(breaker.phase() == Phase::Open);
    }
};

QTEST_APPLESS_MAIN(TestBreaker)
#include "tst_breaker.moc"
