// SPDX-License-Identifier: GPL-3.0-or-later
#include "overview_page.h"

#include "ui/pages/services_grid.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <limits>

namespace rungwatch {
namespace {

constexpr int featuresHead = FeaturesPane::headHeight + FeaturesPane::labelsHeight;
constexpr int foldedEvents = 36;
/// Below these a list shows nothing that helps: what does not fit scrolls then.
constexpr int leastBreakers = 3;
constexpr int leastEvents = 4;
/// With a timeline below it: three features come before a third breaker.
constexpr int lowPage = 480;
constexpr int usualFoldedRows = 3;

} // namespace

OverviewGrid::OverviewGrid(const QSize& page, int featureRows, const BreakersPane& breakersPane, bool eventsOpen)
    : folded(page.width() < 1600 || page.height() < 900)
{
    // 455 of 1,280 and 711 of 1,920, and on along the same line. Within a frame it is less than 1,280: the rows of the
    // features can't give way, the charts can.
    const int right = page.width() < 1280 ? std::max(0, 455 - (1280 - page.width()))
                                          : std::clamp(455 + (page.width() - 1280) * 2 / 5, 455, 760);
    const int left = page.width() - right - 1;
    charts = {left + 1, 0, right, page.height()};

    const bool low = folded || featureRows > static_cast<int>(FeaturesPane::mostTallRows);
    const int rowHeight = low ? FeaturesPane::foldedRow : FeaturesPane::tallRow;
    const int heldHeight = HeldStrip::stripHeight;
    const int shared = page.height() - heldHeight - 3;
    const int breakersNeeded = breakersPane.heightNeeded(left);
    const int leastBreakersHeight = std::min(breakersNeeded,
        BreakersPane::headHeight + BreakersPane::labelsHeight + BreakerTable::groupHeight
            + (page.height() < lowPage ? leastBreakers - 1 : leastBreakers)
                * (folded ? BreakerTable::foldedRowHeight : BreakerTable::rowHeight));
    int eventsHeight =
        folded && !eventsOpen ? foldedEvents : EventsPane::headHeight + 1 + leastEvents * EventsPane::rowHeight;
    const int roomForRows = shared - featuresHead - leastBreakersHeight - eventsHeight;
    const int most = folded && eventsOpen ? usualFoldedRows : std::max(1, roomForRows / rowHeight);
    const int featuresHeight = featuresHead + std::clamp(featureRows, 1, most) * rowHeight;
    const int room = shared - featuresHeight;
    if (folded && eventsOpen)
        eventsHeight = room * 2 / 3;
    const int breakersHeight = breakersPane.heightWithin(std::max(0, room - eventsHeight), left);
    int y = 0;
    const auto take = [&](QRect& part, int height) {
        part = {0, y, left, height};
        y += height + 1; // panes are parted by one pixel of the ground
    };
    take(features, featuresHeight);
    take(breakers, breakersHeight);
    take(held, heldHeight);
    take(events, std::max(0, page.height() - y));
    // Few breakers leave room: events are folded only where they have to be.
    eventsFolded =
        folded && !eventsOpen && events.height() < EventsPane::headHeight + 1 + leastEvents * EventsPane::rowHeight;
}

OverviewPage::OverviewPage(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_features(new FeaturesPane{this})
    , m_breakers(new BreakersPane{this})
    , m_held(new HeldStrip{this})
    , m_events(new EventsPane{this})
    , m_charts(new charts::FeatureCharts{this})
    , m_services(new ServicesPane{this})
    , m_field(new ServiceField{this})
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(QStringLiteral("Overview"));
    connect(m_features, &FeaturesPane::featureSelected, this, &OverviewPage::selectFeature);
    connect(m_features, &FeaturesPane::killRequested, this, &OverviewPage::killRequested);
    connect(m_features, &FeaturesPane::reviveRequested, this, &OverviewPage::reviveRequested);
    connect(m_breakers, &BreakersPane::breakerSelected, this, &OverviewPage::selectBreaker);
    connect(m_breakers, &BreakersPane::probeRequested, this, &OverviewPage::probeRequested);
    connect(m_services, &ServicesPane::serviceSelected, this, &OverviewPage::selectService);
    connect(m_field, &ServiceField::serviceSelected, this, &OverviewPage::selectService);
    m_services->hide();
    m_field->hide();
}

void OverviewPage::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    m_features->setTokens(tokens);
    m_breakers->setTokens(tokens);
    m_held->setTokens(tokens);
    m_events->setTokens(tokens);
    m_charts->setTokens(tokens);
    m_services->setTokens(tokens);
    m_field->setTokens(tokens);
    update();
}

void OverviewPage::setViews(
    const FeaturesView& features, const BreakersView& breakers, const std::vector<HeldItem>& held)
{
    const auto breakersBefore = m_breakers->heightNeeded(m_breakers->width());
    const auto featuresBefore = m_featuresView.rows.size();
    m_featuresView = features;
    m_breakersView = breakers;
    m_features->setView(features);
    m_breakers->setView(breakers);
    m_held->setItems(held);
    if (m_feature.isEmpty() && !features.rows.empty())
        selectFeature(features.rows.front().name);
    if (features.rows.size() != featuresBefore || m_breakers->heightNeeded(m_breakers->width()) != breakersBefore)
        layOut();
}

void OverviewPage::setServices(const fleet::SnapshotPtr& snapshot, const Moment& now)
{
    const bool before = showsServices();
    m_anyServices = !snapshot->state.services.empty();
    if (showsServices()) {
        const auto standings = standingsOf(snapshot->state, now.steady);
        m_services->setFleet(snapshot, standings, now);
        m_field->setFleet(snapshot->state, standings);
    }
    if (showsServices() != before)
        layOut();
}

void OverviewPage::layOut()
{
    const bool services = showsServices();
    m_services->setVisible(services);
    m_field->setVisible(services);
    m_features->setVisible(!services);
    m_charts->setVisible(!services);
    if (services)
        return layOutServices();
    const OverviewGrid grid{size(), static_cast<int>(m_featuresView.rows.size()), *m_breakers, m_eventsOpen};
    m_features->setFolded(grid.folded);
    m_events->setFolded(grid.eventsFolded, QStringLiteral("4"));
    m_features->setGeometry(grid.features);
    m_breakers->setGeometry(grid.breakers);
    m_held->setGeometry(grid.held);
    m_events->setGeometry(grid.events);
    m_charts->setGeometry(grid.charts);
}

void OverviewPage::layOutServices()
{
    const ServicesGrid grid{size(), *m_field, *m_breakers, m_eventsOpen};
    m_services->setFolded(grid.folded);
    m_events->setFolded(grid.eventsFolded, QStringLiteral("4"));
    m_services->setGeometry(grid.services);
    m_field->setGeometry(grid.field);
    m_breakers->setGeometry(grid.breakers);
    m_held->setGeometry(grid.held);
    m_events->setGeometry(grid.events);
}

void OverviewPage::selectService(std::size_t service)
{
    m_breaker.clear();
    m_services->setSelected(service);
    m_field->setSelected(service);
    showSelection();
}

void OverviewPage::resizeEvent(QResizeEvent*)
{
    layOut();
}

void OverviewPage::paintEvent(QPaintEvent*)
{
    QPainter{this}.fillRect(rect(), m_tokens->bg0);
}

void OverviewPage::selectFeature(const QString& feature)
{
    m_breaker.clear();
    const bool other = feature != m_feature;
    m_feature = feature;
    showSelection();
    if (other)
        Q_EMIT featureSelected(feature);
}

void OverviewPage::selectBreaker(const QString& address)
{
    m_breaker = address;
    showSelection();
}

void OverviewPage::showSelection()
{
    m_features->setSelected(m_feature);
    m_breakers->setSelected(m_breaker);
}

void OverviewPage::moveSelection(int by)
{
    // Breakers stand beside the services and say no more than their rows: the cursor stays in the list.
    if (showsServices()) {
        if (const auto service = m_services->neighbour(by))
            selectService(*service);
        return;
    }
    QStringList breakers;
    for (const auto& group : m_breakersView.groups)
        for (const auto& row : group.rows)
            breakers << row.address;
    QStringList features;
    for (const auto& row : m_featuresView.rows)
        features << row.name;
    const auto total = features.size() + breakers.size();
    if (total == 0)
        return;
    const auto now = m_breaker.isEmpty() ? features.indexOf(m_feature) : features.size() + breakers.indexOf(m_breaker);
    const auto next = std::clamp<qsizetype>(now + by, 0, total - 1);
    if (next < features.size())
        selectFeature(features[next]);
    else
        selectBreaker(breakers[next - features.size()]);
}

void OverviewPage::killOrRevive()
{
    for (const auto& row : m_featuresView.rows)
        if (row.name == m_feature)
            row.kill.revives ? Q_EMIT reviveRequested(m_feature) : Q_EMIT killRequested(m_feature);
}

void OverviewPage::probe()
{
    // Also where it can't be done: the review card names the cause.
    if (!m_breaker.isEmpty()) {
        Q_EMIT probeRequested(m_breaker);
        return;
    }
    for (const auto& group : m_breakersView.groups)
        for (const auto& row : group.rows)
            if (row.canProbe) {
                selectBreaker(row.address);
                Q_EMIT probeRequested(row.address);
                return;
            }
}

void OverviewPage::keyPressEvent(QKeyEvent* event)
{
    if (event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier))
        return QWidget::keyPressEvent(event);
    const int all = std::numeric_limits<int>::max() / 2;
    switch (event->key()) {
    case Qt::Key_PageUp:
        return moveSelection(-std::max(1, m_services->rowsInSight()));
    case Qt::Key_PageDown:
        return moveSelection(std::max(1, m_services->rowsInSight()));
    case Qt::Key_Home:
        return moveSelection(-all);
    case Qt::Key_End:
        return moveSelection(all);
    case Qt::Key_Up:
        return moveSelection(-1);
    case Qt::Key_Down:
        return moveSelection(1);
    case Qt::Key_K:
        return killOrRevive();
    case Qt::Key_P:
        return probe();
    case Qt::Key_Slash:
        m_eventsOpen = true;
        layOut();
        return m_events->focusFilter();
    case Qt::Key_4:
        m_eventsOpen = !m_eventsOpen;
        layOut();
        return setFocus();
    case Qt::Key_Escape:
        return setFocus();
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace rungwatch
