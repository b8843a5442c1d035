// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/service_rows.h"
#include "ui/theme/tokens.h"

#include <QAbstractScrollArea>

namespace rungwatch {

/// Where the columns of the service list stand at a width.
struct ServiceColumns {
    explicit ServiceColumns(int width);

    struct Span {
        int left{0};
        int width{0};
    };
    Span level;
    Span name;
    Span why;
    Span since;
    Span age;
    Span breaker;
};

/// Every service, a row each, the worst first: what is wrong stands at the top whatever their number. Rows move only
/// when a level changes. Only rows in sight are put into words. The page has the keys.
class ServicesPane : public QAbstractScrollArea {
    Q_OBJECT

public:
    static constexpr int headHeight{32};
    static constexpr int labelsHeight{20};
    static constexpr int rowHeight{22};
    static constexpr int foldedRowHeight{18};

    explicit ServicesPane(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    /// `standings` are those of the snapshot at that time.
    void setFleet(const fleet::SnapshotPtr& snapshot, const std::vector<ServiceStanding>& standings, const Moment& now);
    /// Lower rows, for small windows.
    void setFolded(bool folded);
    /// Selects a service by its number in the fleet file and scrolls it into sight.
    void setSelected(std::optional<std::size_t> service);

    [[nodiscard]] std::optional<std::size_t> selected() const { return m_selected; }
    /// The service `by` rows below the selected one, or the first or last; nothing where there is none.
    [[nodiscard]] std::optional<std::size_t> neighbour(int by) const;
    /// As the rows stand, worst first.
    [[nodiscard]] const std::vector<std::size_t>& order() const { return m_order; }
    /// How many rows are in sight whole.
    [[nodiscard]] int rowsInSight() const;
    /// "3 UNAVAILABLE · 2 DEGRADED · 995 healthy".
    [[nodiscard]] const QString& summary() const { return m_summary; }

Q_SIGNALS:
    void serviceSelected(std::size_t service);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool viewportEvent(QEvent* event) override;

private:
    [[nodiscard]] int tall() const { return m_folded ? foldedRowHeight : rowHeight; }
    /// The row at that height of the viewport.
    [[nodiscard]] std::optional<std::size_t> rowAt(int y) const;
    void updateScrollBar();
    void paintHead(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;

    const theme::Tokens* m_tokens;
    fleet::SnapshotPtr m_snapshot;
    Moment m_now;
    std::vector<ServiceStanding> m_standings;
    std::vector<std::size_t> m_order;
    QString m_summary;
    std::optional<std::size_t> m_selected;
    bool m_folded{false};
};

} // namespace rungwatch
