// SPDX-License-Identifier: GPL-3.0-or-later
#include "outage_snapshot.h"
#include "pictures.h"
#include "ui/models/overview_model.h"
#include "ui/theme/type.h"
#include "ui/widgets/breakers_pane.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

const auto& tokens = theme::Tokens::of(theme::ThemeName::Dark);
const auto primary = QStringLiteral("store/provider-primary");

void widths()
{
    QTest::addColumn<int>("width");
    QTest::newRow("beside services") << 711;
    QTest::newRow("folded") << 824;
    QTest::newRow("wide") << 1208;
}

int advance(const QString& text, int px, QFont::Weight weight = QFont::Normal)
{
    return QFontMetrics{theme::wordFont(px, weight)}.horizontalAdvance(text);
}

/// A table with nothing around it, as high as it needs.
QImage drawn(BreakerTable& table, int width, const BreakersView& view)
{
    table.setGroups(view.groups);
    table.resize(width, table.heightNeeded(width));
    return table.grab().toImage();
}

BreakersView viewOf(const OutageSnapshot& outage)
{
    return breakersOf(outage.snapshot, outage.now);
}

OutageSnapshot tripped()
{
    auto outage = OutageSnapshot::atMinute(27);
    outage.silence(41s);
    for (std::size_t i = 0; i < 2; ++i)
        outage.snapshot.state.endpoints[i].edit([](fleet::EndpointState& endpoint) { endpoint.breaker.run = 0; });
    return outage;
}

QRect cell(const QRect& row, const BreakerColumns::Span& span)
{
    return {span.left, row.top() + 1, span.width - 8, row.height() - 2};
}

} // namespace

/// Rows of breakers: open is found at a glance and says why, and no name or word is cut.
class TestBreakersPane : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void columnsStandSideBySide_data() { widths(); }
    void columnsStandSideBySide();
    void wordsFitTheirColumns_data() { widths(); }
    void wordsFitTheirColumns();
    void onlyWhatIsOpenHasColour_data() { widths(); }
    void onlyWhatIsOpenHasColour();
    void whatTrippedItTakesTheBarsPlace_data() { widths(); }
    void whatTrippedItTakesTheBarsPlace();
    void whatIsStaleIsHatched_data() { widths(); }
    void whatIsStaleIsHatched();
    void theWholeCellAsksForAProbe();
    void aLockedRowAsksForNone();
    void theSelectedRowScrollsIntoSight();
    void rowsAreWhole();
    void markupIsDrawnAsText();
};

void TestBreakersPane::columnsStandSideBySide()
{
    QFETCH(int, width);
    const BreakerColumns columns{width};
    int x = 0;
    for (const auto* span : {&columns.state, &columns.name, &columns.rate, &columns.calls, &columns.inState,
             &columns.opened, &columns.probe, &columns.action}) {
        if (span->width == 0)
            continue;
        QVERIFY(span->left >= x);
        x = span->left + span->width;
    }
    QVERIFY(x <= width);
    QCOMPARE(columns.calls.width == 0, columns.folded);
}

void TestBreakersPane::wordsFitTheirColumns()
{
    QFETCH(int, width);
    const BreakerColumns columns{width};
    QVERIFY(advance(QStringLiteral("FORCED OPEN"), 12, QFont::DemiBold) <= columns.state.width - 26);
    QVERIFY(advance(QStringLiteral("provider-secondary /health"), 13, QFont::DemiBold) <= columns.name.width - 8);
    QVERIFY(advance(QStringLiteral("tripped at ≥ 50 % failed calls"), 12) <= columns.rate.width - 8 || columns.folded);
    QVERIFY(advance(QStringLiteral("3 failed in a row"), 12) <= columns.rate.width - 8);
    QVERIFY(advance(QStringLiteral("countdown not trusted"), 12)
        <= columns.probe.width + (columns.folded ? columns.action.width : 0) - 8);
    QVERIFY(advance(QStringLiteral("last known HALF-OPEN"), 12) <= columns.probe.left - columns.rate.left - 8);
    QVERIFY(advance(QStringLiteral("last poll: bad-json"), 12) <= columns.action.width - 8);
    for (const auto transport : enumNames(fleet::Transport{}))
        QVERIFY(advance(QString::fromStdString(fleet::spoken(transport)), 12) <= columns.action.width - 8);
    QVERIFY(advance(QStringLiteral("locked: probe in flight"), 12) <= columns.action.width - 8);
    // Where both are to be said in the narrow form, the cause has both columns.
    const int cause = columns.action.width + (columns.folded ? columns.probe.width : 0);
    QVERIFY(advance(QStringLiteral("no probe on stale data"), 12) <= cause - 8);
}

void TestBreakersPane::onlyWhatIsOpenHasColour()
{
    QFETCH(int, width);
    BreakerTable table;
    const auto image = drawn(table, width, viewOf(OutageSnapshot::atMinute(27)));
    const auto open = table.rowOf(primary);
    QVERIFY(hasRun(image, open, tokens.critbg));
    QVERIFY(hasRun(image, open, tokens.crit));
    for (const auto& colour : {tokens.crit, tokens.critbg, tokens.warn, tokens.hand})
        QVERIFY(!hasRun(image, {0, open.bottom() + 1, width, image.height() - open.bottom() - 1}, colour));
    BreakerTable calm;
    const auto quiet = drawn(calm, width, viewOf(OutageSnapshot::atMinute(5)));
    for (const auto& colour : {tokens.crit, tokens.critbg, tokens.warn, tokens.hand})
        QVERIFY(!hasRun(quiet, quiet.rect(), colour));
}

void TestBreakersPane::whatTrippedItTakesTheBarsPlace()
{
    QFETCH(int, width);
    const BreakerColumns columns{width};
    const auto own = QStringLiteral("own:store/health");
    BreakerTable table;
    auto view = viewOf(tripped());
    const auto image = drawn(table, width, view);
    const auto row = table.rowOf(own);
    QVERIFY(hasRun(image, row, tokens.critbg));
    // No empty bar beside the word OPEN.
    QVERIFY(!hasRun(image, cell(row, columns.rate), tokens.bg3));
    QVERIFY(hasRun(image, cell(row, columns.probe), tokens.bg3));
    // Its words stay in their column, and are not nothing.
    view.groups[1].rows[0].tripped = QStringList{QStringLiteral("tripped")};
    BreakerTable other;
    const auto changed = drawn(other, width, view);
    QVERIFY(changed.copy(cell(row, columns.rate)) != image.copy(cell(row, columns.rate)));
    const int after = columns.rate.left + columns.rate.width;
    const QRect rest{after, row.top(), width - after, row.height()};
    QCOMPARE(changed.copy(rest), image.copy(rest));
}

void TestBreakersPane::whatIsStaleIsHatched()
{
    QFETCH(int, width);
    BreakerTable table;
    auto outage = OutageSnapshot::atMinute(27);
    outage.silence(41s);
    const auto image = drawn(table, width, viewOf(outage));
    const auto row = table.rowOf(primary);
    for (const auto& colour : {tokens.crit, tokens.critbg, tokens.warn})
        QVERIFY(!hasRun(image, row, colour));
    int hatched = 0;
    for (int x = 0; x < width; ++x)
        hatched += image.pixelColor(x, row.top() + 2) == tokens.hatch;
    QVERIFY(hatched > width / 20);
}

void TestBreakersPane::theWholeCellAsksForAProbe()
{
    BreakersPane pane;
    pane.resize(1208, 336);
    pane.setView(viewOf(OutageSnapshot::atMinute(27)));
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    auto* table = pane.findChild<BreakerTable*>();
    QSignalSpy selected{&pane, &BreakersPane::breakerSelected};
    QSignalSpy probed{&pane, &BreakersPane::probeRequested};
    const auto row = table->rowOf(primary);
    const int action = BreakerColumns{table->width()}.action.left;
    QTest::mouseClick(table, Qt::LeftButton, {}, {action - 1, row.center().y()});
    QCOMPARE(selected.size(), 1);
    QCOMPARE(probed.size(), 0);
    QTest::mouseClick(table, Qt::LeftButton, {}, {action, row.top()});
    QTest::mouseClick(table, Qt::LeftButton, {}, {table->width() - 1, row.bottom()});
    QCOMPARE(probed.size(), 2);
    QCOMPARE(probed[0][0].toString(), primary);
}

void TestBreakersPane::aLockedRowAsksForNone()
{
    BreakersPane pane;
    pane.resize(1208, 336);
    auto outage = OutageSnapshot::atMinute(27);
    outage.command(fleet::Action::Probe, primary.toStdString(), fleet::Stage::Requested, 1s);
    pane.setView(viewOf(outage));
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    auto* table = pane.findChild<BreakerTable*>();
    QSignalSpy selected{&pane, &BreakersPane::breakerSelected};
    QSignalSpy probed{&pane, &BreakersPane::probeRequested};
    QTest::mouseClick(table, Qt::LeftButton, {},
        {BreakerColumns{table->width()}.action.left + 20, table->rowOf(primary).center().y()});
    QCOMPARE(selected.size(), 1);
    QCOMPARE(probed.size(), 0);
}

void TestBreakersPane::theSelectedRowScrollsIntoSight()
{
    BreakersPane pane;
    pane.resize(824, 52 + 22 + 3 * 24);
    pane.setView(viewOf(OutageSnapshot::atMinute(27)));
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    auto* table = pane.findChild<BreakerTable*>();
    const auto last = QStringLiteral("own:small/health");
    pane.setSelected(last);
    const auto seen = table->visibleRegion().boundingRect();
    QVERIFY(seen.contains(table->rowOf(last)));
    pane.setSelected(primary);
    QVERIFY(table->visibleRegion().boundingRect().contains(table->rowOf(primary)));
}

void TestBreakersPane::rowsAreWhole()
{
    BreakersPane pane;
    pane.setView(viewOf(OutageSnapshot::atMinute(27)));
    const int heads = 32 + 20;
    QCOMPARE(pane.heightWithin(heads + 22 + 24, 824), heads + 22 + 24);
    QCOMPARE(pane.heightWithin(heads + 22 + 24 + 23, 824), heads + 22 + 24);
    QCOMPARE(pane.heightWithin(heads + 22 + 24 + 24, 824), heads + 22 + 48);
    QCOMPARE(pane.heightWithin(2000, 824), pane.heightNeeded(824));
    QCOMPARE(pane.heightWithin(40, 824), 40);
}

void TestBreakersPane::markupIsDrawnAsText()
{
    const auto named = [](const QString& name) {
        auto view = viewOf(OutageSnapshot::atMinute(27));
        view.groups[0].rows[0].name = name;
        BreakerTable table;
        return drawn(table, 1208, view);
    };
    QVERIFY(named(QStringLiteral("<b>fine</b>")) != named(QStringLiteral("fine")));
}

QTEST_MAIN(TestBreakersPane)
#include "tst_breakers_pane.moc"
