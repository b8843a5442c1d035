// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/canary.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::poll;
using namespace std::chrono_literals;

class TestCanary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itSaysTheWholeSecondsOfTheSteadyClock()
    {
        ManualClock clock;
        ResultQueue queue(8, [] {});
        Canary canary(clock, queue);
        clock.advance(41s + 999'999'999ns);
        canary.beat();
        clock.advance(1ns);
        canary.beat();
        const auto taken = queue.take();
        QCOMPARE(taken.results.size(), std::size_t{2});
        QCOMPARE(canaryIn(taken.results[0])->beat, std::uint64_t{41});
        QCOMPARE(canaryIn(taken.results[1])->beat, std::uint64_t{42});
    }

    void anAnswerIsNoCanary()
    {
        fleet::PollResult result;
        result.endpoint = 0;
        QVERIFY(!canaryIn(result));
        result.endpoint = 1'000'000;
        QVERIFY(!canaryIn(result));
    }

    void itBeatsWhenItIsStartedAndThenByItself()
    {
        const SystemClock clock;
        ResultQueue queue(8, [] {});
        Canary canary(clock, queue);
        canary.start();
        QCOMPARE(queue.take().results.size(), std::size_t{1});
        std::size_t more = 0;
        QTRY_VERIFY_WITH_TIMEOUT((more += queue.take().results.size()) > 0, 10'000);
        canary.stop();
    }
};

QTEST_GUILESS_MAIN(TestCanary)
#include "tst_canary.moc"
