// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay_window.h"

#include "ui/format/figure_text.h"
#include "ui/format/time_text.h"
#include "ui/replay/typed_time.h"
#include "ui/theme/palette.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QKeyEvent>

namespace rungwatch {
namespace {

using namespace std::chrono_literals;

constexpr auto saidFor = 6s;
/// A loop without a marked stretch is what lies around the playhead.
constexpr Duration loopAround = 30s;

const std::vector<FootKey>& replayKeys()
{
    static const std::vector<FootKey> keys{{QStringLiteral("Space"), QStringLiteral("play, pause")},
        {QStringLiteral("← →"), QStringLiteral("second, with Shift a minute")},
        {QStringLiteral(", ."), QStringLiteral("transition")},
        {QStringLiteral("[ ]"), QStringLiteral("operator action")}, {QStringLiteral("+ -"), QStringLiteral("speed")},
        {QStringLiteral("G"), QStringLiteral("go to")}, {QStringLiteral("M"), QStringLiteral("bookmark")},
        {QStringLiteral("L"), QStringLiteral("loop")}, {QStringLiteral("W"), QStringLiteral("what if")},
        {QStringLiteral("B"), QStringLiteral("black box")}, {QStringLiteral("/"), QStringLiteral("filter events")},
        {QStringLiteral("T"), QStringLiteral("theme")}};
    return keys;
}

} // namespace

ReplayWindow::ReplayWindow(ReplaySource& session, theme::ThemeName theme)
    : m_session(session)
    , m_main(new MainWindow{session, theme})
    , m_strip(new TimelineStrip{this})
    , m_transport(new TransportBar{this})
    , m_foot(new FootBar{this})
    , m_veil(new ReplayVeil{this})
{
    m_main->setParent(this);
    m_main->setMinimumSize(0, 0);
    m_main->hideFoot();
    m_foot->setKeys(replayKeys());
    m_veil->raise();
    setWindowTitle(QStringLiteral("Rungwatch, replay"));
    setMinimumSize(1280, 720);
    resize(1920, 1080);
    // Whoever gives the keys back gives them to the page.
    setFocusProxy(&m_main->overview());
    setTheme(theme);

    connect(m_main, &MainWindow::themeChanged, this, &ReplayWindow::setTheme);
    connect(m_main, &MainWindow::controlRefused, this, &ReplayWindow::say);
    connect(m_strip, &TimelineStrip::seekRequested, &session, &ReplaySource::seek);
    connect(m_strip, &TimelineStrip::loopRequested, &session, &ReplaySource::setLoop);
    connect(
        m_transport, &TransportBar::playToggled, this, [this] { m_session.setPlaying(!m_session.status().playing); });
    connect(m_transport, &TransportBar::stepRequested, &session, &ReplaySource::step);
    connect(m_transport, &TransportBar::edgeRequested, this, [this](bool end) {
        const auto& range = m_session.timeline().range;
        m_session.seek(end ? range.to : range.from);
    });
    connect(m_transport, &TransportBar::speedChosen, &session, &ReplaySource::setSpeed);
    connect(m_transport, &TransportBar::loopToggled, this, &ReplayWindow::toggleLoop);
    connect(m_transport, &TransportBar::timeTyped, this, &ReplayWindow::goTo);
    connect(m_transport, &TransportBar::bookmarkTyped, this, [this](const QString& text) {
        m_session.addBookmark(text);
        m_transport->accept();
    });
    connect(&session, &ReplaySource::replayChanged, this, &ReplayWindow::showStatus);
    connect(&session, &Session::troubled, this, [this](const QString& sentence) {
        m_trouble = sentence;
        showStatus();
    });
    m_saidTimer.setSingleShot(true);
    connect(&m_saidTimer, &QTimer::timeout, this, [this] { say({}); });
    m_main->overview().installEventFilter(this);
    m_main->overview().setFocus();
    showStatus();
}

ReplayWindow::~ReplayWindow() = default;

void ReplayWindow::showLive(Session& live)
{
    m_liveWatch = new LiveWatch{live, this};
    m_liveBand = new LiveBand{*m_liveWatch, this};
    m_liveBand->setTokens(theme::Tokens::of(m_main->theme()));
    connect(m_liveBand, &LiveBand::backRequested, this, &ReplayWindow::backToLiveRequested);
    connect(m_liveBand, &LiveBand::resized, this, &ReplayWindow::layOut);
    // Also where another program's window lies over this one.
    connect(m_liveWatch, &LiveWatch::alarmed, this, [this] { QApplication::alert(this); });
    // A recording is not written to; what is found in it goes on record where there is one.
    connect(m_transport, &TransportBar::bookmarkTyped, &live, [this, &live](const QString& text) {
        live.takeNote(QStringLiteral("about %1 UTC: %2").arg(format::utcSecond(m_session.now().wall), text));
    });
    auto keys = replayKeys();
    keys.insert(keys.begin(), {QStringLiteral("V"), QStringLiteral("back to live")});
    m_foot->setKeys(keys);
    m_liveBand->show();
    m_veil->raise();
    layOut();
}

void ReplayWindow::setTheme(theme::ThemeName theme)
{
    const auto& tokens = theme::Tokens::of(theme);
    auto palette = theme::paletteOf(tokens);
    palette.setColor(QPalette::Window, tokens.bg0);
    setPalette(palette);
    setAutoFillBackground(true);
    if (m_main->theme() != theme)
        m_main->setTheme(theme);
    m_strip->setTokens(tokens);
    m_transport->setTokens(tokens);
    m_foot->setTokens(tokens);
    if (m_whatIf)
        m_whatIf->setTokens(tokens);
    m_veil->setTokens(tokens);
    if (m_liveBand)
        m_liveBand->setTokens(tokens);
}

void ReplayWindow::resizeEvent(QResizeEvent*)
{
    layOut();
}

void ReplayWindow::closeEvent(QCloseEvent* event)
{
    QWidget::closeEvent(event);
    Q_EMIT closed();
}

void ReplayWindow::layOut()
{
    auto inner = rect().adjusted(
        ReplayVeil::frameWidth, ReplayVeil::frameWidth, -ReplayVeil::frameWidth, -ReplayVeil::frameWidth);
    const bool folded = inner.width() < 1600 || inner.height() < 900;
    const int strip = TimelineRows::heightOf(folded);
    const int transport = TransportBar::heightOf(folded);
    if (m_liveBand) {
        m_liveBand->setGeometry(inner.left(), inner.top(), inner.width(), m_liveBand->heightNeeded());
        inner.setTop(m_liveBand->geometry().bottom() + 2);
    }
    m_strip->setFolded(folded);
    int y = inner.bottom() + 1 - FootBar::barHeight;
    m_foot->setGeometry(inner.left(), y, inner.width(), FootBar::barHeight);
    y -= transport;
    m_transport->setGeometry(inner.left(), y, inner.width(), transport);
    m_transport->setFolded(folded);
    y -= strip;
    m_strip->setGeometry(inner.left(), y, inner.width(), strip);
    y -= 1; // panes are parted by one pixel of the ground
    m_main->setGeometry(inner.left(), inner.top(), inner.width(), y - inner.top());
    // The fleet's level stays in sight above it.
    const int topBar = TopBarColumns{m_main->rect()}.folded ? TopBar::foldedHeight : TopBar::barHeight;
    if (m_whatIf)
        m_whatIf->setGeometry(m_main->geometry().adjusted(0, topBar + 1, 0, 0));
    m_veil->setGeometry(rect());
    m_veil->setWatermark(m_main->geometry().adjusted(0, TopBar::barHeight, -inner.width() * 2 / 5, 0));
}

void ReplayWindow::showStatus()
{
    const auto status = m_session.status();
    m_strip->setTimeline(m_session.timeline());
    m_strip->setPlayhead(m_session.now().wall);
    m_strip->setLoop(status.loop);
    m_transport->setStatus(status);
    if (m_whatIf) {
        m_whatIf->setRange(m_session.timeline().range);
        m_whatIf->setPlayhead(m_session.now().wall);
        m_whatIf->setStretch(status.loop);
    }
    FootView foot;
    foot.trouble = m_trouble;
    foot.answer = m_said;
    foot.journal = QStringLiteral("event %1 of %2").arg(format::grouped(status.seq), format::grouped(status.lastSeq));
    if (status.historyRead < 1)
        foot.journal = QStringLiteral("reading for the charts, %1 % · ").arg(static_cast<int>(100 * status.historyRead))
            + foot.journal;
    m_foot->setView(foot);
}

void ReplayWindow::showWhatIf(bool shown)
{
    auto* source = m_session.whatIf();
    if (!source)
        return say(QStringLiteral("no recording is open that could be decided again"));
    if (!m_whatIf) {
        m_whatIf = new WhatIfPanel{*source, this};
        m_whatIf->setTokens(theme::Tokens::of(m_main->theme()));
        m_veil->raise();
        layOut();
        showStatus();
    }
    if (shown)
        m_whatIf->open();
    else {
        m_whatIf->hide();
        m_main->overview().setFocus();
    }
    m_veil->raise();
}

void ReplayWindow::answer(const QString& sentence, const QString& copied)
{
    say(sentence);
    m_saidTimer.stop();
    m_copied = copied;
}

void ReplayWindow::say(const QString& words)
{
    m_said = words;
    m_copied.clear();
    if (!words.isEmpty())
        m_saidTimer.start(saidFor);
    showStatus();
}

void ReplayWindow::goTo(const QString& typed)
{
    const auto at = typedTime(typed, m_session.timeline().range, m_session.now().wall);
    if (!at) {
        m_transport->refuseTime();
        return say(QStringLiteral("no time: expected 14:42, 14:42:05 or 2026-11-30 14:42, in UTC"));
    }
    m_session.seek(*at);
    m_transport->accept();
}

void ReplayWindow::toggleLoop()
{
    const auto loop = m_session.status().loop;
    if (loop.to > loop.from)
        return m_session.setLoop({});
    const auto& all = m_session.timeline().range;
    const auto at = m_session.now().wall;
    m_session.setLoop({std::max(all.from, at - loopAround), std::min(all.to, at + loopAround)});
}

void ReplayWindow::chooseSpeed(bool faster)
{
    m_session.setSpeed(TransportBar::speedAfter(m_session.status().speed, faster));
}

bool ReplayWindow::handleLiveKey(int key)
{
    if (!m_liveWatch || (key != Qt::Key_A && key != Qt::Key_V))
        return false;
    if (key == Qt::Key_A)
        m_liveWatch->acknowledge();
    else
        Q_EMIT backToLiveRequested();
    return true;
}

bool ReplayWindow::handleWhatIfKey(int key)
{
    const bool shown = m_whatIf && m_whatIf->isVisible();
    if (key == Qt::Key_W) {
        showWhatIf(!shown);
        return true;
    }
    if (key != Qt::Key_Escape || !shown)
        return false;
    m_whatIf->setFocus(); // its fields give the keys back to the player
    return true;
}

bool ReplayWindow::handleKey(int key, bool shift)
{
    if (handleWhatIfKey(key))
        return true;
    const auto& range = m_session.timeline().range;
    switch (key) {
    case Qt::Key_Space:
        m_session.setPlaying(!m_session.status().playing);
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
        m_session.step(shift ? ReplayStep::Minute : ReplayStep::Second, key == Qt::Key_Right);
        return true;
    case Qt::Key_Comma:
    case Qt::Key_Period:
        m_session.step(ReplayStep::Transition, key == Qt::Key_Period);
        return true;
    case Qt::Key_BracketLeft:
    case Qt::Key_BracketRight:
        m_session.step(ReplayStep::OperatorAction, key == Qt::Key_BracketRight);
        return true;
    case Qt::Key_Home:
        m_session.seek(range.from);
        return true;
    case Qt::Key_End:
        m_session.seek(range.to);
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal: // the same key without Shift
        chooseSpeed(true);
        return true;
    case Qt::Key_Minus:
        chooseSpeed(false);
        return true;
    case Qt::Key_G:
        m_transport->askTime();
        return true;
    case Qt::Key_B:
        Q_EMIT blackBoxRequested();
        return true;
    case Qt::Key_M:
        m_transport->askBookmark();
        return true;
    case Qt::Key_L:
        toggleLoop();
        return true;
    default:
        return false;
    }
}

/// Home and End are the page's own in a live window; here the recording has a beginning and an end.
bool ReplayWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() != Qt::Key_Home && key->key() != Qt::Key_End)
        return QWidget::eventFilter(watched, event);
    keyPressEvent(key);
    return true;
}

void ReplayWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy) && !m_copied.isEmpty())
        return QGuiApplication::clipboard()->setText(m_copied);
    if (!m_saidTimer.isActive() && !m_said.isEmpty() && event->key() != Qt::Key_Control)
        say({});
    // On many keyboards signs need Shift or AltGr; the sign is what counts.
    const auto held = event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
    if (held || (!handleLiveKey(event->key()) && !handleKey(event->key(), event->modifiers() & Qt::ShiftModifier)))
        QWidget::keyPressEvent(event);
}

} // namespace rungwatch
