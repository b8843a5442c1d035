// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/held_items.h"
#include "ui/theme/tokens.h"

#include <QWidget>

namespace rungwatch {

/// Everything that a person holds, always on screen: a forgotten hold is the next incident. Chips that don't fit lose
/// their reason first; what still does not fit is counted.
class HeldStrip : public QWidget {
    Q_OBJECT

public:
    static constexpr int stripHeight{40};

    explicit HeldStrip(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setItems(const std::vector<HeldItem>& items);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] int chipWidth(const HeldItem& item, bool withReason) const;
    void paintChip(QPainter& painter, const QRect& box, const HeldItem& item, bool withReason) const;

    const theme::Tokens* m_tokens;
    std::vector<HeldItem> m_items;
};

} // namespace rungwatch
