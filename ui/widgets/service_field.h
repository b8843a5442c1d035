// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/service_rows.h"
#include "ui/theme/tokens.h"

#include <QWidget>

namespace rungwatch {

/// All services at once, a small mark each, in places that never change: a normal one is a grey dot, any other its
/// sign. What is wrong together is seen together.
class ServiceField : public QWidget {
    Q_OBJECT

public:
    static constexpr int headHeight{32};
    static constexpr int titleHeight{18};
    static constexpr int mostPitch{18};
    static constexpr int leastPitch{7};

    explicit ServiceField(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setFleet(const fleet::FleetState& state, const std::vector<ServiceStanding>& standings);
    void setSelected(std::optional<std::size_t> service);
    /// Where a service's mark stands; empty where it has none.
    [[nodiscard]] QRect cellOf(std::size_t service) const;
    /// The least height that shows every mark at that width with places of `pitch`.
    [[nodiscard]] int heightFor(int atWidth, int pitch) const;

Q_SIGNALS:
    void serviceSelected(std::size_t service);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Title {
        QString text;
        QRect box;
    };
    void layOut();
    [[nodiscard]] std::optional<std::size_t> serviceAt(const QPoint& at) const;
    void paintCell(QPainter& painter, const QRect& cell, const Mark& mark) const;

    const theme::Tokens* m_tokens;
    std::shared_ptr<const fleet::Policy> m_policy;
    std::vector<ServiceGroup> m_groups;
    std::vector<Mark> m_marks;
    std::vector<QRect> m_cells;
    std::vector<Title> m_titles;
    std::optional<std::size_t> m_selected;
};

} // namespace rungwatch
