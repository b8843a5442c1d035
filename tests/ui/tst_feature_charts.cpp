// SPDX-License-Identifier: GPL-3.0-or-later
#include "outage_column.h"
#include "pictures.h"
#include "ui/charts/chart_row.h"
#include "ui/charts/lane_spans.h"
#include "ui/charts/plot_view.h"
#include "ui/charts/range_buttons.h"
#include "ui/charts/signal_chart.h"

#include <QSignalSpy>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::charts;
using namespace std::chrono_literals;
using breaker::Phase;

namespace {

const WallTime start{std::chrono::seconds{1796047200}};
const TimeAxis axis{{start, start + 100s}, 0, 100};

LaneSegment segment(double fromS, double toS, std::optional<Phase> state)
{
    return {start + fromSeconds(fromS), start + fromSeconds(toS), state};
}

/// Runs of at least three equal pixels, so that antialiased text does not count.
int runsOf(const QImage& image, const QRect& where, const QColor& colour)
{
    int found = 0;
    for (int y = where.top(); y <= where.bottom(); ++y) {
        int run = 0;
        for (int x = where.left(); x <= where.right(); ++x) {
            run = image.pixelColor(x, y) == colour ? run + 1 : 0;
            found += run == 3;
        }
    }
    return found;
}

} // namespace

/// The column of charts: colour appears where something is abnormal and nowhere else, gaps stay gaps, and an empty
/// history says so in words. Set RUNGWATCH_PICTURES to a directory to keep what it draws.
class TestFeatureCharts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression{QStringLiteral(".*")}); }
    void calmIsGrey();
    void theOutageIsTold_data();
    void theOutageIsTold();
    void silenceIsHatched();
    void emptyHistorySaysWhy();
    void lanes_data();
    void lanes();
    void rangeByKeys();
    void oneAgeHasOneFigure();
    void marksOfAScaleStandApart();
    void wordsAreNotStruckThrough();
    void whatIsOutOfSightIsNotToCome();

private:
    static QImage drawn(FeatureCharts& charts, const QString& name);
};

QImage TestFeatureCharts::drawn(FeatureCharts& charts, const QString& name)
{
    return keepPicture(charts, name).convertToFormat(QImage::Format_RGB32);
}

void TestFeatureCharts::calmIsGrey()
{
    FeatureCharts charts;
    charts.resize(711, 952);
    const auto column = OutageColumn::atMinute(5, 30min);
    charts.setSeries(column.series, column.range);
    const auto& tokens = theme::Tokens::of(theme::ThemeName::Dark);
    const auto image = drawn(charts, QStringLiteral("calm-dark"));
    for (const auto& colour : {tokens.warn, tokens.crit, tokens.hand, tokens.gone})
        QCOMPARE(runsOf(image, {0, 32, 711, 600}, colour), 0);
}

void TestFeatureCharts::theOutageIsTold_data()
{
    QTest::addColumn<int>("themeNumber");
    QTest::addColumn<QSize>("size");
    QTest::newRow("dark") << 0 << QSize{711, 952};
    QTest::newRow("light") << 1 << QSize{711, 952};
    QTest::newRow("high contrast") << 2 << QSize{711, 952};
    QTest::newRow("dark, small") << 0 << QSize{455, 607};
}

void TestFeatureCharts::theOutageIsTold()
{
    QFETCH(int, themeNumber);
    QFETCH(QSize, size);
    const auto& tokens = theme::Tokens::of(static_cast<theme::ThemeName>(themeNumber));
    FeatureCharts charts;
    charts.resize(size);
    charts.setTokens(tokens);
    const auto column = OutageColumn::atMinute(27, 30min);
    charts.setSeries(column.series, column.range);
    const auto image = drawn(charts, QStringLiteral("outage-") + QString::fromLatin1(QTest::currentDataTag()));
    const auto columns = ChartColumns::forWidth(size.width());
    const QRect plot{columns.plotLeft(), 0, columns.plotWidth(size.width()), size.height()};
    QVERIFY(runsOf(image, plot, tokens.warn) > 10);
    QVERIFY(runsOf(image, plot, tokens.warnbg) > 50);
    QVERIFY(runsOf(image, plot, tokens.critbg) > 20);
    QVERIFY(runsOf(image, plot, tokens.crit) > 10);
    QVERIFY(runsOf(image, plot, tokens.ink(RungKind::SmallModel).fill) > 20);
}

void TestFeatureCharts::silenceIsHatched()
{
    FeatureCharts charts;
    charts.resize(711, 952);
    const auto column = OutageColumn::atMinute(27, 30min).silentFor(5min);
    charts.setSeries(column.series, column.range);
    const auto image = drawn(charts, QStringLiteral("silent-dark"));
    const auto& tokens = theme::Tokens::of(theme::ThemeName::Dark);
    // The last five minutes are a sixth of the plot: in them only hatch, ground and limits.
    const QRect silent{156 + 421 - 68, 70, 66, 400};
    for (const auto& colour : {tokens.warnbg, tokens.critbg, tokens.crit, tokens.warn,
             tokens.ink(RungKind::Secondary).fill, tokens.ink(RungKind::SmallModel).fill})
        QCOMPARE(runsOf(image, silent, colour), 0);
    QVERIFY(runsOf(image, silent, tokens.bg1) > 100);
}

void TestFeatureCharts::emptyHistorySaysWhy()
{
    FeatureCharts charts;
    charts.resize(711, 952);
    FeatureSeries series;
    series.feature = QStringLiteral("recommendations");
    series.emptyWords = QStringLiteral("no interval yet: first full minute at 14:01");
    charts.setSeries(series, {start, start + 30min});
    const auto before = drawn(charts, QStringLiteral("empty-dark"));
    series.emptyWords.clear();
    charts.setSeries(series, {start, start + 30min});
    QVERIFY(before != drawn(charts, QStringLiteral("empty-without-words")));
}

void TestFeatureCharts::lanes_data()
{
    using Segments = QVector<LaneSegment>;
    using Spans = QVector<LaneSpan>;
    QTest::addColumn<Segments>("segments");
    QTest::addColumn<Spans>("spans");
    QTest::newRow("closed") << Segments{segment(0, 100, Phase::Closed)} << Spans{{0, 100, Phase::Closed}};
    QTest::newRow("outside") << Segments{segment(-20, 0, Phase::Open), segment(100, 200, Phase::Open)} << Spans{};
    QTest::newRow("a closed stay that no pixel shows") << Segments{segment(10.1, 10.2, Phase::Closed)} << Spans{};
    QTest::newRow("an open one is seen") << Segments{segment(10.1, 10.2, Phase::Open)} << Spans{{10, 11, Phase::Open}};
    QTest::newRow("a half-open one is a notch")
        << Segments{segment(10.1, 10.2, Phase::HalfOpen)} << Spans{{10, 12, Phase::HalfOpen}};
    QTest::newRow("a notch at the right edge stays inside")
        << Segments{segment(99.9, 100, Phase::HalfOpen)} << Spans{{98, 100, Phase::HalfOpen}};
    QTest::newRow("abnormal over normal")
        << Segments{segment(0, 10, Phase::HalfOpen), segment(10, 20, std::nullopt), segment(20, 30, Phase::Open),
               segment(30, 100, Phase::Closed)}
        << Spans{{30, 100, Phase::Closed}, {10, 20, std::nullopt}, {20, 30, Phase::Open}, {0, 10, Phase::HalfOpen}};
    QTest::newRow("neighbours are one") << Segments{segment(0, 10, Phase::Open), segment(10, 20, Phase::Open),
        segment(22, 30, Phase::Open)} << Spans{{0, 20, Phase::Open}, {22, 30, Phase::Open}};
}

void TestFeatureCharts::lanes()
{
    QFETCH(QVector<LaneSegment>, segments);
    QFETCH(QVector<LaneSpan>, spans);
    Lane lane;
    lane.segments = {segments.begin(), segments.end()};
    const auto found = laneSpans(lane, axis);
    QCOMPARE((QVector<LaneSpan>{found.begin(), found.end()}), spans);
}

void TestFeatureCharts::rangeByKeys()
{
    FeatureCharts charts;
    charts.resize(711, 952);
    charts.show();
    QVERIFY(QTest::qWaitForWindowActive(&charts));
    QSignalSpy chosen{&charts, &FeatureCharts::rangeChosen};
    QCOMPARE(charts.range(), Duration{30min});
    QTest::keyClick(&charts, Qt::Key_Tab);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    QCOMPARE(charts.range(), Duration{1h});
    QCOMPARE(chosen.count(), 1);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QCOMPARE(chosen.count(), 1);
}

/// As in the feature's row: 83.9 s are 83 there.
void TestFeatureCharts::oneAgeHasOneFigure()
{
    const Signal age{Signal::Kind::CachedAge};
    QCOMPARE(age.valueText(83.9), QStringLiteral("83\u00a0s"));
    QCOMPARE(age.valueText(0.4), QStringLiteral("0\u00a0s"));
    QCOMPARE(age.valueText(120), QStringLiteral("120\u00a0s"));
}

void TestFeatureCharts::marksOfAScaleStandApart()
{
    struct Row : ChartRow {
        Row()
            : ChartRow{QStringLiteral("Cached age")}
        {
            resize(455, 63);
            setColumns(ChartColumns::forWidth(455));
        }
        void setSeries(const FeatureSeries&, const TimeAxis&) override { }
        void paintValue(QPainter&) override { }
        QImage with(double top, const std::vector<std::pair<double, QString>>& marks)
        {
            setTop(top);
            setScale(marks);
            return grab().toImage();
        }
    } row;
    const std::pair<double, QString> limit{120, QStringLiteral("120")};
    const std::pair<double, QString> zero{0, QStringLiteral("0")};
    // An age of twenty minutes leaves its limit of two a few pixels above zero: the first mark counts.
    QCOMPARE(row.with(1200, {limit, zero}), row.with(1200, {limit}));
    QVERIFY(row.with(150, {limit, zero}) != row.with(150, {limit}));
}

void TestFeatureCharts::wordsAreNotStruckThrough()
{
    PlotView plot;
    plot.resize(182, 63);
    plot.setTop(20);
    plot.setLimit(10);
    const auto& tokens = theme::Tokens::of(theme::ThemeName::Dark);
    const QRect middle{8, plot.yOf(10), 60, 1};
    QVERIFY(runsOf(plot.grab().toImage(), middle, tokens.t2) > 3);
    plot.setWords(QStringLiteral("no interval yet"));
    QVERIFY(runsOf(plot.grab().toImage(), middle, tokens.t2) <= 3);
}

void TestFeatureCharts::whatIsOutOfSightIsNotToCome()
{
    FeatureCharts charts;
    charts.resize(711, 952);
    FeatureSeries series;
    series.stale = true;
    series.gaps = {{start, start + 30min}};
    series.trafficNote = QStringLiteral("share of 90 / min");
    charts.setSeries(series, {start, start + 30min});
    const auto silent = drawn(charts, QStringLiteral("silent-for-long"));
    series.emptyWords = QStringLiteral("no interval yet");
    charts.setSeries(series, {start, start + 30min});
    QVERIFY(silent != drawn(charts, QStringLiteral("empty-and-silent")));
}

QTEST_MAIN(TestFeatureCharts)
#include "tst_feature_charts.moc"
