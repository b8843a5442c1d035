// SPDX-License-Identifier: GPL-3.0-or-later
#include "control_flow.h"

#include "ui/session.h"
#include "ui/widgets/control_overlay.h"
#include "ui/widgets/review_card.h"

#include <QUuid>

namespace rungwatch {
namespace {

using namespace std::chrono_literals;

/// A selection is kept alive by typing, with at most this many touches in the journal.
constexpr Duration touchEvery = 2s;

std::string newId()
{
    return QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
}

} // namespace

ControlFlow::ControlFlow(Session& session, ControlOverlay& overlay, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_overlay(overlay)
{
    auto& card = overlay.card();
    connect(&session, &Session::advanced, this, &ControlFlow::follow);
    connect(&card, &ReviewCard::drafted, this, [this] {
        touch();
        show();
    });
    connect(&card, &ReviewCard::operateRequested, this, &ControlFlow::operate);
    connect(&card, &ReviewCard::againRequested, this, &ControlFlow::selectAgain);
    connect(&card, &ReviewCard::cancelled, this, &ControlFlow::cancel);
    m_tick.setInterval(250ms);
    connect(&m_tick, &QTimer::timeout, this, &ControlFlow::show);
}

void ControlFlow::ask(fleet::Action action, const std::string& target)
{
    if (m_open)
        return;
    m_ask = {action, target, m_session.operatorName().toStdString(), {}, {}, {}};
    m_open = true;
    m_overlay.card().clearDraft();
    select();
    show();
    m_overlay.open();
    m_tick.start();
}

void ControlFlow::select()
{
    m_ask.selectionId = newId();
    m_ask.operateId.clear();
    m_ask.refused.reset();
    auto select = command(fleet::CommandKind::Select);
    m_selectCommand = select.id;
    m_touchedAt = m_session.now().steady;
    m_session.submit(select);
}

void ControlFlow::touch()
{
    const auto now = m_session.now().steady;
    if (!m_open || !isSelected() || now - m_touchedAt < touchEvery)
        return;
    m_touchedAt = now;
    m_session.submit(command(fleet::CommandKind::Touch));
}

void ControlFlow::operate()
{
    const auto& card = m_overlay.card();
    if (!m_open || !card.view().canOperate || !m_ask.operateId.empty())
        return;
    m_ask.operateId = newId();
    m_session.submit(
        operateCommand(m_ask, card.draft(), card.view().expiries, m_ask.operateId, m_session.snapshot()->state.seq));
    show();
}

void ControlFlow::selectAgain()
{
    if (!m_open)
        return;
    select();
    show();
    m_overlay.open();
}

void ControlFlow::cancel()
{
    if (!m_open)
        return;
    const bool over = m_ask.refused || m_session.snapshot()->state.control->endedSelection == m_ask.selectionId;
    if (m_ask.operateId.empty() && !over)
        m_session.submit(command(fleet::CommandKind::Cancel));
    m_open = false;
    m_tick.stop();
    m_overlay.close();
    Q_EMIT closed();
}

void ControlFlow::follow(const std::vector<fleet::Event>& events)
{
    if (!m_open)
        return;
    for (const auto& event : events) {
        const auto* refused = std::get_if<fleet::CommandRefused>(&event.body);
        if (refused && (refused->command.id == m_selectCommand || refused->command.id == m_ask.operateId))
            m_ask.refused = *refused;
    }
    show();
}

void ControlFlow::show()
{
    if (!m_open)
        return;
    auto& card = m_overlay.card();
    const auto snapshot = m_session.snapshot();
    const auto expiry = card.draft().expiry;
    card.setView(controlView(*snapshot, m_session.now(), m_ask, card.draft()));
    // The card has taken up the expiry that stands first.
    if (card.draft().expiry != expiry)
        card.setView(controlView(*snapshot, m_session.now(), m_ask, card.draft()));
}

fleet::Command ControlFlow::command(fleet::CommandKind kind) const
{
    fleet::Command made;
    made.id = newId();
    made.kind = kind;
    made.selection = m_ask.selectionId;
    made.action = m_ask.action;
    made.target = m_ask.target;
    made.by = m_ask.by;
    made.seenSeq = m_session.snapshot()->state.seq;
    return made;
}

bool ControlFlow::isSelected() const
{
    const auto snapshot = m_session.snapshot();
    const auto& selection = snapshot->state.control->selection;
    return selection && selection->id == m_ask.selectionId;
}

} // namespace rungwatch
