// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench_session.h"
#include "pictures.h"
#include "ui/models/held_items.h"
#include "ui/widgets/card_controls.h"
#include "ui/widgets/control_flow.h"
#include "ui/widgets/control_overlay.h"
#include "ui/widgets/review_card.h"
#include "ui/widgets/review_inputs.h"

#include <QApplication>
#include <QPlainTextEdit>
#include <QShortcut>
#include <QSignalSpy>

#include <algorithm>

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

constexpr int topBar = 72;
const auto reason = QStringLiteral("provider outage, free the quota for refunds");

/// A window with the card over it, on a bench.
struct Desk {
    explicit Desk(QSize size = {1920, 1080}, theme::ThemeName name = theme::ThemeName::Dark)
        : overlay(&window, topBar)
        , flow(session, overlay)
    {
        window.resize(size);
        overlay.setTokens(theme::Tokens::of(name));
        window.show();
        if (!QTest::qWaitForWindowActive(&window))
            qWarning("no active window");
    }

    [[nodiscard]] ReviewCard& card() { return overlay.card(); }
    [[nodiscard]] const ControlView& view() { return card().view(); }
    void open(Action action = Action::Kill, const std::string& target = "recommendations")
    {
        flow.ask(action, target);
        session.frame();
    }
    static void key(Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); }
    /// Tab until the widget has the focus: by keys alone.
    static bool tabTo(const QWidget& widget)
    {
        for (int i = 0; i < 12 && QApplication::focusWidget() != &widget; ++i)
            key(Qt::Key_Tab);
        return QApplication::focusWidget() == &widget;
    }
    void typeReason(const QString& text = reason)
    {
        QVERIFY(tabTo(card().inputs().reasonField()));
        QTest::keyClicks(QApplication::focusWidget(), text);
    }
    /// Select, reason, operate.
    void operate()
    {
        typeReason();
        QVERIFY(tabTo(card().operateButton()));
        key(Qt::Key_Space);
        session.frame();
    }
    void engageKill(const std::string& id)
    {
        KillSwitchReading held;
        held.by = "ada";
        held.reason = reason.toStdString();
        held.since = 0s;
        held.expiresIn = 60min;
        held.commandId = id;
        session.telemetry.features[0].killSwitch = held;
        session.telemetry.features[0].mode = Mode::Killed;
    }

    BenchSession session;
    QWidget window;
    ControlOverlay overlay;
    ControlFlow flow;
};

/// Of the ladder as it is now.
bool standsByHand(const ControlView& view)
{
    return std::any_of(view.now.begin(), view.now.end(),
        [](const PreviewCell& cell) { return cell.state == PreviewCell::State::StandsHere && cell.byHand; });
}

} // namespace

/// A control action by keys alone, on core's own decisions: what the card says is what the snapshot says, and nothing
/// acts without a selection, a reason and the one button that operates.
class TestControlFlow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression{QStringLiteral(".*")}); }
    void opensOnCancelWithNothingFilledIn();
    void lockedUntilTenCharacters();
    void enterNeverOperates();
    void escapeCancels();
    void shortcutsOfTheWindowStandStill();
    void tabStaysInTheCard();
    void typingKeepsTheSelection();
    void anIdleSelectionEnds();
    void untilReleasedNeedsASecondReason();
    void killIsConfirmedByTelemetryAlone();
    void killThatIsNeverSeenIsUnconfirmed();
    void refusedByTheService();
    void staleDataNeedTheTick();
    void probeOnStaleDataIsRefused();
    void probeOfAClosedBreakerIsRefused();
    void probeThatFails();
    void reviveStartsNothingByItself();
    void aServicesMarkupIsText();
    void fitsTheSmallScreen();
    void pictures_data();
    void pictures();
};

void TestControlFlow::opensOnCancelWithNothingFilledIn()
{
    Desk desk;
    desk.flow.ask(Action::Kill, "recommendations");
    // Asked is not yet selected.
    QCOMPARE(desk.view().stage, ControlStage::Selecting);
    QVERIFY(!desk.view().canOperate);
    desk.session.frame();
    QCOMPARE(desk.view().stage, ControlStage::Locked);
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&desk.card().cancelButton()));
    QVERIFY(desk.card().inputs().reasonField().toPlainText().isEmpty());
    QVERIFY(!desk.card().operateButton().isEnabled());
    QCOMPARE(desk.card().operateButton().text(), QStringLiteral("Kill recommendations for 60\u00a0min"));
    // The scrim leaves the top bar clear.
    QCOMPARE(desk.overlay.geometry(), QRect(0, topBar, 1920, 1080 - topBar));
}

void TestControlFlow::lockedUntilTenCharacters()
{
    Desk desk;
    desk.open();
    desk.typeReason(QStringLiteral("  nine chr  "));
    QCOMPARE(desk.view().stage, ControlStage::Locked);
    QVERIFY2(desk.view().footHead.contains(QStringLiteral("10 characters, 8 typed")), qPrintable(desk.view().footHead));
    QVERIFY(!desk.card().operateButton().isEnabled());
    desk.card().inputs().reasonField().clear();
    desk.typeReason(QStringLiteral("nine chrs"));
    QVERIFY(!desk.card().operateButton().isEnabled());
    desk.typeReason(QStringLiteral("!"));
    QCOMPARE(desk.view().stage, ControlStage::Ready);
    QVERIFY(desk.card().operateButton().isEnabled());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backspace);
    QVERIFY(!desk.card().operateButton().isEnabled());
}

void TestControlFlow::enterNeverOperates()
{
    Desk desk;
    desk.open();
    desk.typeReason();
    for (QWidget* widget : {static_cast<QWidget*>(&desk.card().inputs().reasonField()),
             static_cast<QWidget*>(&desk.card().operateButton()), static_cast<QWidget*>(&desk.card().cancelButton())}) {
        QVERIFY(Desk::tabTo(*widget));
        Desk::key(Qt::Key_Return);
        Desk::key(Qt::Key_Enter);
    }
    QVERIFY(desk.flow.isOpen());
    QCOMPARE(desk.card().inputs().reasonField().toPlainText(), reason);
    desk.session.frame();
    QVERIFY(desk.session.bench.controls.empty());
}

void TestControlFlow::escapeCancels()
{
    Desk desk;
    QSignalSpy closed{&desk.flow, &ControlFlow::closed};
    desk.open();
    desk.typeReason();
    Desk::key(Qt::Key_Escape);
    desk.session.frame();
    QCOMPARE(closed.count(), 1);
    QVERIFY(!desk.overlay.isVisible());
    QVERIFY(!desk.session.snapshot()->state.control->selection);
    QVERIFY(desk.session.bench.controls.empty());
    // What was typed is gone with it.
    desk.open();
    QVERIFY(desk.card().inputs().reasonField().toPlainText().isEmpty());
}

void TestControlFlow::shortcutsOfTheWindowStandStill()
{
    Desk desk;
    QShortcut kill{QKeySequence{Qt::Key_K}, &desk.window};
    QSignalSpy activated{&kill, &QShortcut::activated};
    QTest::keyClick(&desk.window, Qt::Key_K);
    QCOMPARE(activated.count(), 1);
    desk.open();
    Desk::key(Qt::Key_K);
    desk.typeReason(QStringLiteral("kkkk"));
    QCOMPARE(activated.count(), 1);
    Desk::key(Qt::Key_Escape);
    QTest::keyClick(&desk.window, Qt::Key_K);
    QCOMPARE(activated.count(), 2);
}

void TestControlFlow::tabStaysInTheCard()
{
    Desk desk;
    QWidget outside{&desk.window};
    outside.setFocusPolicy(Qt::StrongFocus);
    outside.show();
    outside.setFocus();
    desk.open();
    for (int i = 0; i < 20; ++i) {
        Desk::key(i % 7 ? Qt::Key_Tab : Qt::Key_Backtab);
        QVERIFY(desk.overlay.isAncestorOf(QApplication::focusWidget()));
    }
    Desk::key(Qt::Key_Escape);
    QCOMPARE(QApplication::focusWidget(), &outside);
}

void TestControlFlow::typingKeepsTheSelection()
{
    Desk desk;
    desk.open();
    for (int i = 0; i < 6; ++i) {
        desk.session.runFor(5s);
        desk.typeReason(QStringLiteral("more words "));
        desk.session.frame();
    }
    QCOMPARE(desk.view().stage, ControlStage::Ready);
}

void TestControlFlow::anIdleSelectionEnds()
{
    Desk desk;
    desk.open();
    desk.typeReason();
    desk.session.frame();
    desk.session.runFor(9900ms);
    QCOMPARE(desk.view().stage, ControlStage::Ready);
    desk.session.runFor(200ms);
    QCOMPARE(desk.view().stage, ControlStage::Ended);
    QVERIFY(desk.session.bench.controls.empty());
    // Selecting again keeps what was typed.
    QVERIFY(Desk::tabTo(desk.card().operateButton()));
    QCOMPARE(desk.card().operateButton().text(), QStringLiteral("Select again…"));
    Desk::key(Qt::Key_Space);
    desk.session.frame();
    QCOMPARE(desk.view().stage, ControlStage::Ready);
    QVERIFY(desk.session.bench.controls.empty());
}

void TestControlFlow::untilReleasedNeedsASecondReason()
{
    Desk desk;
    desk.open();
    desk.typeReason();
    QCOMPARE(desk.view().stage, ControlStage::Ready);
    const auto& choices = desk.card().inputs().expiryChoices();
    QCOMPARE(choices.size(), std::size_t{3});
    QVERIFY(Desk::tabTo(*choices[1]));
    Desk::key(Qt::Key_Down);
    QVERIFY(choices[2]->isChecked());
    QCOMPARE(desk.view().stage, ControlStage::Locked);
    QVERIFY(Desk::tabTo(desk.card().inputs().secondReasonField()));
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("until the provider signs off"));
    QCOMPARE(desk.view().stage, ControlStage::Ready);
    QVERIFY(Desk::tabTo(desk.card().operateButton()));
    QCOMPARE(desk.card().operateButton().text(), QStringLiteral("Kill recommendations until revoked"));
    Desk::key(Qt::Key_Space);
    const auto& command = desk.session.submitted.back();
    QVERIFY(!command.expiresIn);
    QCOMPARE(command.secondReason, std::string{"until the provider signs off"});
}

void TestControlFlow::killIsConfirmedByTelemetryAlone()
{
    Desk desk;
    desk.open();
    desk.operate();
    QVERIFY(!standsByHand(desk.view()));
    QCOMPARE(desk.session.bench.controls.size(), std::size_t{1});
    const auto command = desk.session.bench.controls.back().command;
    QCOMPARE(command.reason, reason.toStdString());
    QCOMPARE(command.expiresIn, std::optional<Duration>{60min});
    QCOMPARE(command.by, std::string{"ada"});
    QCOMPARE(desk.view().stage, ControlStage::Requested);
    QVERIFY(!desk.card().operateButton().isVisible());
    desk.session.answer(200);
    QCOMPARE(desk.view().stage, ControlStage::Accepted);
    desk.session.runFor(2s);
    // The store said yes; its telemetry does not show it: not done.
    QCOMPARE(desk.view().stage, ControlStage::Accepted);
    QCOMPARE(desk.view().readback[2].state, ReadbackStep::State::Open);
    desk.engageKill(command.id);
    desk.session.runFor(1500ms);
    QCOMPARE(desk.view().stage, ControlStage::Confirmed);
    QCOMPARE(desk.view().footHead, QStringLiteral("CONFIRMED: KILLED"));
    QVERIFY2(standsByHand(desk.view()), "where a person holds it is not where its controller put it");
    const auto held = heldItems(*desk.session.snapshot(), desk.session.now());
    QCOMPARE(held.size(), std::size_t{1});
    QCOMPARE(held[0].word, QStringLiteral("KILLED"));
    QCOMPARE(held[0].reason, reason);

    // A declared incident stands behind it, one that was only found does not.
    fleet::Incident incident;
    incident.from = desk.session.now().wall - 90s;
    QCOMPARE(heldItems(*desk.session.snapshot(), desk.session.now(), &incident).size(), std::size_t{1});
    incident.byHand = fleet::IncidentByHand{"ada", "refunds wait", incident.from, {}, {}};
    const auto both = heldItems(*desk.session.snapshot(), desk.session.now(), &incident);
    QCOMPARE(both.size(), std::size_t{2});
    QCOMPARE(both[0].word, QStringLiteral("KILLED"));
    QCOMPARE(both[1].subject, QStringLiteral("refunds wait"));
}

void TestControlFlow::killThatIsNeverSeenIsUnconfirmed()
{
    Desk desk;
    desk.open();
    desk.operate();
    desk.session.answer(200);
    desk.session.runFor(9900ms);
    QCOMPARE(desk.view().stage, ControlStage::Accepted);
    desk.session.runFor(200ms);
    QCOMPARE(desk.view().stage, ControlStage::Unconfirmed);
    QCOMPARE(heldItems(*desk.session.snapshot(), desk.session.now()).front().word, QStringLiteral("kill UNCONFIRMED"));
    // The console goes on looking.
    desk.engageKill(desk.session.bench.controls.back().command.id);
    desk.session.runFor(2s);
    QCOMPARE(desk.view().stage, ControlStage::Confirmed);
}

void TestControlFlow::refusedByTheService()
{
    Desk desk;
    desk.open();
    desk.operate();
    desk.session.answer(409, "another console set this switch", 7s);
    QCOMPARE(desk.view().stage, ControlStage::Refused);
    QCOMPARE(desk.view().footHead, QStringLiteral("REFUSED: another console set this switch"));
    QVERIFY2(desk.view().footText.contains(QStringLiteral("another console set this switch")),
        qPrintable(desk.view().footText));
    QVERIFY2(desk.view().footDetail.contains(QStringLiteral("Possible again at 00:00:")),
        qPrintable(desk.view().footDetail));
    QCOMPARE(desk.view().readback[1].state, ReadbackStep::State::Failed);
}

void TestControlFlow::staleDataNeedTheTick()
{
    Desk desk;
    desk.session.silent = true;
    desk.session.runFor(41s);
    desk.open();
    QVERIFY(desk.view().offersBlind);
    // What is stale is no state, only a last known one.
    const auto& now = desk.view().facts[3];
    QCOMPARE(now.mark, Mark{UnknownMode{}});
    QVERIFY2(now.text.startsWith(QStringLiteral("last known DEGRADED, stands on 2 secondary")), qPrintable(now.text));
    desk.typeReason();
    QCOMPARE(desk.view().stage, ControlStage::Locked);
    QVERIFY2(desk.view().footHead.contains(QStringLiteral("stale")), qPrintable(desk.view().footHead));
    QVERIFY(Desk::tabTo(desk.card().inputs().blindTick()));
    Desk::key(Qt::Key_Space);
    QCOMPARE(desk.view().stage, ControlStage::Ready);
    QVERIFY(Desk::tabTo(desk.card().operateButton()));
    Desk::key(Qt::Key_Space);
    QVERIFY(desk.session.submitted.back().actBlind);
    QCOMPARE(desk.session.bench.controls.size(), std::size_t{1});
}

void TestControlFlow::probeOnStaleDataIsRefused()
{
    Desk desk;
    desk.session.silent = true;
    desk.session.runFor(41s);
    desk.open(Action::Probe, "store/provider-primary");
    QCOMPARE(desk.view().stage, ControlStage::Refused);
    QVERIFY(!desk.view().offersBlind);
    QCOMPARE(desk.view().footHead, QStringLiteral("REFUSED: the target's data is stale"));
}

void TestControlFlow::probeOfAClosedBreakerIsRefused()
{
    Desk desk;
    desk.session.telemetry.breakers[0].state = breaker::Phase::Closed;
    desk.session.runFor(2s);
    desk.open(Action::Probe, "store/provider-primary");
    QCOMPARE(desk.view().stage, ControlStage::Refused);
    QCOMPARE(desk.view().footHead, QStringLiteral("REFUSED: the breaker is not open"));
    QCOMPARE(desk.view().footText, QStringLiteral("it is closed"));
}

void TestControlFlow::probeThatFails()
{
    Desk desk;
    desk.open(Action::Probe, "store/provider-primary");
    QVERIFY(desk.view().expiries.empty());
    QVERIFY(desk.view().now.empty());
    desk.operate();
    QVERIFY(!desk.session.bench.controls.back().command.expiresIn);
    desk.session.answer(200, {}, {}, "503", "open");
    desk.session.runFor(2s);
    QCOMPARE(desk.view().stage, ControlStage::Confirmed);
    QCOMPARE(desk.view().footHead, QStringLiteral("CONFIRMED: probe ended 503, breaker open"));
}

void TestControlFlow::reviveStartsNothingByItself()
{
    Desk desk;
    desk.engageKill("earlier");
    desk.session.runFor(2s);
    desk.open(Action::Revive);
    QCOMPARE(desk.view().stage, ControlStage::Locked);
    desk.operate();
    desk.session.answer(200);
    QCOMPARE(desk.view().stage, ControlStage::Accepted);
    desk.session.telemetry.features[0].killSwitch.reset();
    desk.session.telemetry.features[0].mode = Mode::Degraded;
    desk.session.runFor(2s);
    QCOMPARE(desk.view().stage, ControlStage::Confirmed);
    QCOMPARE(desk.view().footHead, QStringLiteral("CONFIRMED: REVIVED"));
}

void TestControlFlow::aServicesMarkupIsText()
{
    Desk desk;
    desk.open();
    desk.operate();
    desk.session.answer(409, "<b>no</b>\n<img src=x>");
    QVERIFY(desk.view().footText.contains(QStringLiteral("<b>no</b> <img src=x>")));
}

void TestControlFlow::fitsTheSmallScreen()
{
    Desk desk{{1280, 720}};
    desk.open();
    const auto& card = desk.card();
    QVERIFY(desk.overlay.rect().contains(card.geometry()));
    QVERIFY2(card.height() >= card.sizeHint().height(),
        qPrintable(QStringLiteral("%1 < %2").arg(card.height()).arg(card.sizeHint().height())));
    keepPicture(desk.window, QStringLiteral("kill-1280x720"));
}

void TestControlFlow::pictures_data()
{
    QTest::addColumn<int>("themeNumber");
    QTest::newRow("dark") << 0;
    QTest::newRow("light") << 1;
}

void TestControlFlow::pictures()
{
    QFETCH(int, themeNumber);
    const auto name = static_cast<theme::ThemeName>(themeNumber);
    const auto suffix = QLatin1Char{'-'} + QString::fromLatin1(QTest::currentDataTag());
    const auto keep = [&](Desk& desk, const QString& what) { return keepPicture(desk.card(), what + suffix); };
    Desk desk{{1920, 1080}, name};
    desk.open();
    const auto locked = keep(desk, QStringLiteral("kill-locked"));
    desk.typeReason();
    const auto ready = keep(desk, QStringLiteral("kill-ready"));
    desk.operate();
    desk.session.answer(200);
    desk.session.runFor(2s);
    const auto accepted = keep(desk, QStringLiteral("kill-accepted"));
    desk.session.runFor(12s);
    const auto unconfirmed = keep(desk, QStringLiteral("kill-unconfirmed"));
    desk.engageKill(desk.session.bench.controls.back().command.id);
    desk.session.runFor(2s);
    const auto confirmed = keep(desk, QStringLiteral("kill-confirmed"));
    QVERIFY(locked != ready && ready != accepted && accepted != unconfirmed && unconfirmed != confirmed);

    Desk probe{{1920, 1080}, name};
    probe.open(Action::Probe, "store/provider-primary");
    probe.operate();
    probe.session.answer(409, "probe_in_flight", 3s);
    keep(probe, QStringLiteral("probe-refused"));

    Desk blind{{1920, 1080}, name};
    blind.session.silent = true;
    blind.session.runFor(41s);
    blind.open();
    keep(blind, QStringLiteral("kill-blind"));
}

QTEST_MAIN(TestControlFlow)
#include "tst_control_flow.moc"
