// SPDX-License-Identifier: GPL-3.0-or-later
#include "outage_snapshot.h"
#include "pictures.h"
#include "ui/models/overview_model.h"
#include "ui/theme/type.h"
#include "ui/widgets/top_bar.h"

#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

constexpr int narrow = 1280;
constexpr int wide = 1920;

TopBarView viewOf(const OutageSnapshot& outage)
{
    return topBarOf(outage.snapshot, outage.now, QStringLiteral("operator"));
}

QImage drawn(const TopBarView& view, int width, theme::ThemeName name = theme::ThemeName::Dark)
{
    TopBar bar;
    bar.resize(width, width < TopBarColumns::foldedBelow ? TopBar::foldedHeight : TopBar::barHeight);
    bar.setTokens(theme::Tokens::of(name));
    bar.setView(view);
    return bar.grab().toImage();
}

TopBarColumns columnsOf(int width)
{
    return TopBarColumns{
        QRect{0, 0, width, width < TopBarColumns::foldedBelow ? TopBar::foldedHeight : TopBar::barHeight}};
}

int advance(const QString& text, int px)
{
    return QFontMetrics{theme::wordFont(px)}.horizontalAdvance(text);
}

void widths()
{
    QTest::addColumn<int>("width");
    for (const int width : {narrow, 1366, 1699, 1700, wide, 2560})
        QTest::newRow(std::to_string(width).c_str()) << width;
}

} // namespace

/// The head of the window: its colour is the fleet's state and nothing else, and no word of it is cut.
class TestTopBar : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void partsStandSideBySide_data() { widths(); }
    void partsStandSideBySide();
    void calmIsWithoutColour_data();
    void calmIsWithoutColour();
    void aDegradedFleetIsSeen();
    void theLegendIsWhole_data() { widths(); }
    void theLegendIsWhole();
    void anUnknownShareIsHatched();
    void aSentenceIsReadToItsEnd_data() { widths(); }
    void aSentenceIsReadToItsEnd();
    void aSourceKeepsItsName_data() { widths(); }
    void aSourceKeepsItsName();
    void whatWasKnownStandsBelow();
    void theFleetsNameIsReadWhole_data();
    void theFleetsNameIsReadWhole();
    void aScaledClockIsNamed_data() { widths(); }
    void aScaledClockIsNamed();
    void markupIsDrawnAsText();
};

void TestTopBar::partsStandSideBySide()
{
    QFETCH(int, width);
    const auto columns = columnsOf(width);
    int x = 0;
    for (const auto* part :
        {&columns.name, &columns.level, &columns.users, &columns.age, &columns.clocks, &columns.operation}) {
        QVERIFY(part->left() >= x);
        QVERIFY(part->width() > 80);
        x = part->right() + 1;
    }
    QVERIFY(x <= width);
    QCOMPARE(columns.folded, width < TopBarColumns::foldedBelow);
}

void TestTopBar::calmIsWithoutColour_data()
{
    QTest::addColumn<theme::ThemeName>("name");
    QTest::newRow("dark") << theme::ThemeName::Dark;
    QTest::newRow("light") << theme::ThemeName::Light;
    QTest::newRow("high contrast") << theme::ThemeName::HighContrast;
}

void TestTopBar::calmIsWithoutColour()
{
    QFETCH(theme::ThemeName, name);
    const auto& t = theme::Tokens::of(name);
    auto view = viewOf(OutageSnapshot::atMinute(5));
    view.share = ShareSplit{100, 0, 0, 0};
    for (const int width : {narrow, wide}) {
        const auto image = drawn(view, width, name);
        // What nobody got is no colour either, not even in the legend.
        for (const auto& colour :
            {t.warn, t.crit, t.hand, t.ink(RungKind::SmallModel).edge, t.ink(RungKind::Rules).edge})
            QVERIFY2(!hasRun(image, image.rect(), colour), qPrintable(colour.name()));
        view.share = ShareSplit{98, 2, 0, 0};
        QVERIFY(hasRun(drawn(view, width, name), columnsOf(width).users, t.ink(RungKind::SmallModel).edge));
        view.share = ShareSplit{100, 0, 0, 0};
    }
}

void TestTopBar::aDegradedFleetIsSeen()
{
    const auto& t = theme::Tokens::of(theme::ThemeName::Dark);
    const auto view = viewOf(OutageSnapshot::atMinute(27));
    for (const int width : {narrow, wide}) {
        const auto image = drawn(view, width);
        const auto columns = columnsOf(width);
        QVERIFY(hasRun(image, columns.level, t.warn));
        QVERIFY(hasRun(image, columns.users, t.ink(RungKind::SmallModel).edge));
        QVERIFY(hasRun(image, columns.users, t.gone));
        for (const auto& calm : {columns.name, columns.age, columns.clocks, columns.operation})
            QVERIFY(!hasRun(image, calm, t.warn));
    }
}

void TestTopBar::theLegendIsWhole()
{
    QFETCH(int, width);
    auto view = viewOf(OutageSnapshot::atMinute(27));
    view.share = ShareSplit{12.5, 75.4, 10.5, 1.6};
    const auto image = drawn(view, width);
    const auto users = columnsOf(width).users;
    // What does not fit would end in dots at the edge.
    for (int x = users.right() - 10; x <= users.right(); ++x)
        for (int y = image.height() / 2 + 8; y < image.height() - 1; ++y)
            QCOMPARE(image.pixelColor(x, y), theme::Tokens::of(theme::ThemeName::Dark).bg1);
}

void TestTopBar::anUnknownShareIsHatched()
{
    const auto& t = theme::Tokens::of(theme::ThemeName::Dark);
    auto outage = OutageSnapshot::atMinute(27);
    outage.silence(41s);
    const auto view = viewOf(outage);
    for (const int width : {narrow, wide}) {
        const auto image = drawn(view, width);
        const auto columns = columnsOf(width);
        for (const auto kind : {RungKind::Primary, RungKind::SmallModel, RungKind::Rules})
            QVERIFY(!hasRun(image, columns.users, t.ink(kind).edge));
        QVERIFY(!hasRun(image, columns.level, t.warn));
        QVERIFY(hasRun(image, columns.age, t.warn));
    }
}

void TestTopBar::aSentenceIsReadToItsEnd()
{
    QFETCH(int, width);
    auto view = viewOf(OutageSnapshot::atMinute(27));
    view.sentence = QStringLiteral("store degraded, provider-primary unavailable");
    const auto one = drawn(view, width);
    view.sentence = QStringLiteral("store degraded, provider-primary unavailablE");
    const auto other = drawn(view, width);
    QVERIFY(one != other);
    // And goes no further than its part.
    const QRect rest{columnsOf(width).level.right() + 1, 0, width - columnsOf(width).level.right() - 1, one.height()};
    QCOMPARE(one.copy(rest), other.copy(rest));
}

void TestTopBar::aSourceKeepsItsName()
{
    QFETCH(int, width);
    const auto columns = columnsOf(width);
    const int px = columns.folded ? 11 : 12;
    QVERIFY(advance(QStringLiteral("provider-secondary/health"), px) <= columns.age.width());
    QVERIFY(advance(QStringLiteral("Oldest data"), 11) + 10 + advance(QStringLiteral("10 of 12 fresh"), 11)
        <= columns.age.width());
    // A name of any length keeps its end, which says which endpoint it is.
    auto view = viewOf(OutageSnapshot::atMinute(27));
    const QString service{80, QLatin1Char{'s'}};
    view.oldestSource = QStringList{service + QStringLiteral("/health")};
    const auto health = drawn(view, width);
    view.oldestSource = QStringList{service + QStringLiteral("/telemetry")};
    const auto telemetry = drawn(view, width);
    QVERIFY(health != telemetry);
    QCOMPARE(health.copy(columns.clocks), telemetry.copy(columns.clocks));
}

void TestTopBar::whatWasKnownStandsBelow()
{
    auto outage = OutageSnapshot::atMinute(27);
    outage.silence(41s);
    auto view = viewOf(outage);
    for (const int width : {narrow, wide}) {
        QVERIFY(advance(view.shareWhy, 12) < columnsOf(width).users.width() - 118);
        QVERIFY(advance(view.shareBefore, 12) < columnsOf(width).users.width() - 118);
        const auto with = drawn(view, width);
        auto without = view;
        without.shareBefore.clear();
        QVERIFY(with != drawn(without, width));
    }
}

void TestTopBar::theFleetsNameIsReadWhole_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<QString>("fleet");
    QTest::addColumn<bool>("replay");
    for (const int width : {narrow, 1700, wide})
        for (const char* fleet : {"Book store", "The lab's outage hour"})
            for (const bool replay : {false, true})
                QTest::addRow("%d %s %s", width, fleet, replay ? "replay" : "live")
                    << width << QString::fromLatin1(fleet) << replay;
}

/// Whether it is live or a replay is said beside the name or above it, never over it.
void TestTopBar::theFleetsNameIsReadWhole()
{
    QFETCH(int, width);
    QFETCH(bool, replay);
    auto view = viewOf(OutageSnapshot::atMinute(27));
    QFETCH(QString, fleet);
    view.fleet = fleet;
    view.replay = replay;
    view.source = replay ? QStringLiteral("REPLAY") : QStringLiteral("LIVE");
    const auto with = drawn(view, width);
    view.replay = false;
    view.source.clear();
    const auto without = drawn(view, width);
    QVERIFY(with != without);
    const auto name = columnsOf(width).name;
    QVERIFY(advance(fleet, 12) <= name.width());
    const QRect written{name.left(), name.center().y() + 2, advance(fleet, 12), 16};
    QCOMPARE(with.copy(written), without.copy(written));
}

void TestTopBar::aScaledClockIsNamed()
{
    QFETCH(int, width);
    auto view = viewOf(OutageSnapshot::atMinute(27));
    view.local = QStringLiteral("15:27:18 CEST");
    view.rate = QStringLiteral("x120");
    const auto clocks = columnsOf(width).clocks;
    const auto& t = theme::Tokens::of(theme::ThemeName::Dark);
    const auto with = drawn(view, width);
    QVERIFY(hasRun(with, clocks, t.ctl));
    view.rate.clear();
    const auto without = drawn(view, width);
    QVERIFY(!hasRun(without, clocks, t.ctl));
    // The times beside it stand as they stood: the first pixel that differs is the chip's own.
    int first = with.width();
    for (int x = 0; x < with.width(); ++x)
        for (int y = 0; y < with.height(); ++y)
            if (with.pixel(x, y) != without.pixel(x, y))
                first = std::min(first, x);
    for (int y = 0; y < without.height(); ++y)
        for (int x = first; x <= clocks.right(); ++x)
            if (y >= without.height() / 2 + 4)
                QCOMPARE(without.pixelColor(x, std::min(y, without.height() - 2)), t.bg1);
}

void TestTopBar::markupIsDrawnAsText()
{
    auto view = viewOf(OutageSnapshot::atMinute(27));
    view.sentence = QStringLiteral("<b>fine</b>");
    const auto marked = drawn(view, wide);
    view.sentence = QStringLiteral("fine");
    QVERIFY(marked != drawn(view, wide));
}

QTEST_MAIN(TestTopBar)
#include "tst_top_bar.moc"
