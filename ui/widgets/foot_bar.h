// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/top_bar_view.h"
#include "ui/theme/tokens.h"

#include <QWidget>

#include <vector>

namespace rungwatch {

/// A key and what it does.
struct FootKey {
    QString key;
    QString meaning;
};

/// The foot: which keys do what, and the console's own book-keeping. A trouble of its own takes the keys' place.
class FootBar : public QWidget {
    Q_OBJECT

public:
    static constexpr int barHeight{24};

    explicit FootBar(QWidget* parent = nullptr);

    void setTokens(const theme::Tokens& tokens);
    void setView(const FootView& view);
    /// In place of the live window's keys.
    void setKeys(const std::vector<FootKey>& keys);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int paintKeys(QPainter& painter, int right) const;

    const theme::Tokens* m_tokens;
    FootView m_view;
    std::vector<FootKey> m_keys;
};

} // namespace rungwatch
