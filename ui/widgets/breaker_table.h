// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/breaker_row.h"
#include "ui/theme/tokens.h"

#include <QWidget>

namespace rungwatch {

/// Where the columns of the breaker table stand at a width. The folded form leaves out calls and openings; the narrow
/// one, beside a list of services, also the time in state, which the breaker's service says there.
struct BreakerColumns {
    explicit BreakerColumns(int width);

    struct Span {
        int left{0};
        int width{0};
    };
    bool folded{false};
    bool narrow{false};
    Span state;
    Span name;
    Span rate;
    Span calls;
    Span inState;
    Span opened;
    Span probe;
    Span action;
};

/// The rows of all groups, as tall as they need; BreakersPane scrolls it. Rows keep their order.
class BreakerTable : public QWidget {
    Q_OBJECT

public:
    static constexpr int rowHeight{30};
    static constexpr int foldedRowHeight{24};
    static constexpr int groupHeight{22};

    explicit BreakerTable(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setGroups(const std::vector<BreakerGroup>& groups);
    void setSelected(const QString& address);
    /// The row of `address`; empty where there is none.
    [[nodiscard]] QRect rowOf(const QString& address) const;
    /// All rows, in a table as wide as that.
    [[nodiscard]] int heightNeeded(int atWidth) const;
    /// The lines that fit whole into `room`.
    [[nodiscard]] int heightWithin(int room, int atWidth) const;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void breakerSelected(const QString& address);
    void probeRequested(const QString& address);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    struct Line {
        const BreakerGroup* group{nullptr};
        const BreakerRow* row{nullptr};
        QRect box;
        /// The line of what has no row.
        bool folded{false};
    };
    [[nodiscard]] std::vector<Line> lines(int atWidth) const;
    void paintGroup(QPainter& painter, const QRect& box, const BreakerGroup& group) const;
    void paintFolded(QPainter& painter, const QRect& box, const BreakerGroup& group) const;
    void paintRow(QPainter& painter, const QRect& box, const BreakerRow& row) const;
    void paintState(QPainter& painter, const QRect& cell, const BreakerRow& row) const;
    void paintRate(QPainter& painter, const QRect& cell, const BreakerRow& row) const;
    void paintProbe(QPainter& painter, const QRect& cell, const BreakerRow& row, bool folded) const;
    void paintAction(QPainter& painter, const QRect& cell, const BreakerRow& row) const;

    const theme::Tokens* m_tokens;
    std::vector<BreakerGroup> m_groups;
    QString m_selected;
};

} // namespace rungwatch
