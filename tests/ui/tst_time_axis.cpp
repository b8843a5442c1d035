// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_axis.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::charts;
using namespace std::chrono_literals;

namespace {

/// 2026-11-30T13:57:18Z, half an hour before the pictures' moment.
const WallTime start{std::chrono::seconds{1796047038}};

TimeAxis halfHour(int width = 420)
{
    return {{start, start + 30min}, 157, width};
}

QStringList labelsOf(const std::vector<TimeTick>& ticks)
{
    QStringList labels;
    for (const auto& tick : ticks)
        labels << tick.label;
    return labels;
}

} // namespace

/// A moment stands at the same pixel in every chart, whatever the charts show, and never outside of the plot.
class TestTimeAxis : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pixels_data();
    void pixels();
    void aPixelGivesTheMomentThatGivesThePixel();
    void anEmptyRangeHasNoPixels();
    void ticks_data();
    void ticks();
    void ticksStandAtRoundMoments();
    void columns();
    void heights_data();
    void heights();
};

void TestTimeAxis::pixels_data()
{
    QTest::addColumn<qint64>("offsetMs");
    QTest::addColumn<int>("pixel");
    QTest::newRow("before the range") << qint64{-60'000} << 157;
    QTest::newRow("first moment") << qint64{0} << 157;
    QTest::newRow("last of the first column") << qint64{4'285} << 157;
    QTest::newRow("first of the second column") << qint64{4'286} << 158;
    QTest::newRow("middle") << qint64{900'000} << 367;
    QTest::newRow("just before the end") << qint64{1'799'999} << 576;
    QTest::newRow("last moment") << qint64{1'800'000} << 577;
    QTest::newRow("after the range") << qint64{9'000'000} << 577;
}

void TestTimeAxis::pixels()
{
    QFETCH(qint64, offsetMs);
    QFETCH(int, pixel);
    QCOMPARE(halfHour().pixelOf(start + std::chrono::milliseconds{offsetMs}), pixel);
}

void TestTimeAxis::aPixelGivesTheMomentThatGivesThePixel()
{
    for (const int width : {165, 420, 421, 1700}) {
        const auto axis = halfHour(width);
        for (int pixel = axis.left; pixel < axis.left + width; ++pixel) {
            QCOMPARE(axis.pixelOf(axis.timeAt(pixel)), pixel);
            if (pixel > axis.left)
                QCOMPARE(axis.pixelOf(axis.timeAt(pixel) - 1ns), pixel - 1);
        }
    }
}

void TestTimeAxis::anEmptyRangeHasNoPixels()
{
    const TimeAxis noTime{{start, start}, 10, 100};
    QVERIFY(noTime.isEmpty());
    QCOMPARE(noTime.pixelOf(start + 1h), 10);
    QVERIFY(noTime.ticks().empty());
    const TimeAxis noWidth{{start, start + 1h}, 10, 0};
    QVERIFY(noWidth.isEmpty());
    QCOMPARE(noWidth.timeAt(50), start);
}

void TestTimeAxis::ticks_data()
{
    QTest::addColumn<int>("seconds");
    QTest::addColumn<int>("width");
    QTest::addColumn<QStringList>("labels");
    QTest::newRow("the pictures' half hour")
        << 1800 << 421 << QStringList{"14:00", "14:05", "14:10", "14:15", "14:20", "14:25"};
    QTest::newRow("narrow") << 1800 << 185 << QStringList{"14:10", "14:20"};
    QTest::newRow("ten minutes") << 600 << 421 << QStringList{"13:58", "14:00", "14:02", "14:04", "14:06"};
    QTest::newRow("half a minute, a store at x60")
        << 30 << 421 << QStringList{"13:57:20", "13:57:25", "13:57:30", "13:57:35", "13:57:40", "13:57:45"};
    QTest::newRow("eight hours") << 28800 << 421
                                 << QStringList{"15:00", "16:00", "17:00", "18:00", "19:00", "20:00", "21:00"};
    QTest::newRow("too narrow for any") << 1800 << 20 << QStringList{};
}

void TestTimeAxis::ticks()
{
    QFETCH(int, seconds);
    QFETCH(int, width);
    QFETCH(QStringList, labels);
    const TimeAxis axis{{start, start + std::chrono::seconds{seconds}}, 157, width};
    QCOMPARE(labelsOf(axis.ticks()), labels);
}

void TestTimeAxis::ticksStandAtRoundMoments()
{
    const auto axis = halfHour();
    for (const auto& tick : axis.ticks()) {
        QCOMPARE(tick.at.time_since_epoch() % 5min, Duration::zero());
        QCOMPARE(tick.pixel, axis.pixelOf(tick.at));
    }
}

void TestTimeAxis::columns()
{
    QCOMPARE(ChartColumns::forWidth(711).plotLeft(), 156);
    QCOMPARE(ChartColumns::forWidth(711).plotWidth(711), 421);
    QCOMPARE(ChartColumns::forWidth(599).plotWidth(455), 183);
    QCOMPARE(ChartColumns::forWidth(100).plotWidth(100), 0);
}

void TestTimeAxis::heights_data()
{
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("lanes");
    QTest::addColumn<int>("rungs");
    QTest::addColumn<int>("lane");
    QTest::newRow("a pane of a 1920x1080 window: no empty ground") << 984 << 8 << 306 << 19;
    QTest::newRow("the most: half as much again") << 1077 << 8 << 348 << 19;
    QTest::newRow("taller still") << 1400 << 8 << 348 << 19;
    QTest::newRow("exactly the design's heights") << 825 << 8 << 232 << 19;
    QTest::newRow("one pixel short: lanes and gaps give way") << 824 << 8 << 253 << 16;
    QTest::newRow("the design's 1280x720 pane") << 607 << 8 << 152 << 16;
    QTest::newRow("far too low: nothing shrinks below a third") << 100 << 8 << 78 << 16;
}

void TestTimeAxis::heights()
{
    QFETCH(int, height);
    QFETCH(int, lanes);
    QFETCH(int, rungs);
    QFETCH(int, lane);
    const auto fit = ColumnHeights::forHeight(height, lanes);
    QCOMPARE(fit.rungs, rungs);
    QCOMPARE(fit.lane, lane);
    QVERIFY(height < 400 || fit.total(lanes) <= height);
}

QTEST_APPLESS_MAIN(TestTimeAxis)
#include "tst_time_axis.moc"
