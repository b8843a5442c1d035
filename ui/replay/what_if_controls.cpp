// SPDX-License-Identifier: GPL-3.0-or-later
#include "what_if_controls.h"

#include "ui/format/time_text.h"
#include "ui/theme/type.h"

#include "rungwatch/base/codec.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace rungwatch {
namespace {

const QString& asRecorded()
{
    static const auto words = QStringLiteral("as recorded");
    return words;
}

/// The smallest value stands for "as recorded".
template <class Box> Box* numberBox(double most, const QString& unit)
{
    auto* box = new Box;
    box->setRange(0, most);
    box->setSuffix(unit);
    box->setSpecialValueText(asRecorded());
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    return box;
}

QString numberText(double value)
{
    return QString::number(value, 'g', 10);
}

/// The item whose change it is.
int itemOf(const QComboBox& box, const QString& change)
{
    return box.findData(change);
}

} // namespace

WhatIfControls::WhatIfControls(QWidget* parent)
    : QWidget(parent)
    , m_hold(numberBox<QSpinBox>(1000, {}))
    , m_maxError(numberBox<QDoubleSpinBox>(100, QStringLiteral(" %")))
    , m_maxP95(numberBox<QDoubleSpinBox>(86'400, QStringLiteral(" s")))
    , m_latency(new QComboBox)
    , m_cooldown(numberBox<QDoubleSpinBox>(86'400, QStringLiteral(" s")))
    , m_failures(numberBox<QSpinBox>(100'000, {}))
    , m_example(new QComboBox)
    , m_kill(new QComboBox)
    , m_rung(new QComboBox)
    , m_capacity(new QComboBox)
    , m_limit(numberBox<QSpinBox>(1'000'000, {}))
    , m_others(new QLineEdit)
    , m_reset(new QPushButton{QStringLiteral("As recorded")})
{
    setFixedHeight(heightOf());
    auto* rows = new QVBoxLayout{this};
    rows->setContentsMargins(16, 4, 16, 4);
    rows->setSpacing(6);
    auto* first = new QHBoxLayout;
    auto* second = new QHBoxLayout;
    for (auto* row : {first, second}) {
        row->setSpacing(6);
        rows->addLayout(row);
    }
    m_latency->addItems({asRecorded(), QStringLiteral("off")});
    // 0 requests is a limit too: the smallest is below it.
    m_limit->setMinimum(-1);
    add(first, QStringLiteral("Hold"), m_hold, 88);
    add(first, QStringLiteral("Max error"), m_maxError, 88);
    add(first, QStringLiteral("Max p95"), m_maxP95, 88);
    add(first, QStringLiteral("Latency trigger"), m_latency, 104);
    add(first, QStringLiteral("Own cooldown"), m_cooldown, 88);
    add(first, QStringLiteral("Own failures"), m_failures, 88);
    first->addStretch();
    first->addWidget(m_reset);
    second->addWidget(m_example);
    m_example->setFixedWidth(200);
    add(second, QStringLiteral("Kill"), m_kill, 190);
    add(second, QStringLiteral("Rung"), m_rung, 230);
    add(second, QStringLiteral("Quota"), m_capacity, 110);
    second->addWidget(m_limit);
    second->addSpacing(14);
    m_limit->setFixedWidth(88);
    add(second, QStringLiteral("Also"), m_others, 0);
    m_cooldown->setToolTip(QStringLiteral("Of the console's own breakers, around its polls"));
    m_failures->setToolTip(QStringLiteral("That open one of the console's own breakers"));
    m_hold->setAccessibleName(QStringLiteral("Healthy intervals before it returns"));
    m_example->setAccessibleName(QStringLiteral("Example"));
    m_limit->setAccessibleName(QStringLiteral("Requests an interval of that quota"));
    m_others->setPlaceholderText(QStringLiteral("as with --set: recommendations.hold=1 store.window=time:30"));
    m_reset->setToolTip(QStringLiteral("Every control as recorded"));
    m_latency->setToolTip(QStringLiteral("Off: a slow primary is no reason to leave it"));

    for (auto* box : {m_hold, m_failures, m_limit})
        connect(box, &QSpinBox::valueChanged, this, &WhatIfControls::say);
    for (auto* box : {m_maxError, m_maxP95, m_cooldown})
        connect(box, &QDoubleSpinBox::valueChanged, this, &WhatIfControls::say);
    for (auto* box : {m_latency, m_kill, m_rung, m_capacity})
        connect(box, &QComboBox::currentIndexChanged, this, &WhatIfControls::say);
    connect(m_others, &QLineEdit::editingFinished, this, &WhatIfControls::say);
    connect(m_example, &QComboBox::activated, this,
        [this](int index) { setChanges(m_example->itemData(index).toStringList()); });
    connect(m_reset, &QPushButton::clicked, this, &WhatIfControls::reset);
    m_example->setPlaceholderText(QStringLiteral("choose an example"));
    m_example->hide();
    m_kill->addItem(QStringLiteral("none but the recorded"));
    m_rung->addItem(QStringLiteral("all as recorded"));
}

void WhatIfControls::add(QHBoxLayout* row, const QString& label, QWidget* control, int width)
{
    auto* words = new QLabel{label};
    words->setTextFormat(Qt::PlainText);
    words->setBuddy(control);
    control->setAccessibleName(label);
    if (width > 0)
        control->setFixedWidth(width);
    row->addWidget(words);
    row->addWidget(control, width > 0 ? 0 : 1);
    if (width > 0)
        row->addSpacing(14);
}

void WhatIfControls::setTokens(const theme::Tokens& tokens)
{
    const auto font = theme::wordFont(12);
    for (auto* child : findChildren<QWidget*>())
        child->setFont(font);
    setStyleSheet(QStringLiteral(
        "QLabel { color: %1; background: transparent; }"
        "QSpinBox, QDoubleSpinBox, QComboBox, QLineEdit, QPushButton { background: %2; color: %3; border: "
        "1px solid %4; border-radius: 3px; padding: 2px 6px; min-height: 20px; }"
        "QComboBox::drop-down { border: none; width: 18px; }"
        "QComboBox::down-arrow { image: none; width: 0; height: 0; border-left: 4px solid %2; border-right: "
        "4px solid %2; border-top: 5px solid %1; margin-right: 6px; }"
        "QPushButton { background: %5; } QComboBox QAbstractItemView { background: %2; color: %3; }"
        "QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QLineEdit:focus, QPushButton:focus { "
        "border: 2px solid %3; padding: 1px 5px; }"
        "QSpinBox:disabled, QComboBox:disabled { color: %6; }"
        "QCheckBox:focus { color: %3; text-decoration: underline; }")
                      .arg(tokens.t2.name(), tokens.field.name(), tokens.t1.name(), tokens.ctl.name(),
                          tokens.bg3.name(), tokens.t3.name()));
    auto palette = m_others->palette();
    palette.setColor(QPalette::PlaceholderText, tokens.t3);
    m_others->setPalette(palette);
}

void WhatIfControls::setChoices(const WhatIfResult& result, const std::vector<WhatIfExample>& examples)
{
    if (m_rung->count() > 1 || m_capacity->count() > 0)
        return;
    const auto said = changes();
    m_filling = true;
    for (const auto& feature : result.features) {
        const auto name = QString::fromStdString(feature.name);
        m_kill->addItem(name, name);
        for (const auto& rung : feature.ladder) {
            const auto rungName = QString::fromStdString(rung.name);
            if (isHonestEnd(rung.kind))
                continue;
            const bool off = result.off.contains(name + QLatin1Char{'.'} + rungName);
            m_rung->addItem(off ? QStringLiteral("%1: allow %2").arg(name, rungName)
                                : QStringLiteral("%1: forbid %2").arg(name, rungName),
                name + (off ? QStringLiteral(".allow=") : QStringLiteral(".forbid=")) + rungName);
        }
    }
    m_rung->addItem(QStringLiteral("small model undrilled, all fail"), QStringLiteral("undrilled=small_model"));
    for (const auto& [capacity, limit] : result.limits)
        m_capacity->addItem(QString::fromStdString(capacity), QString::fromStdString(capacity));
    m_capacity->setEnabled(!result.limits.empty());
    m_limit->setEnabled(!result.limits.empty());
    for (const auto& example : examples)
        m_example->addItem(example.name, example.changes);
    m_example->setVisible(!examples.empty());
    // What was said before there was anything to choose stands in the field still.
    fill(said);
    showExample();
}

void WhatIfControls::setStretch(const charts::TimeRange& stretch)
{
    const auto text = stretch.to > stretch.from ? QString::fromStdString(rfc3339(stretch.from)) + QStringLiteral("..")
            + QString::fromStdString(rfc3339(stretch.to))
                                                : QString{};
    if (text == m_stretch)
        return;
    m_stretch = text;
    m_kill->setToolTip(text.isEmpty() ? QStringLiteral("Mark a stretch on the timeline first: Shift and drag, or L")
                                      : QStringLiteral("During the stretch marked on the timeline, %1 to %2")
                                            .arg(format::utcSecond(stretch.from), format::utcSecond(stretch.to)));
    if (!m_kill->currentData().toString().isEmpty())
        say();
}

QStringList WhatIfControls::changes() const
{
    QStringList found;
    if (m_hold->value() > 0)
        found << QStringLiteral("hold=%1").arg(m_hold->value());
    if (m_maxError->value() > 0)
        found << QStringLiteral("max_error_pct=") + numberText(m_maxError->value());
    if (m_maxP95->value() > 0)
        found << QStringLiteral("max_p95_s=") + numberText(m_maxP95->value());
    if (m_latency->currentIndex() > 0)
        found << QStringLiteral("latency_trigger=false");
    if (m_cooldown->value() > 0)
        found << QStringLiteral("cooldown_s=") + numberText(m_cooldown->value());
    if (m_failures->value() > 0)
        found << QStringLiteral("failure_threshold=%1").arg(m_failures->value());
    if (const auto feature = m_kill->currentData().toString(); !feature.isEmpty() && !m_stretch.isEmpty())
        found << feature + QStringLiteral(".kill=") + m_stretch;
    if (const auto rung = m_rung->currentData().toString(); !rung.isEmpty())
        found << rung;
    if (m_limit->value() >= 0 && m_capacity->currentIndex() >= 0)
        found << m_capacity->currentData().toString() + QStringLiteral(".limit=%1").arg(m_limit->value());
    return found + m_others->text().split(QLatin1Char{' '}, Qt::SkipEmptyParts);
}

void WhatIfControls::setChanges(const QStringList& changes)
{
    fill(changes);
    say();
}

void WhatIfControls::fill(const QStringList& changes)
{
    m_filling = true;
    for (auto* box : {m_hold, m_failures, m_limit})
        box->setValue(box->minimum());
    for (auto* box : {m_maxError, m_maxP95, m_cooldown})
        box->setValue(0);
    m_latency->setCurrentIndex(0);
    m_kill->setCurrentIndex(0);
    m_rung->setCurrentIndex(0);
    QStringList others;
    for (const auto& change : changes)
        if (!take(change.section(QLatin1Char{'='}, 0, 0), change.section(QLatin1Char{'='}, 1), change))
            others << change;
    m_others->setText(others.join(QLatin1Char{' '}));
    m_filling = false;
}

bool WhatIfControls::take(const QString& key, const QString& value, const QString& change)
{
    bool isNumber = false;
    const auto number = value.toDouble(&isNumber);
    const auto put = [&](auto* box) {
        if (!isNumber || number <= 0 || number > box->maximum())
            return false;
        box->setValue(static_cast<decltype(box->value())>(number));
        return true;
    };
    if (key == QLatin1String("hold"))
        return put(m_hold);
    if (key == QLatin1String("failure_threshold"))
        return put(m_failures);
    if (key == QLatin1String("max_error_pct"))
        return put(m_maxError);
    if (key == QLatin1String("max_p95_s"))
        return put(m_maxP95);
    if (key == QLatin1String("cooldown_s"))
        return put(m_cooldown);
    if (change == QLatin1String("latency_trigger=false")) {
        m_latency->setCurrentIndex(1);
        return true;
    }
    if (const int rung = itemOf(*m_rung, change); rung > 0 && m_rung->currentIndex() == 0) {
        m_rung->setCurrentIndex(rung);
        return true;
    }
    if (const int kill = itemOf(*m_kill, key.section(QStringLiteral(".kill"), 0, 0));
        kill > 0 && key.endsWith(QLatin1String(".kill")) && value == m_stretch) {
        m_kill->setCurrentIndex(kill);
        return true;
    }
    const int capacity = itemOf(*m_capacity, key.section(QStringLiteral(".limit"), 0, 0));
    if (capacity < 0 || !key.endsWith(QLatin1String(".limit")) || m_limit->value() >= 0 || !isNumber || number < 0
        || number > m_limit->maximum())
        return false;
    m_capacity->setCurrentIndex(capacity);
    m_limit->setValue(static_cast<int>(number));
    return true;
}

/// The example that the controls say, or none.
void WhatIfControls::showExample()
{
    auto said = changes();
    said.sort();
    int shown = -1;
    for (int i = 0; i < m_example->count(); ++i) {
        auto example = m_example->itemData(i).toStringList();
        example.sort();
        if (shown < 0 && example == said)
            shown = i;
    }
    m_example->setCurrentIndex(shown);
}

void WhatIfControls::say()
{
    showExample();
    if (!m_filling)
        Q_EMIT changed();
}

} // namespace rungwatch
