// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/clock_watch.h"

#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

/// A sleep and a set calendar are told apart, and neither is seen in time that only passes.
class TestClockWatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void timeAloneIsNothing()
    {
        ManualClock clock;
        ClockWatch watch;
        QVERIFY(!watch.look(clock.now()).asleep);
        clock.advance(8h);
        const auto found = watch.look(clock.now());
        QVERIFY(!found.asleep);
        QVERIFY(!found.jumpedBy);
    }

    void aSleepIsNoJump()
    {
        ManualClock clock;
        ClockWatch watch;
        (void)watch.look(clock.now());
        clock.advance(1s);
        clock.suspend(8h);
        const auto found = watch.look(clock.now());
        QCOMPARE(found.asleep.value(), Duration(8h));
        QVERIFY(!found.jumpedBy);
        QVERIFY2(!watch.look(clock.now()).asleep, "told once");
    }

    void aJumpIsNoSleep_data()
    {
        QTest::addColumn<qint64>("milliseconds");
        QTest::addColumn<bool>("seen");
        QTest::newRow("an hour back") << qint64{-3'600'000} << true;
        QTest::newRow("just above the noise") << qint64{251} << true;
        QTest::newRow("the noise") << qint64{250} << false;
        QTest::newRow("the noise, back") << qint64{-250} << false;
        QTest::newRow("just below the noise, back") << qint64{-251} << true;
    }

    void aJumpIsNoSleep()
    {
        QFETCH(qint64, milliseconds);
        QFETCH(bool, seen);
        ManualClock clock;
        ClockWatch watch;
        (void)watch.look(clock.now());
        clock.jumpWall(std::chrono::milliseconds(milliseconds));
        const auto found = watch.look(clock.now());
        QVERIFY(!found.asleep);
        QCOMPARE(found.jumpedBy.has_value(), seen);
        if (seen)
            QCOMPARE(*found.jumpedBy, Duration(std::chrono::milliseconds(milliseconds)));
    }

    void bothAtOnce()
    {
        ManualClock clock;
        ClockWatch watch;
        (void)watch.look(clock.now());
        clock.suspend(10s);
        clock.jumpWall(-5s);
        const auto found = watch.look(clock.now());
        QCOMPARE(found.asleep.value(), Duration(10s));
        QCOMPARE(found.jumpedBy.value(), Duration(-5s));
    }
};

QTEST_APPLESS_MAIN(TestClockWatch)
#include "tst_clock_watch.moc"
