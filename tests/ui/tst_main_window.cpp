// SPDX-License-Identifier: GPL-3.0-or-later
#include "outage_session.h"
#include "pictures.h"
#include "ui/format/time_text.h"
#include "ui/main_window.h"
#include "ui/widgets/incident_field.h"
#include "ui/widgets/note_field.h"

#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

/// The whole window on a minute of the outage hour: all of it in sight, and all of it reached by keys.
class TestMainWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void partsFitAndDontOverlap_data();
    void partsFitAndDontOverlap();
    void upAndDownGoThroughFeaturesAndBreakers();
    void keysAskForTheCard();
    void keysReachThePageFromTheEventList();
    void notesAreTyped();
    void incidentsAreDeclaredAndEnded();
    void incidentPictures();
    void aFrameIsShown();
    void eventsOpenOverASmallWindow();
    void pictures_data();
    void pictures();
};

void TestMainWindow::partsFitAndDontOverlap_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1920x1080") << QSize{1920, 1080};
    QTest::newRow("1600x900") << QSize{1600, 900};
    QTest::newRow("1366x768") << QSize{1366, 768};
    QTest::newRow("1280x720") << QSize{1280, 720};
    QTest::newRow("2560x1440") << QSize{2560, 1440};
}

void TestMainWindow::partsFitAndDontOverlap()
{
    QFETCH(QSize, size);
    OutageSession session{27};
    MainWindow window{session, theme::ThemeName::Dark};
    window.resize(size);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    auto& page = window.overview();
    std::vector<QRect> parts;
    for (auto* part : page.findChildren<QWidget*>(QString{}, Qt::FindDirectChildrenOnly)) {
        if (part->isHidden())
            continue;
        QVERIFY2(page.rect().contains(part->geometry()), part->metaObject()->className());
        QVERIFY2(part->height() >= 30, part->metaObject()->className());
        for (const auto& other : parts)
            QVERIFY2(!other.intersects(part->geometry()), part->metaObject()->className());
        parts.push_back(part->geometry());
    }
    QCOMPARE(parts.size(), 5u);
    const auto* features = page.findChild<FeaturesPane*>();
    // Three features are never scrolled.
    QVERIFY(features->height() >= features->heightNeeded());
    QVERIFY(window.rect().contains(
        QRect{features->mapTo(&window, features->killButtonOf(QStringLiteral("help_desk")).topLeft()), QSize{52, 44}}));
    QVERIFY(features->killButtonOf(QStringLiteral("help_desk")).right() < features->width());
    const auto* breakers = page.findChild<BreakersPane*>();
    const bool allFit = size.height() >= 1080;
    QVERIFY(!allFit || breakers->height() >= breakers->heightNeeded(breakers->width()));
}

void TestMainWindow::upAndDownGoThroughFeaturesAndBreakers()
{
    OutageSession session{27};
    MainWindow window{session, theme::ThemeName::Dark};
    window.show();
    auto& page = window.overview();
    QCOMPARE(page.selectedFeature(), QStringLiteral("refund_eligibility"));
    QSignalSpy selected{&page, &OverviewPage::featureSelected};
    QTest::keyClick(&page, Qt::Key_Down);
    QTest::keyClick(&page, Qt::Key_Down);
    QCOMPARE(page.selectedFeature(), QStringLiteral("recommendations"));
    QCOMPARE(selected.size(), 2);
    QTest::keyClick(&page, Qt::Key_Down);
    // On the first breaker; the charts stay where they were.
    QCOMPARE(page.selectedFeature(), QStringLiteral("recommendations"));
    QSignalSpy probed{&page, &OverviewPage::probeRequested};
    QTest::keyClick(&page, Qt::Key_P);
    QCOMPARE(probed.size(), 1);
    QCOMPARE(probed[0][0].toString(), QStringLiteral("store/provider-primary"));
}

void TestMainWindow::keysAskForTheCard()
{
    OutageSession session{27};
    MainWindow window{session, theme::ThemeName::Dark};
    window.show();
    QTest::keyClick(&window.overview(), Qt::Key_Down);
    QTest::keyClick(&window.overview(), Qt::Key_K);
    QCOMPARE(session.submitted.size(), 1u);
    QCOMPARE(session.submitted[0].kind, fleet::CommandKind::Select);
    QCOMPARE(session.submitted[0].action, fleet::Action::Kill);
    QCOMPARE(session.submitted[0].target, std::string{"help_desk"});
}

void TestMainWindow::keysReachThePageFromTheEventList()
{
    OutageSession session{27};
    MainWindow window{session, theme::ThemeName::Dark};
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    auto& page = window.overview();
    const auto press = [](Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); };
    QSignalSpy killed{&page, &OverviewPage::killRequested};
    press(Qt::Key_Slash);
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&page.events().filterField()));
    // In the field K is a letter, on the list it is the key.
    press(Qt::Key_K);
    QCOMPARE(page.events().filterField().text(), QStringLiteral("k"));
    QCOMPARE(killed.size(), 0);
    press(Qt::Key_Escape);
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&page.events().view()));
    press(Qt::Key_Down);
    QCOMPARE(page.selectedFeature(), QStringLiteral("refund_eligibility"));
    press(Qt::Key_K);
    QCOMPARE(killed.size(), 1);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); // the card
    press(Qt::Key_Escape);
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&page));
    press(Qt::Key_Down);
    QCOMPARE(page.selectedFeature(), QStringLiteral("help_desk"));
}

void TestMainWindow::notesAreTyped()
{
    OutageSession session{27};
    MainWindow window{session, theme::ThemeName::Dark};
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    auto& note = *window.findChild<NoteField*>();
    QVERIFY(!note.isVisible());
    const auto press = [](Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); };
    press(Qt::Key_N);
    QVERIFY(note.isVisible() && window.rect().contains(note.geometry()));
    // In the field K and N are letters.
    QTest::keyClicks(&note.field(), QStringLiteral(" knock  on "));
    press(Qt::Key_Return);
    QCOMPARE(session.notes, QStringList{QStringLiteral("knock on")});
    QVERIFY(!note.isVisible());
    press(Qt::Key_N);
    QTest::keyClicks(&note.field(), QStringLiteral("not this"));
    press(Qt::Key_Escape);
    press(Qt::Key_N);
    QVERIFY(note.field().text().isEmpty());
    press(Qt::Key_Return);
    QCOMPARE(session.notes.size(), 1);
    QVERIFY(session.submitted.empty());
    press(Qt::Key_Down);
    QCOMPARE(window.overview().selectedFeature(), QStringLiteral("help_desk"));
}

void TestMainWindow::incidentsAreDeclaredAndEnded()
{
    OutageSession session{27};
    MainWindow window{session, theme::ThemeName::Dark};
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    auto& line = *window.findChild<IncidentField*>();
    const auto press = [](Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); };
    const auto now = session.now().wall;
    press(Qt::Key_I);
    QVERIFY(line.isVisible() && window.rect().contains(line.geometry()));
    press(Qt::Key_Return);
    QVERIFY(line.words().contains(QStringLiteral("needs a title")));
    QTest::keyClicks(&line.titleField(), QStringLiteral(" knock  on "));
    press(Qt::Key_Up); // nothing was found: there is nothing to choose
    press(Qt::Key_Return);
    QVERIFY(!line.isVisible());
    QCOMPARE(session.declared.size(), std::size_t{1});
    QCOMPARE(session.declared[0].first, QStringLiteral("knock on"));
    QCOMPARE(session.declared[0].second, now);

    // When the fleet left HEALTHY, by the arrow keys; a time of day; and what is none.
    session.going.emplace();
    session.going->from = now - 17min;
    press(Qt::Key_I);
    QTest::keyClicks(&line.titleField(), QStringLiteral("two"));
    press(Qt::Key_Up);
    press(Qt::Key_Return);
    QCOMPARE(session.declared[1].second, now - 17min);
    press(Qt::Key_I);
    QTest::keyClicks(&line.titleField(), QStringLiteral("three"));
    press(Qt::Key_Up);
    press(Qt::Key_Down);
    line.beganField().setText(QStringLiteral("yesterday"));
    press(Qt::Key_Return);
    QVERIFY(line.isVisible() && line.words().contains(QStringLiteral("not declared")));
    const auto minute = std::chrono::floor<std::chrono::minutes>(now) - 5min;
    line.beganField().setText(format::utcMinute(minute));
    press(Qt::Key_Return);
    QCOMPARE(session.declared[2].second, WallTime{minute});
    // Later than now is yesterday's.
    press(Qt::Key_I);
    QTest::keyClicks(&line.titleField(), QStringLiteral("four"));
    line.beganField().setText(format::utcMinute(now + 60min));
    press(Qt::Key_Return);
    QCOMPARE(session.declared[3].second, WallTime{std::chrono::floor<std::chrono::minutes>(now)} + 60min - 24h);
    press(Qt::Key_I);
    press(Qt::Key_Escape);
    QCOMPARE(session.declared.size(), std::size_t{4});

    // It stands where all stands that a person holds, and the key ends it.
    session.going->byHand = fleet::IncidentByHand{"ada", "checkout is slow", now, {}, {}};
    session.frame();
    const auto held = window.findChild<HeldStrip*>()->accessibleDescription();
    QVERIFY2(held.contains(QStringLiteral("INCIDENT checkout is slow")), qPrintable(held));
    QVERIFY2(held.contains(QStringLiteral("since %1 UTC by ada, 17 min").arg(format::utcMinute(now - 17min))),
        qPrintable(held));
    press(Qt::Key_I);
    QVERIFY(line.words().contains(QStringLiteral("“checkout is slow”, declared by ada")));
    QVERIFY(!line.titleField().isVisible());
    press(Qt::Key_K); // no key goes past it
    QVERIFY(line.isVisible());
    press(Qt::Key_Escape);
    QCOMPARE(session.ended, 0);
    press(Qt::Key_I);
    session.refusal = QStringLiteral("not ended: for a reason");
    press(Qt::Key_Return);
    QCOMPARE(session.ended, 1);
    QVERIFY(session.submitted.empty());
}

void TestMainWindow::incidentPictures()
{
    for (const QSize size : {QSize{1920, 1080}, QSize{1280, 720}}) {
        for (const auto theme : {theme::ThemeName::Dark, theme::ThemeName::Light}) {
            OutageSession session{27};
            session.outage.kill();
            session.going.emplace();
            session.going->from = session.now().wall - 17min;
            session.going->worst = HealthLevel::Degraded;
            MainWindow window{session, theme};
            window.resize(size);
            window.show();
            QVERIFY(QTest::qWaitForWindowActive(&window));
            const auto keep = [&](const char* name) {
                keepPicture(window,
                    QStringLiteral("incident-%1-%2-%3")
                        .arg(QLatin1String(name))
                        .arg(size.height())
                        .arg(static_cast<int>(theme)));
            };
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_I);
            auto& line = *window.findChild<IncidentField*>();
            QTest::keyClicks(
                &line.titleField(), QStringLiteral("Refunds wait for a person since the provider fell over"));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
            keep("declare");
            line.beganField().setText(QStringLiteral("half past"));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
            keep("refused");
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
            session.going->byHand = fleet::IncidentByHand{
                "ada", "Refunds wait for a person since the provider fell over", session.now().wall, {}, {}};
            session.frame();
            keep("held");
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_I);
            keep("end");
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
            window.answer(QStringLiteral(
                "black box written to /home/ada/.local/share/rungwatch/book-store-20261130T142718Z.blackbox: "
                "14:12:18 to 14:27:18 UTC, 2,310 events, 1.2 MB (Ctrl+C copies the name)"));
            keep("box");
            // Nothing is cut: what stands in the strip is said whole.
            QVERIFY(window.findChild<HeldStrip*>()->accessibleDescription().contains(QStringLiteral("INCIDENT")));
        }
    }
}

void TestMainWindow::aFrameIsShown()
{
    OutageSession session{27};
    MainWindow window{session, theme::ThemeName::Dark};
    window.show();
    auto* features = window.findChild<FeaturesPane*>();
    QVERIFY(features->accessibleDescription().contains(QStringLiteral("recommendations DEGRADED, mode DEGRADED")));
    session.outage.kill();
    session.frame();
    QVERIFY(features->accessibleDescription().contains(QStringLiteral("recommendations DEGRADED, mode KILLED")));
    QVERIFY(window.findChild<HeldStrip*>()->accessibleDescription().contains(QStringLiteral("KILLED recommendations")));
    session.outage.silence(41s);
    session.frame();
    QVERIFY(features->accessibleDescription().contains(QStringLiteral("recommendations UNKNOWN, mode UNKNOWN")));
    QVERIFY(window.findChild<TopBar*>()->accessibleDescription().contains(QStringLiteral("UNKNOWN")));
}

void TestMainWindow::eventsOpenOverASmallWindow()
{
    OutageSession session{27};
    MainWindow window{session, theme::ThemeName::Dark};
    window.resize(1280, 720);
    window.show();
    auto& events = window.overview().events();
    QVERIFY(events.isFolded());
    QTest::keyClick(&window.overview(), Qt::Key_4);
    QVERIFY(!events.isFolded());
    QVERIFY(events.height() > 200);
    QTest::keyClick(&window.overview(), Qt::Key_4);
    QVERIFY(events.isFolded());
}

void TestMainWindow::pictures_data()
{
    QTest::addColumn<int>("minute");
    QTest::addColumn<QString>("what");
    QTest::newRow("calm") << 5 << "calm";
    QTest::newRow("outage") << 27 << "outage";
    QTest::newRow("stale") << 27 << "stale";
    QTest::newRow("killed") << 27 << "killed";
}

void TestMainWindow::pictures()
{
    QFETCH(int, minute);
    QFETCH(QString, what);
    if (qEnvironmentVariable("RUNGWATCH_PICTURES").isEmpty())
        QSKIP("pictures are for the eye: RUNGWATCH_PICTURES names their directory");
    OutageSession session{minute};
    if (what == QLatin1String{"stale"})
        session.outage.silence(41s);
    if (what == QLatin1String{"killed"})
        session.outage.kill();
    MainWindow window{session, theme::ThemeName::Dark};
    window.show();
    for (const auto& size : {QSize{1920, 1080}, QSize{1280, 720}}) {
        window.resize(size);
        for (const auto name : {theme::ThemeName::Dark, theme::ThemeName::Light}) {
            window.setTheme(name);
            QCoreApplication::processEvents();
            keepPicture(window,
                QStringLiteral("window-%1-%2-%3")
                    .arg(what)
                    .arg(size.width())
                    .arg(name == theme::ThemeName::Dark ? QStringLiteral("dark") : QStringLiteral("light")));
        }
    }
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
