// SPDX-License-Identifier: GPL-3.0-or-later
#include "pictures.h"
#include "ui/widgets/events_pane.h"
#include "ui/widgets/held_strip.h"

#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

const WallTime moment{std::chrono::milliseconds{1796048825600}};

Event eventOf(quint64 seq, EventBody body)
{
    return {seq, moment + std::chrono::seconds{seq % 60}, {}, 0, std::move(body)};
}

std::vector<Event> outageEvents()
{
    using breaker::Phase;
    Command command;
    command.id = "c1";
    command.target = "recommendations";
    command.by = "ann";
    command.reason = "provider outage, free the quota for refunds";
    return {eventOf(43164, ReportedBreakerMoved{"store", "provider-primary", "closed", "open", "threshold", {}, 1}),
        eventOf(
            43377, BreakerMoved{"primary/health", {Phase::Closed, Phase::Open, breaker::Cause::Threshold, {}, {}, {}}}),
        eventOf(48170, ModeChanged{"store", "recommendations", Mode::Primary, Mode::Degraded, 10, std::nullopt}),
        eventOf(48190, FreshnessChanged{"store/health", Freshness::Late, Freshness::Stale}),
        eventOf(48211, ReportedBreakerMoved{"store", "provider-primary", "open", "half_open", "cooldown", {}, 2}),
        eventOf(48213, ReportedBreakerMoved{"store", "provider-primary", "half_open", "open", "probe_failed", {}, 3}),
        eventOf(48260, CommandRequested{command}),
        eventOf(48291, CommandStageChanged{"c1", Stage::Effective, {}, "", "", {}, 3200ms})};
}

} // namespace

/// The event list under the hands of an operator: by keys alone, without a row that moves under the eyes, and as text.
class TestEventsPane : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression{QStringLiteral(".*")}); }
    void filterByKeys();
    void rowsStayUnderTheEyes();
    void theSelectedRowShowsItsWholeText();
    void onlyWholeRows_data();
    void onlyWholeRows();
    void foldedShowsTheNewest();
    void aServicesMarkupIsDrawnAsText();
    void heldChips();
    void heldChipsThatDontFitAreCounted();
};

void TestEventsPane::filterByKeys()
{
    EventsPane pane;
    pane.resize(1208, 250);
    pane.append(outageEvents());
    pane.show();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    keepPicture(pane, QStringLiteral("events-dark"));
    auto& view = pane.view();
    QCOMPARE(view.model()->rowCount(), 8);
    pane.focusFilter();
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("half-open provider"));
    QCOMPARE(view.model()->rowCount(), 2);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&view));
    QCOMPARE(view.currentIndex().data(EventsModel::SeqRole).toInt(), 48213);
    pane.focusFilter();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QCOMPARE(view.model()->rowCount(), 8);
    QVERIFY(pane.filterField().text().isEmpty());
}

void TestEventsPane::rowsStayUnderTheEyes()
{
    EventsPane pane;
    pane.resize(1208, 250);
    std::vector<Event> events;
    for (int i = 1; i <= 60; ++i)
        events.push_back(eventOf(i, ServiceRestarted{"store"}));
    pane.append(events);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    auto& view = pane.view();
    pane.append({eventOf(61, ServiceRestarted{"store"})});
    QCOMPARE(view.indexAt({4, 4}).data(EventsModel::SeqRole).toInt(), 61);
    view.verticalScrollBar()->setValue(10 * EventsPane::rowHeight);
    const auto seen = view.indexAt({4, 4}).data(EventsModel::SeqRole).toInt();
    QCOMPARE(seen, 51);
    pane.append({eventOf(62, ServiceRestarted{"store"}), eventOf(63, ServiceRestarted{"store"})});
    QCOMPARE(view.indexAt({4, 4}).data(EventsModel::SeqRole).toInt(), seen);
}

void TestEventsPane::theSelectedRowShowsItsWholeText()
{
    EventsPane pane;
    pane.resize(700, 250);
    const auto longest = "Critical services unavailable: " + std::string(400, 'x');
    pane.append({eventOf(1, ServiceLevelChanged{"store", HealthLevel::Healthy, HealthLevel::Degraded, longest}),
        eventOf(2, ServiceRestarted{"store"})});
    pane.show();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    auto& view = pane.view();
    QCOMPARE(view.rowHeight(1), EventsPane::rowHeight); // cut
    view.setFocus();
    view.setCurrentIndex(view.model()->index(0, 0));
    QCOMPARE(view.rowHeight(0), EventsPane::rowHeight); // fits
    QTest::keyClick(&view, Qt::Key_Down);
    keepPicture(pane, QStringLiteral("events-unfolded"));
    const auto unfolded = view.rowHeight(1);
    QVERIFY(unfolded >= 8 * 15 && unfolded < 16 * 15); // 400 letters of 6 to 8 pixels in 350 are 7 to 10 lines
    pane.append({eventOf(3, ServiceRestarted{"store"})}); // moves it down a row
    QCOMPARE(view.rowHeight(2), unfolded);
    QTest::keyClick(&view, Qt::Key_Up);
    QCOMPARE(view.rowHeight(2), EventsPane::rowHeight);
}

void TestEventsPane::onlyWholeRows_data()
{
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("rows");
    QTest::newRow("three and no more") << 33 + 66 << 3;
    QTest::newRow("nearly four") << 33 + 87 << 3;
    QTest::newRow("four") << 33 + 88 << 4;
    QTest::newRow("no room") << 20 << 0;
}

void TestEventsPane::onlyWholeRows()
{
    QFETCH(int, height);
    EventsPane pane;
    pane.append(outageEvents());
    pane.resize(1208, height);
    pane.show();
    QTEST(pane.view().height() / EventsPane::rowHeight, "rows");
    QCOMPARE(pane.view().height() % EventsPane::rowHeight, 0);
}

void TestEventsPane::foldedShowsTheNewest()
{
    EventsPane pane;
    pane.resize(824, 34);
    pane.setFolded(true, QStringLiteral("4"));
    const auto empty = pane.grab().toImage();
    pane.append(outageEvents());
    const auto told = keepPicture(pane, QStringLiteral("events-folded-dark"));
    QVERIFY(empty != told);
    QVERIFY(!pane.view().isVisibleTo(&pane));
    pane.append({eventOf(48292, Tick{})});
    QCOMPARE(pane.grab().toImage(), told);
}

void TestEventsPane::aServicesMarkupIsDrawnAsText()
{
    const auto drawn = [](const std::string& detail) {
        EventsPane pane;
        pane.resize(1208, 80);
        pane.append({eventOf(1, TroubleChanged{"store/health", "failed", detail})});
        return pane.grab().toImage();
    };
    QVERIFY(drawn("<b>fine</b>") != drawn("fine"));
    QVERIFY(drawn("<img src='x'>") != drawn(""));
}

void TestEventsPane::heldChips()
{
    HeldStrip strip;
    strip.resize(1208, 40);
    const auto nothing = keepPicture(strip, QStringLiteral("held-nothing-dark"));
    strip.setItems({{HandMark::Held, QStringLiteral("KILLED"), QStringLiteral("recommendations"), QStringLiteral("ann"),
                        QStringLiteral("provider outage, free the quota"), QStringLiteral("59 min 4 s left")},
        {HandMark::Unconfirmed, QStringLiteral("probe UNCONFIRMED"), QStringLiteral("store/provider-primary"),
            QStringLiteral("ann"), QStringLiteral("is it back?"), QStringLiteral("waited 14 s")}});
    QVERIFY(nothing != keepPicture(strip, QStringLiteral("held-dark")));
    QVERIFY(strip.accessibleDescription().contains(QStringLiteral("KILLED recommendations ann")));
    strip.setTokens(theme::Tokens::of(theme::ThemeName::Light));
    keepPicture(strip, QStringLiteral("held-light"));
}

void TestEventsPane::heldChipsThatDontFitAreCounted()
{
    HeldStrip strip;
    strip.resize(824, 40);
    std::vector<HeldItem> items(12,
        {HandMark::Held, QStringLiteral("KILLED"), QStringLiteral("recommendations"), QStringLiteral("ann"),
            QStringLiteral("why"), QStringLiteral("59 min left")});
    strip.setItems(items);
    const auto twelve = keepPicture(strip, QStringLiteral("held-many-dark"));
    items.push_back(items.front());
    strip.setItems(items);
    QVERIFY(twelve != strip.grab().toImage());
}

QTEST_MAIN(TestEventsPane)
#include "tst_events_pane.moc"
