// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/breaker_table.h"

class QScrollArea;

namespace rungwatch {

/// Every breaker, reported and own in groups apart: a head with the counts that never scrolls away, and the rows.
class BreakersPane : public QWidget {
    Q_OBJECT

public:
    static constexpr int headHeight{32};
    static constexpr int labelsHeight{20};

    explicit BreakersPane(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setView(const BreakersView& view);
    /// Selects the row and scrolls it into sight; an address that is not there selects none.
    void setSelected(const QString& address);
    /// Head, labels and all rows, in a pane as wide as that.
    [[nodiscard]] int heightNeeded(int atWidth) const;
    /// The most of `room` that ends with a whole row.
    [[nodiscard]] int heightWithin(int room, int atWidth) const;

Q_SIGNALS:
    void breakerSelected(const QString& address);
    void probeRequested(const QString& address);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    const theme::Tokens* m_tokens;
    BreakersView m_view;
    QScrollArea* m_scroll;
    BreakerTable* m_table;
};

} // namespace rungwatch
