// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plotted.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::charts;
using namespace std::chrono_literals;

namespace {

const WallTime start{std::chrono::seconds{1796047200}};
const TimeAxis axis{{start, start + 100s}, 0, 100};

IntervalSample interval(int fromS, int toS, std::vector<double> shares)
{
    return {start + std::chrono::seconds{fromS}, start + std::chrono::seconds{toS}, std::move(shares), {}, {}};
}

std::vector<int> ints(const QVector<int>& values)
{
    return {values.begin(), values.end()};
}

} // namespace

/// What is drawn is what was read: rungs add up, an age ends where readings end, and every value is on its scale.
class TestPlotted : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rungsStandOnEachOther();
    void anIntervalWithoutSharesIsAGapInEveryRung();
    void anAgeHoldsUntilTheNext();
    void anAgeEndsWhereReadingsEnd();
    void scales_data();
    void scales();
    void labels_data();
    void labels();
};

void TestPlotted::rungsStandOnEachOther()
{
    const auto areas = stackedAreas({interval(0, 50, {99, 1, 0}), interval(50, 100, {0, 47, 53})}, 3, axis);
    QCOMPARE(areas.size(), std::size_t{3});
    QCOMPARE(areas[0].lower, (std::vector<Run>{{{0, 0}, {100, 0}}}));
    QCOMPARE(areas[0].upper, (std::vector<Run>{{{0, 99}, {50, 99}, {50, 0}, {100, 0}}}));
    QCOMPARE(areas[1].lower, areas[0].upper);
    QCOMPARE(areas[1].upper, (std::vector<Run>{{{0, 100}, {50, 100}, {50, 47}, {100, 47}}}));
    QCOMPARE(areas[2].upper, (std::vector<Run>{{{0, 100}, {100, 100}}}));
    // A rung that answers nothing has no edge there.
    QCOMPARE(areas[0].edge, (std::vector<Run>{{{0, 99}, {50, 99}}}));
    QCOMPARE(areas[2].edge, (std::vector<Run>{{{50, 100}, {100, 100}}}));
}

void TestPlotted::anIntervalWithoutSharesIsAGapInEveryRung()
{
    const auto areas = stackedAreas(
        {interval(0, 20, {60, 40}), interval(20, 40, {}), interval(40, 60, {70, 30}), interval(80, 90, {0, 100})}, 2,
        axis);
    for (const auto& area : areas) {
        QCOMPARE(area.lower.size(), std::size_t{3});
        QCOMPARE(area.upper.size(), std::size_t{3});
    }
    QCOMPARE(areas[1].upper[0].back().x(), 20.0);
    QCOMPARE(areas[1].upper[1].front().x(), 40.0);
    QCOMPARE(areas[1].upper[2].front().x(), 80.0);
}

void TestPlotted::anAgeHoldsUntilTheNext()
{
    const auto samples = ageSamples({{start, 10.0}, {start + 1s, 11.0}, {start + 2s, std::nullopt}}, {}, start + 5s);
    QCOMPARE(samples.size(), std::size_t{3});
    QCOMPARE(samples[0].to, start + 1s);
    QCOMPARE(samples[1].value, std::optional{11.0});
    QVERIFY(!samples[2].value);
    QCOMPARE(samples[2].to, start + 5s);
}

void TestPlotted::anAgeEndsWhereReadingsEnd()
{
    const std::vector<Gap> gaps{{start + 3s, start + 20s}};
    const auto samples = ageSamples({{start, 10.0}, {start + 2s, 12.0}, {start + 20s, 3.0}}, gaps, start + 25s);
    QCOMPARE(samples[0].to, start + 2s);
    QCOMPARE(samples[1].to, start + 3s);
    QCOMPARE(samples[2].from, start + 20s);
    QCOMPARE(samples[2].to, start + 25s);
}

void TestPlotted::scales_data()
{
    QTest::addColumn<double>("highest");
    QTest::addColumn<double>("limit");
    QTest::addColumn<double>("top");
    QTest::newRow("nothing known") << 0.0 << 0.0 << 1.0;
    QTest::newRow("p95 of the lab, trip 10 s") << 15.0 << 10.0 << 20.0;
    QTest::newRow("twice the limit at least") << 0.5 << 10.0 << 20.0;
    QTest::newRow("exactly at the top") << 20.0 << 10.0 << 20.0;
    QTest::newRow("just over it") << 20.1 << 10.0 << 40.0;
    QTest::newRow("a hundredth") << 0.03 << 0.0 << 1.0;
    QTest::newRow("large") << 730.0 << 0.0 << 1000.0;
}

void TestPlotted::scales()
{
    QFETCH(double, highest);
    QFETCH(double, limit);
    QFETCH(double, top);
    QCOMPARE(scaleTop(highest, limit > 0 ? std::optional{limit} : std::nullopt), top);
}

void TestPlotted::labels_data()
{
    QTest::addColumn<QVector<int>>("centres");
    QTest::addColumn<QVector<int>>("placed");
    QTest::addColumn<int>("tall");
    QTest::newRow("none") << QVector<int>{} << QVector<int>{} << 15;
    QTest::newRow("far apart stay") << QVector<int>{30, 100, 180} << QVector<int>{30, 100, 180} << 15;
    QTest::newRow("exactly apart stay") << QVector<int>{30, 45} << QVector<int>{30, 45} << 15;
    QTest::newRow("one pixel too near") << QVector<int>{30, 44} << QVector<int>{30, 45} << 15;
    QTest::newRow("at the top edge") << QVector<int>{1, 3} << QVector<int>{7, 22} << 15;
    QTest::newRow("at the bottom edge") << QVector<int>{195, 199} << QVector<int>{177, 192} << 15;
    QTest::newRow("two lines") << QVector<int>{30, 45} << QVector<int>{30, 58} << 28;
}

void TestPlotted::labels()
{
    QFETCH(QVector<int>, centres);
    QFETCH(QVector<int>, placed);
    QFETCH(int, tall);
    std::vector<LabelPlace> places;
    for (const int centre : centres)
        places.push_back({centre, tall});
    QCOMPARE(placedLabels(places, 200), ints(placed));
}

QTEST_APPLESS_MAIN(TestPlotted)
#include "tst_plotted.moc"
