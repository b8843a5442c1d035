// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.h"

#include "ui/models/feature_history.h"
#include "ui/models/overview_model.h"
#include "ui/replay/replay_lock.h"
#include "ui/theme/palette.h"
#include "ui/widgets/control_flow.h"
#include "ui/widgets/control_overlay.h"
#include "ui/widgets/incident_field.h"
#include "ui/widgets/note_field.h"

#include <QClipboard>
#include <QGraphicsColorizeEffect>
#include <QGuiApplication>
#include <QKeyEvent>

#include <algorithm>

namespace rungwatch {

namespace {

using namespace fleet;

constexpr std::size_t largeFleet = 50;
constexpr std::chrono::milliseconds largeEvery{250};

/// A first half of a key.
bool isModifier(int key)
{
    return key == Qt::Key_Control || key == Qt::Key_Shift || key == Qt::Key_Alt || key == Qt::Key_Meta;
}

/// What moves something on screen, other than an age.
bool isSeen(const EventBody& body)
{
    return !std::holds_alternative<Tick>(body) && !std::holds_alternative<PollRound>(body)
        && !std::holds_alternative<PollsStarted>(body) && !std::holds_alternative<CanarySeen>(body);
}

/// What an operator waits for.
bool isAnswer(const EventBody& body)
{
    return std::holds_alternative<SelectionMade>(body) || std::holds_alternative<SelectionEnded>(body)
        || std::holds_alternative<CommandRefused>(body) || std::holds_alternative<CommandRequested>(body)
        || std::holds_alternative<CommandStageChanged>(body);
}

} // namespace

MainWindow::MainWindow(Session& session, theme::ThemeName theme)
    : m_session(session)
    , m_theme(theme)
    , m_topBar(new TopBar{this})
    , m_overview(new OverviewPage{this})
    , m_foot(new FootBar{this})
    , m_overlay(new ControlOverlay{this, TopBar::barHeight})
    , m_controls(new ControlFlow{session, *m_overlay, this})
    , m_trustFrame(new TrustFrame{this})
    , m_note(new NoteField{this})
    , m_incident(new IncidentField{this})
{
    setWindowTitle(QStringLiteral("Rungwatch"));
    setMinimumSize(1280, 720);
    resize(1920, 1080);
    setTheme(theme);

    const auto asks = [this](fleet::Action action) {
        return [this, action](const QString& target) { ask(action, target); };
    };
    connect(m_overview, &OverviewPage::killRequested, this, asks(fleet::Action::Kill));
    connect(m_overview, &OverviewPage::reviveRequested, this, asks(fleet::Action::Revive));
    connect(m_overview, &OverviewPage::probeRequested, this, asks(fleet::Action::Probe));
    connect(m_note, &NoteField::noteTyped, &session, &Session::takeNote);
    connect(m_note, &NoteField::closed, m_overview, [this] { m_overview->setFocus(); });
    connect(m_incident, &IncidentField::declared, this,
        [this](const QString& title, WallTime since) { answer(m_session.declareIncident(title, since)); });
    connect(m_incident, &IncidentField::ended, this, [this] { answer(m_session.endIncident()); });
    connect(m_incident, &IncidentField::closed, m_overview, [this] { m_overview->setFocus(); });
    connect(m_overview, &OverviewPage::featureSelected, this, &MainWindow::showCharts);
    connect(&m_overview->charts(), &charts::FeatureCharts::rangeChosen, this, &MainWindow::showCharts);
    connect(&session, &Session::advanced, this, &MainWindow::advance);
    connect(&session, &Session::jumped, this, [this](const std::vector<fleet::Event>& log) {
        m_overview->events().replace(log);
        showNow();
    });
    connect(&session, &Session::troubled, this, [this](const QString& sentence) {
        m_trouble = sentence;
        showNow();
    });
    connect(&m_tick, &QTimer::timeout, this, &MainWindow::showNow);
    m_soon.setSingleShot(true);
    m_soon.setInterval(largeEvery);
    connect(&m_soon, &QTimer::timeout, this, &MainWindow::showNow);
    m_tick.start(std::chrono::seconds{1});
    m_overview->setFocus();

    const auto& log = session.history().log();
    m_overview->events().append({log.begin(), log.end()});
    showNow();
}

MainWindow::~MainWindow() = default;

void MainWindow::setTheme(theme::ThemeName theme)
{
    m_theme = theme;
    const auto& tokens = theme::Tokens::of(theme);
    setPalette(theme::paletteOf(tokens));
    m_topBar->setTokens(tokens);
    m_overview->setTokens(tokens);
    m_foot->setTokens(tokens);
    m_overlay->setTokens(tokens);
    m_trustFrame->setTokens(tokens);
    m_note->setTokens(tokens);
    m_incident->setTokens(tokens);
    Q_EMIT themeChanged(theme);
}

void MainWindow::hideFoot()
{
    m_foot->hide();
}

void MainWindow::ask(fleet::Action action, const QString& target)
{
    if (m_session.isReplay())
        Q_EMIT controlRefused(QStringLiteral("locked: this is a replay, nothing of the past can be operated"));
    else
        m_controls->ask(action, target.toStdString());
}

void MainWindow::openIncident()
{
    m_incident->open(m_session.incident(), m_session.now(), m_session.snapshot()->state.level);
}

void MainWindow::answer(const QString& sentence, const QString& copied)
{
    m_answer = sentence;
    m_copied = copied;
    showNow();
}

void MainWindow::advance(const std::vector<fleet::Event>& events)
{
    m_overview->events().append(events);
    if (!isLarge() || std::any_of(events.begin(), events.end(), [](const auto& event) { return isAnswer(event.body); }))
        showNow();
    else if (!m_soon.isActive()
        && (m_session.isReplay()
            || std::any_of(events.begin(), events.end(), [](const auto& event) { return isSeen(event.body); })))
        m_soon.start();
}

bool MainWindow::isLarge() const
{
    return m_session.snapshot()->state.services.size() > largeFleet;
}

void MainWindow::showNow()
{
    const auto snapshot = m_session.snapshot();
    const auto now = m_session.now();
    auto bar = topBarOf(*snapshot, now, m_session.operatorName());
    auto features = featuresOf(*snapshot, now);
    auto breakers = breakersOf(*snapshot, now);
    if (m_session.isReplay()) {
        lockForReplay(bar, m_session.pace());
        lockForReplay(features);
        lockForReplay(breakers);
    }
    m_topBar->setView(bar);
    m_overview->setViews(features, breakers, heldItems(*snapshot, now, m_session.incident()));
    m_overview->setServices(snapshot, now);
    auto foot = footOf(*snapshot, now, m_trouble);
    foot.answer = m_answer;
    m_foot->setView(foot);
    showCharts();
    showTrust(*snapshot, now);
}

void MainWindow::showTrust(const fleet::Snapshot& snapshot, const Moment& now)
{
    if (!m_session.hasCanary())
        return;
    const bool before = m_canary.verdict().trusted;
    const auto& verdict = m_canary.look(snapshot, now);
    m_trustFrame->setVerdict(verdict, now.wall);
    if (const auto change = m_canary.takeChange())
        m_session.reportTrust(*change);
    if (verdict.trusted == before)
        return;
    // Colour is for what is known now.
    for (QWidget* part : std::initializer_list<QWidget*>{m_topBar, m_overview, m_foot}) {
        auto* grey = verdict.trusted ? nullptr : new QGraphicsColorizeEffect;
        if (grey)
            grey->setColor(Qt::black); // nothing is added to the grey of what is there
        part->setGraphicsEffect(grey); // takes it, and deletes the one before
    }
}

void MainWindow::showCharts()
{
    const auto feature = m_overview->selectedFeature();
    if (feature.isEmpty())
        return;
    auto& charts = m_overview->charts();
    const auto now = m_session.now();
    const auto view =
        featureHistory(*m_session.snapshot(), m_session.history(), feature.toStdString(), charts.range(), now);
    charts.setSeries(view.series, view.range);
}

void MainWindow::resizeEvent(QResizeEvent*)
{
    const bool folded = TopBarColumns{rect()}.folded;
    const int top = folded ? TopBar::foldedHeight : TopBar::barHeight;
    m_topBar->setGeometry(0, 0, width(), top);
    const int foot = m_foot->isHidden() ? 0 : FootBar::barHeight;
    m_foot->setGeometry(0, height() - FootBar::barHeight, width(), FootBar::barHeight);
    m_overview->setGeometry(0, top, width(), height() - top - foot);
    m_overlay->setTopBar(top);
    for (QWidget* line : std::initializer_list<QWidget*>{m_note, m_incident})
        line->setGeometry(0, height() - foot - NoteField::fieldHeight, width(), NoteField::fieldHeight);
    m_trustFrame->setGeometry(rect());
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    const bool plain = event->modifiers() == Qt::NoModifier;
    if (event->matches(QKeySequence::Copy) && !m_copied.isEmpty())
        return QGuiApplication::clipboard()->setText(m_copied);
    if (!m_answer.isEmpty() && !isModifier(event->key()))
        answer({});
    // A recording is not written to: there a moment is kept with a bookmark.
    if (plain && event->key() == Qt::Key_N && !m_session.isReplay())
        return m_note->open(Session::longestNote);
    if (plain && event->key() == Qt::Key_I && !m_session.isReplay())
        return openIncident();
    if (plain && event->key() == Qt::Key_B && !m_session.isReplay())
        return blackBoxRequested();
    if (plain && event->key() == Qt::Key_R && !m_session.isReplay())
        return replayRequested();
    if (!plain || event->key() != Qt::Key_T)
        return QWidget::keyPressEvent(event);
    constexpr auto themes = 3;
    setTheme(static_cast<theme::ThemeName>((static_cast<int>(m_theme) + 1) % themes));
}

} // namespace rungwatch
