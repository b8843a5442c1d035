// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/feature_charts.h"
#include "ui/widgets/breakers_pane.h"
#include "ui/widgets/events_pane.h"
#include "ui/widgets/features_pane.h"
#include "ui/widgets/held_strip.h"
#include "ui/widgets/service_field.h"
#include "ui/widgets/services_pane.h"

namespace rungwatch {

/// Heights and widths of the overview's parts at a size (TOKENS, "Grid").
struct OverviewGrid {
    OverviewGrid(const QSize& page, int featureRows, const BreakersPane& breakersPane, bool eventsOpen);

    /// The narrow form: shorter rows.
    bool folded{false};
    /// Events show their newest line only: where there is no room for more.
    bool eventsFolded{false};
    QRect features;
    QRect breakers;
    QRect held;
    QRect events;
    QRect charts;
};

/// The one page of this console: features, breakers, what is held by hand and events at the left, the selected
/// feature's charts at the right. A fleet without features shows its services in their place (ServicesGrid). It takes
/// the keys: Up and Down go through features or services and breakers, the page keys, Home and End through services,
/// K kills or revives the selected feature, P probes the selected breaker, / filters the events, 4 opens them.
class OverviewPage : public QWidget {
    Q_OBJECT

public:
    explicit OverviewPage(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setViews(const FeaturesView& features, const BreakersView& breakers, const std::vector<HeldItem>& held);
    /// Every service of the fleet; shown while there are no features.
    void setServices(const fleet::SnapshotPtr& snapshot, const Moment& now);
    [[nodiscard]] ServicesPane& services() { return *m_services; }
    /// Whether services stand in the place of features.
    [[nodiscard]] bool showsServices() const { return m_featuresView.rows.empty() && m_anyServices; }
    [[nodiscard]] charts::FeatureCharts& charts() { return *m_charts; }
    [[nodiscard]] EventsPane& events() { return *m_events; }
    /// The feature whose charts are shown; empty before the first row came.
    [[nodiscard]] QString selectedFeature() const { return m_feature; }

Q_SIGNALS:
    void featureSelected(const QString& feature);
    void killRequested(const QString& feature);
    void reviveRequested(const QString& feature);
    void probeRequested(const QString& breaker);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void layOutServices();
    void selectService(std::size_t service);
    void selectFeature(const QString& feature);
    void selectBreaker(const QString& address);
    void moveSelection(int by);
    void killOrRevive();
    void probe();
    void showSelection();

    const theme::Tokens* m_tokens;
    FeaturesView m_featuresView;
    BreakersView m_breakersView;
    FeaturesPane* m_features;
    BreakersPane* m_breakers;
    HeldStrip* m_held;
    EventsPane* m_events;
    charts::FeatureCharts* m_charts;
    ServicesPane* m_services;
    ServiceField* m_field;
    bool m_anyServices{false};
    /// The charts stay with the feature that was selected last, while the cursor may be on a breaker.
    QString m_feature;
    QString m_breaker;
    bool m_eventsOpen{false};
};

} // namespace rungwatch
