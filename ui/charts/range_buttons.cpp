// SPDX-License-Identifier: GPL-3.0-or-later
#include "range_buttons.h"

#include "ui/theme/type.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QPainter>

namespace rungwatch::charts {
namespace {

using namespace std::chrono_literals;

class Segment final : public QAbstractButton {
public:
    Segment(const QString& text, QWidget* parent)
        : QAbstractButton(parent)
        , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    {
        setText(text);
        setAccessibleName(QStringLiteral("Show ") + text);
        setCheckable(true);
        setAutoExclusive(true);
        // Tab stops at the chosen one alone; the arrow keys go on from there.
        setFocusPolicy(Qt::ClickFocus);
        connect(this, &QAbstractButton::toggled, this,
            [this](bool chosen) { setFocusPolicy(chosen ? Qt::StrongFocus : Qt::ClickFocus); });
        setFixedSize(QFontMetrics{theme::wordFont(12, QFont::DemiBold)}.horizontalAdvance(text) + 18, 24);
    }

    void setTokens(const theme::Tokens& tokens)
    {
        m_tokens = &tokens;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter{this};
        painter.fillRect(rect(), isChecked() ? m_tokens->bg3 : m_tokens->bg1);
        painter.setPen(m_tokens->ctl);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
        if (hasFocus()) {
            painter.setPen(QPen{m_tokens->t1, 2});
            painter.drawRect(rect().adjusted(2, 2, -2, -2));
        }
        painter.setPen(isChecked() ? m_tokens->t1 : m_tokens->t2);
        painter.setFont(theme::wordFont(12, isChecked() ? QFont::DemiBold : QFont::Normal));
        painter.drawText(rect(), Qt::AlignCenter, text());
    }

private:
    const theme::Tokens* m_tokens;
};

} // namespace

RangeButtons::RangeButtons(QWidget* parent)
    : QWidget(parent)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_range(30min)
{
    auto* row = new QHBoxLayout{this};
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    const std::vector<std::pair<Duration, QString>> choices{{10min, QStringLiteral("10 min")},
        {30min, QStringLiteral("30 min")}, {1h, QStringLiteral("1 h")}, {8h, QStringLiteral("8 h")}};
    for (const auto& [range, text] : choices) {
        auto* button = new Segment{text, this};
        button->setChecked(range == m_range);
        row->addWidget(button);
        m_buttons.emplace_back(range, button);
        connect(button, &QAbstractButton::clicked, this, [this, chosen = range] {
            if (chosen != m_range) {
                m_range = chosen;
                Q_EMIT rangeChosen(chosen);
            }
        });
    }
}

void RangeButtons::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    for (const auto& [range, button] : m_buttons)
        static_cast<Segment*>(button)->setTokens(tokens);
}

void RangeButtons::setRange(Duration range)
{
    for (const auto& [choice, button] : m_buttons) {
        if (choice == range)
            button->click();
    }
}

} // namespace rungwatch::charts
