// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/coarse.h"

#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

class TestCoarse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMomentIsCutToMicroseconds()
    {
        const auto rounded = coarse(Moment{SteadyTime{1s + 1999ns}, WallTime{2s + 1000ns}, 3s + 999ns});
        QCOMPARE(rounded.steady.time_since_epoch(), Duration(1s + 1us));
        QCOMPARE(rounded.wall.time_since_epoch(), Duration(2s + 1us));
        QCOMPARE(rounded.boot, Duration(3s));
    }

    void anAnswerNeverLooksYounger()
    {
        fleet::PollResult result;
        for (const auto& [at, rounded] :
            {std::pair<Duration, Duration>{20ms, 20ms}, {29'999'999ns, 20ms}, {-1ns, -10ms}}) {
            result.obtainedAt = SteadyTime{at};
            QCOMPARE(coarse(result).obtainedAt.time_since_epoch(), rounded);
        }
    }

    void aLatencyKeepsWhatPeopleRead()
    {
        fleet::PollResult result;
        for (const auto& [latency, rounded] : {std::pair<Duration, Duration>{0ms, 0ms}, {400us, 0ms}, {600us, 1ms},
                 {3'400us, 3ms}, {99'400us, 99ms}, {123ms, 120ms}, {126ms, 130ms}, {1'234ms, 1'200ms}}) {
            result.latency = latency;
            QCOMPARE(coarse(result).latency, rounded);
        }
    }

    void onlyWhatWasReadHasASize()
    {
        fleet::PollResult result;
        result.bytes = 312;
        QCOMPARE(coarse(result).bytes, 312u);
        result.unchanged = true;
        QCOMPARE(coarse(result).bytes, 0u);
    }
};

QTEST_APPLESS_MAIN(TestCoarse)
#include "tst_coarse.moc"
