// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/decimate.h"

#include <QTest>

#include <map>

using namespace rungwatch;
using namespace rungwatch::charts;
using namespace std::chrono_literals;

namespace {

const WallTime start{std::chrono::seconds{1796047200}};

/// A hundred columns of one second each.
const TimeAxis axis{{start, start + 100s}, 0, 100};

StepSample sample(double fromS, double toS, std::optional<double> value)
{
    return {start + fromSeconds(fromS), start + fromSeconds(toS), value};
}

QString text(const std::vector<Run>& runs)
{
    QStringList parts;
    for (const auto& run : runs) {
        QStringList points;
        for (const auto& point : run)
            points << QStringLiteral("%1,%2").arg(point.x()).arg(point.y());
        parts << points.join(QLatin1Char{' '});
    }
    return parts.join(QStringLiteral(" | "));
}

} // namespace

/// A line of any length costs two points a pixel column, and loses neither a spike nor a gap.
class TestDecimate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void steps_data();
    void steps();
    void neverMoreThanTwoPointsAColumn();
    void aSpikeOfOneSampleStaysSeen();
    void above_data();
    void above();
};

void TestDecimate::steps_data()
{
    using Samples = QVector<StepSample>;
    QTest::addColumn<Samples>("samples");
    QTest::addColumn<QString>("points");
    QTest::newRow("nothing") << Samples{} << "";
    QTest::newRow("one interval") << Samples{sample(10, 20, 5)} << "10,5 20,5";
    QTest::newRow("a step up is straight up") << Samples{sample(0, 10, 1), sample(10, 20, 7)} << "0,1 10,1 10,7 20,7";
    QTest::newRow("the same value is one line") << Samples{sample(0, 10, 1), sample(10, 20, 1)} << "0,1 20,1";
    QTest::newRow("cut at the edges") << Samples{sample(-50, 10, 1), sample(10, 500, 7)} << "0,1 10,1 10,7 100,7";
    QTest::newRow("outside") << Samples{sample(-50, 0, 1), sample(100, 120, 7)} << "";
    QTest::newRow("no value ends the run")
        << Samples{sample(0, 10, 1), sample(10, 20, std::nullopt), sample(20, 30, 1)} << "0,1 10,1 | 20,1 30,1";
    QTest::newRow("a hole ends the run") << Samples{sample(0, 10, 1), sample(20, 30, 1)} << "0,1 10,1 | 20,1 30,1";
    QTest::newRow("a hole of one column ends the run")
        << Samples{sample(0, 10, 1), sample(11, 30, 1)} << "0,1 10,1 | 11,1 30,1";
    QTest::newRow("a hole that no column shows does not")
        << Samples{sample(0, 10.2, 1), sample(10.8, 30, 3)} << "0,1 10,1 10,3 30,3";
    QTest::newRow("not a number is no value")
        << Samples{sample(0, 10, 1), sample(10, 20, std::numeric_limits<double>::quiet_NaN()), sample(20, 30, 1)}
        << "0,1 10,1 | 20,1 30,1";
    QTest::newRow("narrower than a column") << Samples{sample(10.1, 10.3, 4)} << "10,4 11,4";
    QTest::newRow("several changes in a column: its extremes, then what it left with") << Samples{sample(0, 10, 5),
        sample(10, 10.2, 9), sample(10.2, 10.5, 1), sample(10.5, 40, 6)} << "0,5 10,1 10,9 11,6 40,6";
}

void TestDecimate::steps()
{
    QFETCH(QVector<StepSample>, samples);
    QFETCH(QString, points);
    QCOMPARE(text(decimateSteps(samples, axis)), points);
}

void TestDecimate::neverMoreThanTwoPointsAColumn()
{
    std::vector<StepSample> samples;
    for (int i = 0; i < 20'000; ++i) {
        if (i % 97 != 0)
            samples.push_back(sample(i * 0.005, (i + 1) * 0.005, (i * 7919) % 101));
    }
    std::map<int, int> perColumn;
    for (const auto& run : decimateSteps(samples, axis)) {
        QVERIFY(run.size() >= 2);
        for (const auto& point : run)
            ++perColumn[static_cast<int>(point.x())];
    }
    for (const auto& [column, count] : perColumn)
        QVERIFY2(count <= 2, qPrintable(QStringLiteral("column %1 has %2 points").arg(column).arg(count)));
}

void TestDecimate::aSpikeOfOneSampleStaysSeen()
{
    std::vector<StepSample> samples;
    for (int i = 0; i < 1000; ++i)
        samples.push_back(sample(i * 0.1, (i + 1) * 0.1, i == 437 ? 88.0 : 2.0));
    const auto runs = decimateSteps(samples, axis);
    QCOMPARE(runs.size(), std::size_t{1});
    double highest = 0;
    for (const auto& point : runs.front())
        highest = std::max(highest, point.y());
    QCOMPARE(highest, 88.0);
}

void TestDecimate::above_data()
{
    QTest::addColumn<QVector<double>>("values");
    QTest::addColumn<QString>("points");
    QTest::newRow("below") << QVector<double>{1, 19.999, 2} << "";
    QTest::newRow("at the limit counts") << QVector<double>{1, 20, 2} << "10,20 20,20";
    QTest::newRow("above, from limit to limit") << QVector<double>{1, 60, 2} << "10,20 10,60 20,60 20,20";
    QTest::newRow("to the end") << QVector<double>{1, 60} << "10,20 10,60 20,60";
    QTest::newRow("twice") << QVector<double>{60, 1, 70} << "0,60 10,60 10,20 | 20,20 20,70 30,70";
}

void TestDecimate::above()
{
    QFETCH(QVector<double>, values);
    QFETCH(QString, points);
    std::vector<StepSample> samples;
    for (int i = 0; i < values.size(); ++i)
        samples.push_back(sample(i * 10, i * 10 + 10, values[i]));
    QCOMPARE(text(atOrAbove(decimateSteps(samples, axis), 20)), points);
}

QTEST_APPLESS_MAIN(TestDecimate)
#include "tst_decimate.moc"
