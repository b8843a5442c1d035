// SPDX-License-Identifier: GPL-3.0-or-later
#include "what_if_panel.h"

#include "ui/theme/palette.h"
#include "ui/theme/type.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace rungwatch {
namespace {

QLabel* line(int px, QFont::Weight weight)
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setFont(theme::wordFont(px, weight));
    return label;
}

bool differs(const WhatIfResult& result)
{
    const auto featureDiffers = [](const lab::WhatIfFeature& feature) {
        return !(lab::figuresOf(feature.recorded, feature) == lab::figuresOf(feature.otherwise, feature));
    };
    const auto breakerDiffers = [](const lab::WhatIfBreaker& breaker) {
        return !(breaker.recorded == breaker.otherwise);
    };
    return std::any_of(result.features.begin(), result.features.end(), featureDiffers)
        || std::any_of(result.breakers.begin(), result.breakers.end(), breakerDiffers);
}

} // namespace

WhatIfPanel::WhatIfPanel(WhatIfSource& source, QWidget* parent)
    : QWidget(parent)
    , m_source(source)
    , m_tokens(&theme::Tokens::of(theme::ThemeName::Dark))
    , m_title(line(14, QFont::DemiBold))
    , m_said(line(12, QFont::Normal))
    , m_controls(new WhatIfControls)
    , m_scroll(new QScrollArea)
    , m_lanes(new WhatIfLanes)
{
    setAccessibleName(QStringLiteral("What if"));
    m_title->setText(QStringLiteral("What if"));
    auto* rows = new QVBoxLayout{this};
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(16, 6, 16, 0);
    head->setSpacing(12);
    head->addWidget(m_title);
    head->addWidget(m_said, 1);
    rows->addLayout(head);
    rows->addWidget(m_controls);
    rows->addWidget(m_scroll, 1);
    m_scroll->setWidget(m_lanes);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::StrongFocus);
    connect(m_controls, &WhatIfControls::changed, this, &WhatIfPanel::ask);
    connect(&source, &WhatIfSource::decided, this, &WhatIfPanel::showResult);
    connect(&source, &WhatIfSource::failed, this, &WhatIfPanel::say);
    setTokens(*m_tokens);
    say({});
}

void WhatIfPanel::setTokens(const theme::Tokens& tokens)
{
    m_tokens = &tokens;
    auto colours = theme::paletteOf(tokens);
    colours.setColor(QPalette::Window, tokens.bg1);
    setPalette(colours);
    const auto ink = [](QLabel* label, const QColor& colour) {
        auto palette = label->palette();
        palette.setColor(QPalette::WindowText, colour);
        label->setPalette(palette);
    };
    ink(m_title, tokens.t1);
    ink(m_said, tokens.t2);
    m_controls->setTokens(tokens);
    m_lanes->setTokens(tokens);
    m_scroll->verticalScrollBar()->setStyleSheet(theme::scrollBarSheet(tokens));
    update();
}

void WhatIfPanel::setRange(const charts::TimeRange& range)
{
    m_range = range;
    // The strip's own columns, whether or not there is a scroll bar beside the lanes.
    m_lanes->setAxis(TimelineRows{{width(), 0}, range, false}.axis);
}

void WhatIfPanel::open()
{
    show();
    raise();
    if (!m_asked)
        ask();
    setFocus(Qt::ShortcutFocusReason); // Tab goes to the controls, every other key is the player's still
}

void WhatIfPanel::setChanges(const QStringList& changes)
{
    m_controls->setChanges(changes);
}

QString WhatIfPanel::said() const
{
    return m_said->text();
}

void WhatIfPanel::ask()
{
    m_asked = true;
    say(QStringLiteral("deciding the recording again"));
    m_source.ask(m_controls->changes());
}

void WhatIfPanel::showResult()
{
    const auto result = m_source.result();
    m_lanes->setRoom(m_scroll->viewport()->height());
    m_lanes->setResult(result);
    m_controls->setChoices(*result, m_source.examples());
    if (!result->fault.isEmpty())
        return say(QStringLiteral("not decided: ") + result->fault);
    if (result->changes.isEmpty())
        return say(QStringLiteral("nothing is changed: both lanes are as recorded"));
    say(differs(*result)
            ? result->changes.join(QStringLiteral(", "))
            : result->changes.join(QStringLiteral(", ")) + QStringLiteral(": nothing would have differed"));
}

void WhatIfPanel::say(const QString& words)
{
    const auto safe = QStringLiteral("Decided again from the recording, on this computer: no service is touched.");
    m_said->setText(words.isEmpty() ? safe : safe + QStringLiteral("   ") + words);
}

void WhatIfPanel::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.fillRect(rect(), m_tokens->bg1);
}

void WhatIfPanel::resizeEvent(QResizeEvent*)
{
    m_lanes->setFixedWidth(width());
    m_lanes->setRoom(m_scroll->height());
    setRange(m_range);
}

} // namespace rungwatch
