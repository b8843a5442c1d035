// SPDX-License-Identifier: GPL-3.0-or-later
#include "pictures.h"
#include "recorded_session.h"
#include "ui/replay/alarm_rule.h"
#include "ui/replay/replay_lock.h"
#include "ui/replay/replay_window.h"
#include "ui/replay/typed_time.h"

#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

/// The same window as live, and nobody takes it for that: a frame, its word, its controls locked; every key plays.
class TestReplayWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKeyPlays_data();
    void everyKeyPlays();
    void timesAreTyped();
    void whatIsNoTimeIsRefused();
    void bookmarksAreTyped();
    void controlsAreLocked();
    void aFrameStandsAroundEverything();
    void partsFit_data();
    void partsFit();
    void aJumpBringsOtherEvents();
    void typedTimesTakeTheNearestDay();
    void alarmsAreWhatGotWorseByItself();
    void aLiveAlarmBreaksIn();
    void withoutALiveSessionItsKeysDoNothing();
    void pictures_data();
    void pictures();
};

void TestReplayWindow::everyKeyPlays_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("modifiers");
    QTest::addColumn<QString>("asked");
    const auto row = [](const char* name, int key, const char* asked, int modifiers = Qt::NoModifier) {
        QTest::newRow(name) << key << modifiers << QString::fromLatin1(asked);
    };
    row("space", Qt::Key_Space, "play");
    row("left", Qt::Key_Left, "step 0 -1");
    row("right", Qt::Key_Right, "step 0 1");
    row("shift left", Qt::Key_Left, "step 1 -1", Qt::ShiftModifier);
    row("shift right", Qt::Key_Right, "step 1 1", Qt::ShiftModifier);
    row("comma", Qt::Key_Comma, "step 2 -1");
    row("period", Qt::Key_Period, "step 2 1");
    row("bracket left", Qt::Key_BracketLeft, "step 3 -1");
    row("bracket right", Qt::Key_BracketRight, "step 3 1");
    row("home", Qt::Key_Home, "seek 0");
    row("end", Qt::Key_End, "seek 3600");
    row("plus", Qt::Key_Plus, "speed 600", Qt::ShiftModifier);
    row("minus", Qt::Key_Minus, "speed 10");
    row("loop", Qt::Key_L, "loop 60");
}

void TestReplayWindow::everyKeyPlays()
{
    QFETCH(int, key);
    QFETCH(int, modifiers);
    QFETCH(QString, asked);
    RecordedSession session{27};
    ReplayWindow window{session, theme::ThemeName::Dark};
    window.show();
    // From the page, where the focus is.
    QTest::keyClick(&window.main().overview(), static_cast<Qt::Key>(key), Qt::KeyboardModifiers{modifiers});
    QCOMPARE(session.taken(), QStringList{asked});
}

void TestReplayWindow::timesAreTyped()
{
    RecordedSession session{27};
    ReplayWindow window{session, theme::ThemeName::Dark};
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window.main().overview(), Qt::Key_G);
    auto& field = window.transport().field();
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&field));
    QTest::keyClicks(&field, QStringLiteral("14:42"));
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(session.taken(), QStringList{QStringLiteral("seek 2520")});
    QVERIFY(QApplication::focusWidget() != &field);
}

void TestReplayWindow::whatIsNoTimeIsRefused()
{
    RecordedSession session{27};
    ReplayWindow window{session, theme::ThemeName::Dark};
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.transport().askTime();
    auto& field = window.transport().field();
    QTest::keyClicks(&field, QStringLiteral("25:00"));
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(session.taken(), QStringList{});
    QCOMPARE(field.selectedText(), QStringLiteral("25:00"));
    QTest::keyClick(&field, Qt::Key_Escape);
    QVERIFY(field.text().isEmpty());
}

void TestReplayWindow::bookmarksAreTyped()
{
    RecordedSession session{27};
    ReplayWindow window{session, theme::ThemeName::Dark};
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window.main().overview(), Qt::Key_M);
    auto& field = window.transport().field();
    QTest::keyClicks(&field, QStringLiteral("back again, [ too early ]"));
    QTest::keyClick(&field, Qt::Key_Return);
    QCOMPARE(session.taken(), QStringList{QStringLiteral("bookmark back again, [ too early ]")});
}

void TestReplayWindow::controlsAreLocked()
{
    RecordedSession session{27};
    ReplayWindow window{session, theme::ThemeName::Dark};
    window.show();
    QTest::keyClick(&window.main().overview(), Qt::Key_K);
    QTest::keyClick(&window.main().overview(), Qt::Key_P);
    QCOMPARE(session.taken(), QStringList{});
    auto features = featuresOf(*session.snapshot(), session.now());
    lockForReplay(features);
    for (const auto& row : features.rows)
        QCOMPARE(row.kill.locked, QStringLiteral("replay"));
    auto breakers = breakersOf(*session.snapshot(), session.now());
    bool named = false;
    lockForReplay(breakers);
    for (const auto& group : breakers.groups)
        for (const auto& row : group.rows) {
            QVERIFY(!row.canProbe);
            named = named || row.action == QStringLiteral("locked: replay");
        }
    QVERIFY(named);
}

void TestReplayWindow::aFrameStandsAroundEverything()
{
    RecordedSession session{27};
    ReplayWindow window{session, theme::ThemeName::Dark};
    window.resize(1920, 1080);
    window.show();
    const auto image = window.grab().toImage();
    const auto& tokens = theme::Tokens::of(theme::ThemeName::Dark);
    for (const QPoint corner : {QPoint{0, 0}, QPoint{1914, 0}, QPoint{0, 1074}, QPoint{1914, 1074}}) {
        const QRect box{corner.x() == 0 ? 0 : 1900, corner.y() == 0 ? 0 : 1074, 20, 6};
        QVERIFY(hasRun(image, box, tokens.t1));
        QVERIFY(hasRun(image, box, tokens.bg0));
    }
}

void TestReplayWindow::partsFit_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1920x1080") << QSize{1920, 1080};
    QTest::newRow("1366x768") << QSize{1366, 768};
    QTest::newRow("1280x720") << QSize{1280, 720};
}

void TestReplayWindow::partsFit()
{
    QFETCH(QSize, size);
    RecordedSession session{27};
    ReplayWindow window{session, theme::ThemeName::Dark};
    window.resize(size);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    auto& page = window.main().overview();
    for (auto* part : page.findChildren<QWidget*>(QString{}, Qt::FindDirectChildrenOnly)) {
        QVERIFY2(page.rect().contains(part->geometry()), part->metaObject()->className());
        QVERIFY2(part->height() >= 20, part->metaObject()->className());
    }
    // No button lies on another, nor the field on one.
    std::vector<QRect> taken;
    for (auto* part : window.transport().findChildren<QWidget*>(QString{}, Qt::FindDirectChildrenOnly)) {
        QVERIFY(window.transport().rect().contains(part->geometry()));
        QVERIFY(part->width() >= 24);
        for (const auto& other : taken)
            QVERIFY2(
                other.adjusted(1, 0, -1, 0).intersects(part->geometry()) == false, qPrintable(part->accessibleName()));
        taken.push_back(part->geometry());
    }
}

void TestReplayWindow::aJumpBringsOtherEvents()
{
    RecordedSession session{27};
    ReplayWindow window{session, theme::ThemeName::Dark};
    auto& events = window.main().overview().events();
    const auto all = events.model().rowCount();
    QVERIFY(all > 3);
    const auto& log = session.history().log();
    // Back in time: lower numbers than what the list has.
    const auto half = log.begin() + static_cast<std::ptrdiff_t>(log.size() / 2);
    session.jump({log.begin(), half});
    const auto first = events.model().rowCount();
    QVERIFY(first > 0 && first < all);
    session.jump({log.begin(), half});
    QCOMPARE(events.model().rowCount(), first);
}

void TestReplayWindow::typedTimesTakeTheNearestDay()
{
    const auto midnight = ManualClock{}.wallNow();
    const charts::TimeRange overnight{midnight + 20h, midnight + 28h};
    QCOMPARE(*typedTime(QStringLiteral("23:30"), overnight, midnight + 25h), midnight + 23h + 30min);
    QCOMPARE(*typedTime(QStringLiteral("1:05:09"), overnight, midnight + 21h), midnight + 25h + 5min + 9s);
    QCOMPARE(*typedTime(QStringLiteral("2026-11-30 21:00"), overnight, midnight), midnight + 21h);
    QCOMPARE(*typedTime(QStringLiteral("2026-11-30T21:00:00.5Z"), overnight, midnight), midnight + 21h + 500ms);
    for (const auto* bad : {"", "24:00", "12:60", "12", "12:3", "2026-13-01 12:00", "noon"})
        QVERIFY2(!typedTime(QString::fromLatin1(bad), overnight, midnight), bad);
}

void TestReplayWindow::alarmsAreWhatGotWorseByItself()
{
    using enum HealthLevel;
    QVERIFY(isAlarm(Healthy, Degraded) && isAlarm(Degraded, Unknown) && isAlarm(Unknown, Critical)
        && isAlarm(Critical, Unavailable));
    QVERIFY(!isAlarm(Degraded, Healthy) && !isAlarm(Unknown, Degraded) && !isAlarm(Unavailable, Critical)
        && !isAlarm(Critical, Critical));
    QVERIFY(isAlarm(Mode::Primary, Mode::Degraded));
    QVERIFY(!isAlarm(Mode::Primary, Mode::Killed) && !isAlarm(Mode::Degraded, Mode::Primary)
        && !isAlarm(std::nullopt, Mode::Degraded));
}

void TestReplayWindow::aLiveAlarmBreaksIn()
{
    RecordedSession session{42};
    OutageSession live{5};
    ReplayWindow window{session, theme::ThemeName::Dark};
    window.showLive(live);
    window.resize(1280, 720);
    window.show();
    auto& band = *window.liveBand();
    auto& page = window.main().overview();
    QCOMPARE(band.height(), LiveBand::calmHeight);
    QVERIFY(window.main().y() > band.geometry().bottom());
    fleet::Event worse;
    worse.body = fleet::FleetLevelChanged{HealthLevel::Degraded, HealthLevel::Critical, "store is UNAVAILABLE"};
    fleet::Event better;
    better.body = fleet::FleetLevelChanged{HealthLevel::Critical, HealthLevel::Healthy, {}};
    live.frame({better});
    QCOMPARE(band.height(), LiveBand::calmHeight);
    live.frame({worse});
    QCOMPARE(band.height(), LiveBand::alarmHeight);
    QVERIFY(window.main().y() > band.geometry().bottom());
    QVERIFY2(band.words().contains(QStringLiteral("store is UNAVAILABLE")), qPrintable(band.words()));
    QVERIFY(!band.words().contains(QStringLiteral("more")));
    // It stands until it was seen, also when all is well again.
    live.frame({worse, better});
    QCOMPARE(band.height(), LiveBand::alarmHeight);
    QVERIFY(band.words().endsWith(QStringLiteral(", and 1 more")));
    QTest::keyClick(&page, Qt::Key_A);
    QCOMPARE(band.height(), LiveBand::calmHeight);
    QSignalSpy back{&window, &ReplayWindow::backToLiveRequested};
    QTest::keyClick(&page, Qt::Key_V);
    QCOMPARE(back.size(), 1);
    QCOMPARE(session.taken(), QStringList{});
    // What is found in the recording is noted where events are still written.
    window.transport().askBookmark();
    QTest::keyClicks(&window.transport().field(), QStringLiteral("first sign"));
    QTest::keyClick(&window.transport().field(), Qt::Key_Return);
    QCOMPARE(session.taken(), QStringList{QStringLiteral("bookmark first sign")});
    QCOMPARE(live.notes, QStringList{QStringLiteral("about 14:42:18 UTC: first sign")});
}

void TestReplayWindow::withoutALiveSessionItsKeysDoNothing()
{
    RecordedSession session{42};
    ReplayWindow window{session, theme::ThemeName::Dark};
    window.show();
    QSignalSpy back{&window, &ReplayWindow::backToLiveRequested};
    QTest::keyClick(&window.main().overview(), Qt::Key_A);
    QTest::keyClick(&window.main().overview(), Qt::Key_V);
    QCOMPARE(back.size(), 0);
    QVERIFY(!window.liveBand());
}

void TestReplayWindow::pictures_data()
{
    QTest::addColumn<bool>("playing");
    QTest::newRow("paused") << false;
    QTest::newRow("playing") << true;
}

void TestReplayWindow::pictures()
{
    QFETCH(bool, playing);
    if (qEnvironmentVariable("RUNGWATCH_PICTURES").isEmpty())
        QSKIP("pictures are for the eye: RUNGWATCH_PICTURES names their directory");
    RecordedSession session{42};
    session.state.playing = playing;
    session.state.reached = playing ? 48 : 0;
    if (playing)
        session.state.loop = {session.line.range.from + 38min, session.line.range.from + 48min};
    OutageSession live{playing ? 27 : 5};
    ReplayWindow window{session, theme::ThemeName::Dark};
    if (playing) {
        window.showLive(live);
        fleet::Event worse;
        worse.wall = live.now().wall;
        worse.body = fleet::FleetLevelChanged{HealthLevel::Healthy, HealthLevel::Degraded, "help_desk on secondary"};
        live.frame({worse});
    }
    window.show();
    for (const auto& size : {QSize{1920, 1080}, QSize{1280, 720}}) {
        window.resize(size);
        for (const auto name : {theme::ThemeName::Dark, theme::ThemeName::Light}) {
            window.main().setTheme(name);
            QCoreApplication::processEvents();
            keepPicture(window,
                QStringLiteral("replay-%1-%2-%3")
                    .arg(playing ? QStringLiteral("playing") : QStringLiteral("paused"))
                    .arg(size.width())
                    .arg(name == theme::ThemeName::Dark ? QStringLiteral("dark") : QStringLiteral("light")));
        }
    }
}

QTEST_MAIN(TestReplayWindow)
#include "tst_replay_window.moc"
