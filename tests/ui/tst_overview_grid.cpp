// SPDX-License-Identifier: GPL-3.0-or-later
#include "outage_snapshot.h"
#include "ui/models/overview_model.h"
#include "ui/pages/overview_page.h"

#include <QTest>

using namespace rungwatch;

namespace {

/// The pages of windows of 1920x1080, 1600x900 and 1280x720: without their top bars and feet.
constexpr QSize wide{1920, 984};
constexpr QSize middling{1600, 804};
constexpr QSize narrow{1280, 636};

BreakersView breakers(int rows)
{
    BreakersView view;
    view.groups.push_back({QStringLiteral("Own"), {}, {}, {}});
    for (int i = 0; i < rows; ++i) {
        view.groups[0].rows.emplace_back();
        view.groups[0].rows.back().address = QStringLiteral("own:store/%1").arg(i);
    }
    return view;
}

} // namespace

/// However many features and breakers a fleet has: every part keeps its place and something to read in it.
class TestOverviewGrid : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPartHasRoom_data();
    void everyPartHasRoom();
    void theDesignsGrid();
    void eventsOpenInTheNarrowForm();
    void moreBreakersMakeRoom();
};

void TestOverviewGrid::everyPartHasRoom_data()
{
    QTest::addColumn<QSize>("page");
    QTest::addColumn<int>("features");
    QTest::addColumn<int>("breakers");
    const std::pair<const char*, QSize> pages[]{{"wide", wide}, {"middling", middling}, {"narrow", narrow}};
    for (const auto& [name, page] : pages)
        for (const int features : {0, 1, 3, 6, 7, 40})
            for (const int rows : {0, 1, 8, 60})
                QTest::addRow("%s, %d features, %d breakers", name, features, rows) << page << features << rows;
}

void TestOverviewGrid::everyPartHasRoom()
{
    QFETCH(QSize, page);
    QFETCH(int, features);
    QFETCH(int, breakers);
    BreakersPane pane;
    pane.setView(::breakers(breakers));
    for (const bool open : {false, true}) {
        const OverviewGrid grid{page, features, pane, open};
        const QRect all{{0, 0}, page};
        const QRect parts[]{grid.features, grid.breakers, grid.held, grid.events};
        int y = 0;
        for (const auto& part : parts) {
            QVERIFY(all.contains(part));
            QVERIFY(part.top() >= y);
            QVERIFY(part.right() < grid.charts.left());
            y = part.bottom() + 1;
        }
        QVERIFY(all.contains(grid.charts));
        QCOMPARE(grid.held.height(), HeldStrip::stripHeight);
        const bool folded = grid.folded && !open;
        QVERIFY(grid.events.height() >= (folded ? 36 : EventsPane::headHeight + 1 + 4 * EventsPane::rowHeight));
        const int row = grid.folded || features > 6 ? FeaturesPane::foldedRow : FeaturesPane::tallRow;
        QVERIFY(grid.features.height() >= 54 + row);
        // Rows of features are whole.
        QCOMPARE((grid.features.height() - 54) % row, 0);
        const int three = 32 + 20 + 22 + 3 * (grid.folded ? 24 : 30);
        const int needed = pane.heightNeeded(grid.breakers.width());
        QVERIFY(grid.breakers.height() >= std::min(needed, grid.folded && open ? 32 + 20 + 22 + 24 : three));
        QVERIFY(grid.breakers.height() <= needed);
    }
}

void TestOverviewGrid::theDesignsGrid()
{
    BreakersPane pane;
    const auto outage = OutageSnapshot::atMinute(27);
    pane.setView(breakersOf(outage.snapshot, outage.now));
    const OverviewGrid grid{wide, 3, pane, false};
    QVERIFY(!grid.folded);
    QCOMPARE(grid.features, QRect(0, 0, 1208, 390));
    QCOMPARE(grid.breakers, QRect(0, 391, 1208, 336));
    QCOMPARE(grid.held, QRect(0, 728, 1208, 40));
    QCOMPARE(grid.charts, QRect(1209, 0, 711, 984));
    const OverviewGrid small{narrow, 3, pane, false};
    QVERIFY(small.folded);
    QCOMPARE(small.features, QRect(0, 0, 824, 252));
    QCOMPARE(small.breakers.height(), pane.heightNeeded(824));
    QCOMPARE(small.charts, QRect(825, 0, 455, 636));
}

void TestOverviewGrid::eventsOpenInTheNarrowForm()
{
    BreakersPane pane;
    pane.setView(breakers(8));
    const OverviewGrid closed{narrow, 3, pane, false};
    const OverviewGrid open{narrow, 3, pane, true};
    QCOMPARE(open.features, closed.features);
    QVERIFY(open.events.height() > 200);
    QVERIFY(closed.events.height() * 2 < open.events.height());
}

void TestOverviewGrid::moreBreakersMakeRoom()
{
    OverviewPage page;
    page.resize(wide);
    page.show();
    auto outage = OutageSnapshot::atMinute(27);
    const auto show = [&] {
        page.setViews(
            featuresOf(outage.snapshot, outage.now), breakersOf(outage.snapshot, outage.now), std::vector<HeldItem>{});
    };
    show();
    const auto* pane = page.findChild<BreakersPane*>();
    const int before = pane->height();
    outage.editStore([](Reading& reading) {
        reading.breakers.push_back(reading.breakers.front());
        reading.breakers.back().name = "provider-other"; // each name is shown once
    });
    show();
    QCOMPARE(pane->height(), before + BreakerTable::rowHeight);
}

QTEST_MAIN(TestOverviewGrid)
#include "tst_overview_grid.moc"
