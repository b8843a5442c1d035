// SPDX-License-Identifier: GPL-3.0-or-later
#include "pictures.h"
#include "ui/charts/mode_band.h"
#include "ui/theme/type.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::charts;
using namespace std::chrono_literals;

namespace {

const WallTime start{std::chrono::seconds{1796047200}};
constexpr int width = 455;
constexpr int height = 26;

ModeSegment stay(int fromS, int toS, std::optional<Mode> mode)
{
    return {start + std::chrono::seconds{fromS}, start + std::chrono::seconds{toS}, mode, {}};
}

struct Band {
    ChartColumns columns{ChartColumns::forWidth(width)};
    TimeAxis axis{{start, start + 100s}, columns.plotLeft(), columns.plotWidth(width)};
    QRect value{width - columns.padding - columns.value, 0, columns.value, height};

    [[nodiscard]] QRect seconds(int from, int to) const
    {
        const int left = axis.pixelOf(start + std::chrono::seconds{from});
        return {left, 0, axis.pixelOf(start + std::chrono::seconds{to}) - left, height};
    }
    [[nodiscard]] QImage drawn(const std::vector<ModeSegment>& modes, const std::vector<Gap>& gaps = {}) const
    {
        ModeBand band;
        band.resize(width, height);
        band.setColumns(columns);
        FeatureSeries series;
        series.modes = modes;
        series.gaps = gaps;
        series.stale = !gaps.empty() && gaps.back().to >= axis.range.to;
        band.setSeries(series, axis);
        return band.grab().toImage();
    }
};

const auto& tokens = theme::Tokens::of(theme::ThemeName::Dark);
const Band band;

} // namespace

/// The mode over time in the narrow form, where words have little room: whole words, or none in the band.
class TestModeBand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void calmIsALine();
    void aGapCutsNoWord_data();
    void aGapCutsNoWord();
    void wordsBeginAfterAGap();
    void theModeNowIsNamedAtTheRight();
    void aNarrowBlockHasItsWordBeforeIt();
};

void TestModeBand::calmIsALine()
{
    const auto image = band.drawn({stay(0, 100, Mode::Primary)});
    QVERIFY(hasRun(image, band.seconds(0, 100), tokens.normal));
    for (const auto& colour : {tokens.warn, tokens.hand})
        QVERIFY(!hasRun(image, image.rect(), colour));
}

void TestModeBand::aGapCutsNoWord_data()
{
    QTest::addColumn<int>("silentFrom");
    // In 182 pixels: room for the word and its time, for the word, for none.
    for (const int from : {95, 60, 40, 20, 5})
        QTest::newRow(std::to_string(from).c_str()) << from;
}

void TestModeBand::aGapCutsNoWord()
{
    QFETCH(int, silentFrom);
    const Gap gap{start + std::chrono::seconds{silentFrom}, start + 100s};
    const auto silent = band.seconds(silentFrom, 100);
    // The same silence with nothing known of any mode.
    const auto nothing = band.drawn({}, {gap});
    for (const auto mode : {Mode::Killed, Mode::Degraded}) {
        const auto image = band.drawn({stay(0, 100, mode)}, {gap});
        QCOMPARE(image.copy(silent), nothing.copy(silent));
        // Up to the gap's edge it is the block and not half a letter: its own frame or fill stands there.
        const auto edge = image.pixelColor(silent.left() - 1, height / 2);
        QVERIFY2(edge == tokens.warn || edge == tokens.hand || edge == tokens.handbg, qPrintable(edge.name()));
    }
}

void TestModeBand::wordsBeginAfterAGap()
{
    const Gap gap{start + 10s, start + 20s};
    const auto image = band.drawn({stay(0, 100, Mode::Killed)}, {gap});
    const auto silent = band.seconds(10, 20);
    QCOMPARE(image.copy(silent), band.drawn({}, {gap}).copy(silent));
}

void TestModeBand::theModeNowIsNamedAtTheRight()
{
    // A killing of two seconds is a few pixels at the edge; its word is not.
    const auto degraded = band.drawn({stay(0, 100, Mode::Degraded)});
    const auto killed = band.drawn({stay(0, 98, Mode::Degraded), stay(98, 100, Mode::Killed)});
    QVERIFY(degraded.copy(band.value) != killed.copy(band.value));
    const Gap gap{start + 50s, start + 100s};
    const auto silent = band.drawn({stay(0, 100, Mode::Killed)}, {gap});
    QCOMPARE(silent.copy(band.value), band.drawn({stay(0, 100, Mode::Degraded)}, {gap}).copy(band.value));
    QVERIFY(silent.copy(band.value) != killed.copy(band.value));
    const int word = QFontMetrics{theme::wordFont(11, QFont::DemiBold)}.horizontalAdvance(QStringLiteral("DEGRADED"));
    QVERIFY(word + 8 <= band.value.width());
}

void TestModeBand::aNarrowBlockHasItsWordBeforeIt()
{
    const auto narrow =
        band.drawn({stay(0, 90, Mode::Primary), stay(90, 95, Mode::Degraded), stay(95, 100, Mode::Primary)});
    const auto calm = band.drawn({stay(0, 100, Mode::Primary)});
    QVERIFY(narrow.copy(band.seconds(50, 89)) != calm.copy(band.seconds(50, 89)));
    // Where there is no room before it either, nothing is written over the edge.
    const auto first = band.drawn({stay(0, 5, Mode::Degraded), stay(5, 100, Mode::Primary)});
    const QRect label{0, 0, band.columns.plotLeft(), height};
    QCOMPARE(first.copy(label), calm.copy(label));
}

QTEST_MAIN(TestModeBand)
#include "tst_mode_band.moc"
