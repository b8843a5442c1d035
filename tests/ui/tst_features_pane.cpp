// SPDX-License-Identifier: GPL-3.0-or-later
#include "outage_snapshot.h"
#include "pictures.h"
#include "ui/models/held_items.h"
#include "ui/models/overview_model.h"
#include "ui/widgets/breakers_pane.h"
#include "ui/widgets/feature_columns.h"
#include "ui/widgets/features_pane.h"
#include "ui/widgets/held_strip.h"
#include "ui/widgets/top_bar.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

FeaturesView viewOf(const OutageSnapshot& outage)
{
    return featuresOf(outage.snapshot, outage.now);
}

/// The left side and the head as they stand in a window, for the eye.
void keepLeftSide(const OutageSnapshot& outage, const QString& name, const theme::Tokens& tokens, bool small)
{
    QWidget window;
    window.resize(small ? QSize{1280, 560} : QSize{1920, 860});
    TopBar bar{&window};
    FeaturesPane features{&window};
    BreakersPane breakers{&window};
    HeldStrip strip{&window};
    const int left = small ? 824 : 1208;
    bar.setTokens(tokens);
    features.setTokens(tokens);
    breakers.setTokens(tokens);
    strip.setTokens(tokens);
    features.setFolded(small);
    bar.setView(topBarOf(outage.snapshot, outage.now, QStringLiteral("operator")));
    features.setView(viewOf(outage));
    features.setSelected(QStringLiteral("recommendations"));
    breakers.setView(breakersOf(outage.snapshot, outage.now));
    strip.setItems(heldItems(outage.snapshot, outage.now));
    bar.setGeometry(0, 0, window.width(), small ? TopBar::foldedHeight : TopBar::barHeight);
    int y = bar.height();
    features.setGeometry(0, y, left, features.heightNeeded());
    y += features.height() + 1;
    breakers.setGeometry(0, y, left, window.height() - y - 41);
    strip.setGeometry(0, window.height() - 40, left, 40);
    keepPicture(window, name);
}

} // namespace

/// A feature's row under the hands and eyes of an operator.
class TestFeaturesPane : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression{QStringLiteral(".*")}); }
    void columnsFitTheirPane_data();
    void columnsFitTheirPane();
    void rowHeights();
    void aClickSelects();
    void theButtonAsksForTheCard();
    void aLockedButtonAsksForNothing();
    void rowsScrollAndNoneMovesByItself();
    void calmIsWithoutColour_data();
    void calmIsWithoutColour();
    void markupIsDrawnAsText();
    void twoRungsOfAColumnSplitIt();
    void aLongNameStaysInItsColumn();
    void theSameViewPaintsNothing();
    void pictures_data();
    void pictures();
};

void TestFeaturesPane::columnsFitTheirPane_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {640, 824, 1000, 1208, 1600})
        QTest::newRow(std::to_string(width).c_str()) << width;
}

void TestFeaturesPane::columnsFitTheirPane()
{
    QFETCH(int, width);
    const auto columns = FeatureColumns::of(width);
    QVERIFY(columns.name + columns.nameWidth < columns.ladder);
    const auto last = columns.cell(5, 0, 50);
    QVERIFY(last.right() < columns.mode);
    QVERIFY(columns.mode + columns.modeWidth <= columns.cache);
    QVERIFY(columns.cache + columns.cacheWidth <= columns.kill);
    if (width >= 824)
        QVERIFY(columns.kill + columns.killWidth <= width);
}

void TestFeaturesPane::rowHeights()
{
    FeaturesPane pane;
    auto view = viewOf(OutageSnapshot::atMinute(27));
    pane.setView(view);
    QCOMPARE(pane.heightNeeded(), 32 + 22 + 3 * 112);
    pane.setFolded(true);
    QCOMPARE(pane.heightNeeded(), 32 + 22 + 3 * 66);
    pane.setFolded(false);
    while (view.rows.size() < 6)
        view.rows.push_back(view.rows.back());
    pane.setView(view);
    QCOMPARE(pane.heightNeeded(), 32 + 22 + 6 * 112);
    view.rows.push_back(view.rows.back());
    pane.setView(view);
    QCOMPARE(pane.heightNeeded(), 32 + 22 + 7 * 66);
}

void TestFeaturesPane::aClickSelects()
{
    FeaturesPane pane;
    pane.resize(1208, 390);
    pane.setView(viewOf(OutageSnapshot::atMinute(27)));
    QSignalSpy selected{&pane, &FeaturesPane::featureSelected};
    QSignalSpy killed{&pane, &FeaturesPane::killRequested};
    QTest::mouseClick(pane.viewport(), Qt::LeftButton, {}, pane.rowOf(QStringLiteral("help_desk")).center());
    QCOMPARE(selected.size(), 1);
    QCOMPARE(selected[0][0].toString(), QStringLiteral("help_desk"));
    QTest::mouseClick(pane.viewport(), Qt::LeftButton, {}, {400, 10});
    QCOMPARE(selected.size(), 1);
    QCOMPARE(killed.size(), 0);
}

void TestFeaturesPane::theButtonAsksForTheCard()
{
    FeaturesPane pane;
    pane.resize(1208, 390);
    auto outage = OutageSnapshot::atMinute(27);
    pane.setView(viewOf(outage));
    const auto feature = QStringLiteral("recommendations");
    QSignalSpy killed{&pane, &FeaturesPane::killRequested};
    QSignalSpy revived{&pane, &FeaturesPane::reviveRequested};
    QCOMPARE(pane.killButtonOf(feature).height(), 44);
    QTest::mouseClick(pane.viewport(), Qt::LeftButton, {}, pane.killButtonOf(feature).center());
    QCOMPARE(killed.size(), 1);
    QCOMPARE(killed[0][0].toString(), feature);
    outage.kill();
    pane.setView(viewOf(outage));
    QTest::mouseClick(pane.viewport(), Qt::LeftButton, {}, pane.killButtonOf(feature).center());
    QCOMPARE(killed.size(), 1);
    QCOMPARE(revived.size(), 1);
}

void TestFeaturesPane::aLockedButtonAsksForNothing()
{
    FeaturesPane pane;
    pane.resize(1208, 390);
    auto outage = OutageSnapshot::atMinute(27);
    outage.command(fleet::Action::Kill, "recommendations", fleet::Stage::Requested, 1s);
    pane.setView(viewOf(outage));
    QSignalSpy killed{&pane, &FeaturesPane::killRequested};
    QTest::mouseClick(
        pane.viewport(), Qt::LeftButton, {}, pane.killButtonOf(QStringLiteral("recommendations")).center());
    QCOMPARE(killed.size(), 0);
    QTest::mouseClick(pane.viewport(), Qt::LeftButton, {}, pane.killButtonOf(QStringLiteral("help_desk")).center());
    QCOMPARE(killed.size(), 1);
}

void TestFeaturesPane::rowsScrollAndNoneMovesByItself()
{
    FeaturesPane pane;
    pane.resize(1208, 32 + 22 + 112);
    auto outage = OutageSnapshot::atMinute(27);
    pane.setView(viewOf(outage));
    pane.show();
    QCOMPARE(pane.verticalScrollBar()->maximum(), 2 * 112);
    pane.setSelected(QStringLiteral("recommendations"));
    QCOMPARE(pane.rowOf(QStringLiteral("recommendations")).top(), 54);
    outage.kill();
    pane.setView(viewOf(outage));
    QCOMPARE(pane.rowOf(QStringLiteral("recommendations")).top(), 54);
    pane.setSelected(QStringLiteral("refund_eligibility"));
    QCOMPARE(pane.rowOf(QStringLiteral("refund_eligibility")).top(), 54);
}

void TestFeaturesPane::calmIsWithoutColour_data()
{
    QTest::addColumn<theme::ThemeName>("name");
    QTest::newRow("dark") << theme::ThemeName::Dark;
    QTest::newRow("light") << theme::ThemeName::Light;
    QTest::newRow("high contrast") << theme::ThemeName::HighContrast;
}

void TestFeaturesPane::calmIsWithoutColour()
{
    QFETCH(theme::ThemeName, name);
    const auto& tokens = theme::Tokens::of(name);
    FeaturesPane pane;
    pane.resize(1208, 390);
    pane.setTokens(tokens);
    const auto show = [&](const OutageSnapshot& outage) {
        pane.setView(viewOf(outage));
        return pane.grab().toImage();
    };
    const QRect all{0, 0, 1208, 390};
    QVERIFY(!hasRun(show(OutageSnapshot::atMinute(5)), all, tokens.warn));
    auto outage = OutageSnapshot::atMinute(27);
    QVERIFY(hasRun(show(outage), all, tokens.warn));
    outage.silence(41s);
    const auto stale = show(outage);
    // The mark of the warning in the head is all the colour that is left.
    QVERIFY(!hasRun(stale, all.adjusted(0, FeaturesPane::headHeight, 0, 0), tokens.warn));
    QVERIFY(hasRun(stale, {825, 60, 200, 100}, tokens.bg1));
    outage = OutageSnapshot::atMinute(27);
    outage.kill();
    QVERIFY(hasRun(show(outage), all, tokens.hand));
}

void TestFeaturesPane::markupIsDrawnAsText()
{
    const auto drawn = [](const QString& sentence) {
        FeaturesPane pane;
        pane.resize(1208, 390);
        auto view = viewOf(OutageSnapshot::atMinute(27));
        view.rows[0].sentence = sentence;
        view.rows[0].mode.details = QStringList{sentence};
        pane.setView(view);
        return pane.grab().toImage();
    };
    QVERIFY(drawn(QStringLiteral("<b>fine</b>")) != drawn(QStringLiteral("fine")));
    QVERIFY(drawn(QStringLiteral("<img src='x'>")) != drawn(QString{}));
}

void TestFeaturesPane::twoRungsOfAColumnSplitIt()
{
    auto outage = OutageSnapshot::atMinute(27);
    outage.editStore([](Reading& reading) {
        auto& feature = reading.features[2];
        feature.ladder.insert(feature.ladder.begin() + 4, RungReading{"gift_rules", RungKind::Rules, {}});
    });
    const auto view = viewOf(outage);
    QCOMPARE(view.rows[2].columns[static_cast<std::size_t>(LadderColumn::Rules)].size(), 2u);
    for (const bool folded : {false, true}) {
        FeaturesPane pane;
        pane.resize(folded ? 824 : 1208, 390);
        pane.setFolded(folded);
        pane.setView(view);
        const auto image =
            keepPicture(pane, folded ? QStringLiteral("features-split-small") : QStringLiteral("features-split"));
        const auto row = pane.rowOf(QStringLiteral("recommendations"));
        const auto cell = FeatureColumns::of(pane.width()).cell(4, row.top() + (folded ? 10 : 14), folded ? 50 : 86);
        // A line parts the two.
        const QRect middle{cell.left() + 1, cell.top() + cell.height() / 2, cell.width() - 2, 1};
        for (int x = middle.left(); x <= middle.right(); ++x)
            QCOMPARE(image.pixelColor(x, middle.top()), theme::Tokens::of(theme::ThemeName::Dark).l1);
    }
}

void TestFeaturesPane::aLongNameStaysInItsColumn()
{
    auto view = viewOf(OutageSnapshot::atMinute(27));
    const auto drawn = [&](const QString& name) {
        FeaturesPane pane;
        pane.resize(824, 252);
        pane.setFolded(true);
        view.rows[1].name = name;
        pane.setView(view);
        return pane.grab().toImage();
    };
    const auto columns = FeatureColumns::of(824);
    const QRect right{columns.ladder, 0, 824 - columns.ladder, 252};
    const auto usual = drawn(QStringLiteral("help_desk"));
    const auto lengthy = drawn(QStringLiteral("a_feature_whose_name_is_far_longer_than_its_column\nand of two lines"));
    QVERIFY(usual != lengthy);
    QCOMPARE(usual.copy(right), lengthy.copy(right));
}

void TestFeaturesPane::theSameViewPaintsNothing()
{
    struct Counting : FeaturesPane {
        int painted{0};
        void paintEvent(QPaintEvent* event) override
        {
            ++painted;
            FeaturesPane::paintEvent(event);
        }
    } pane;
    pane.resize(1208, 390);
    auto outage = OutageSnapshot::atMinute(27);
    pane.setView(viewOf(outage));
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    QCoreApplication::processEvents();
    const int before = pane.painted;
    pane.setView(viewOf(outage));
    QCoreApplication::processEvents();
    QCOMPARE(pane.painted, before);
    outage.kill();
    pane.setView(viewOf(outage));
    QTRY_VERIFY(pane.painted > before);
}

void TestFeaturesPane::pictures_data()
{
    QTest::addColumn<int>("minute");
    QTest::addColumn<QString>("what");
    QTest::newRow("calm") << 5 << "calm";
    QTest::newRow("outage") << 27 << "outage";
    QTest::newRow("stale") << 27 << "stale";
    QTest::newRow("killed") << 27 << "killed";
    QTest::newRow("asked") << 27 << "asked";
}

void TestFeaturesPane::pictures()
{
    QFETCH(int, minute);
    QFETCH(QString, what);
    if (qEnvironmentVariable("RUNGWATCH_PICTURES").isEmpty())
        QSKIP("pictures are for the eye: RUNGWATCH_PICTURES names their directory");
    auto outage = OutageSnapshot::atMinute(minute);
    if (what == QLatin1String{"stale"})
        outage.silence(41s);
    if (what == QLatin1String{"killed"})
        outage.kill();
    if (what == QLatin1String{"asked"}) {
        outage.command(fleet::Action::Kill, "recommendations", fleet::Stage::Accepted, 2100ms);
        outage.command(fleet::Action::Kill, "help_desk", fleet::Stage::Unconfirmed, 14s);
        outage.command(fleet::Action::Kill, "refund_eligibility", fleet::Stage::Refused, 3s);
    }
    for (const bool small : {false, true}) {
        const auto size = small ? QStringLiteral("-small") : QString{};
        keepLeftSide(outage, what + size + QStringLiteral("-dark"), theme::Tokens::of(theme::ThemeName::Dark), small);
        keepLeftSide(outage, what + size + QStringLiteral("-light"), theme::Tokens::of(theme::ThemeName::Light), small);
    }
}

QTEST_MAIN(TestFeaturesPane)
#include "tst_features_pane.moc"
