// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/rows.h"

#include "rungwatch/base/codec.h"

#include <QCryptographicHash>

namespace rungwatch::journal {

using namespace fleet;

namespace {

template <class E> std::string word(E value)
{
    return std::string(nameOf(value));
}

template <class E> std::string word(const std::optional<E>& value)
{
    return value ? word(*value) : std::string();
}

/// Picks the row's texts from a fact; nothing for all other kinds.
struct TransitionOf {
    std::optional<TransitionRow> operator()(const BreakerMoved& e) const
    {
        return TransitionRow{{}, {}, word(e.transition.from), word(e.transition.to), word(e.transition.cause)};
    }
    std::optional<TransitionRow> operator()(const FreshnessChanged& e) const
    {
        return TransitionRow{{}, {}, word(e.from), word(e.to), {}};
    }
    std::optional<TransitionRow> operator()(const TroubleChanged& e) const
    {
        return TransitionRow{{}, {}, {}, e.word, e.detail};
    }
    std::optional<TransitionRow> operator()(const ServiceLevelChanged& e) const
    {
        return TransitionRow{{}, {}, word(e.from), word(e.to), e.why};
    }
    std::optional<TransitionRow> operator()(const FleetLevelChanged& e) const
    {
        return TransitionRow{{}, {}, word(e.from), word(e.to), e.why};
    }
    std::optional<TransitionRow> operator()(const BlindChanged& e) const
    {
        return TransitionRow{{}, {}, e.blind ? "seeing" : "blind", e.blind ? "blind" : "seeing", {}};
    }
    std::optional<TransitionRow> operator()(const ServiceRestarted&) const { return TransitionRow{}; }
    std::optional<TransitionRow> operator()(const ModeChanged& e) const
    {
        return TransitionRow{{}, {}, word(e.from), word(e.to), {}};
    }
    std::optional<TransitionRow> operator()(const ReportedBreakerMoved& e) const
    {
        return TransitionRow{{}, {}, e.from, e.to, e.cause};
    }
    std::optional<TransitionRow> operator()(const DerivedRungChanged& e) const
    {
        return TransitionRow{{}, {}, e.from, e.to, e.why};
    }
    std::optional<TransitionRow> operator()(const ReportedGap& e) const
    {
        return TransitionRow{{}, {}, std::to_string(e.firstMissing), std::to_string(e.lastMissing), "never read"};
    }
    std::optional<TransitionRow> operator()(const KillSwitchChanged& e) const
    {
        return TransitionRow{{}, {}, e.engaged ? "off" : "engaged", e.engaged ? "engaged" : "off", e.cause};
    }
    std::optional<TransitionRow> operator()(const DisplayTrustChanged& e) const
    {
        return TransitionRow{
            {}, {}, e.trusted ? "not_trusted" : "trusted", e.trusted ? "trusted" : "not_trusted", e.cause};
    }
    template <class Other> std::optional<TransitionRow> operator()(const Other&) const { return std::nullopt; }
};

OperatorRow ofCommand(const Command& command, std::string result)
{
    return {{}, command.by, command.target, word(command.kind) + " " + word(command.action), std::move(result),
        command.reason, {}};
}

struct OperatorOf {
    std::optional<OperatorRow> operator()(const SessionStarted& e) const
    {
        return OperatorRow{{}, e.operatorName, {}, "watch", "started", {}, {}};
    }
    std::optional<OperatorRow> operator()(const NoteTaken& e) const
    {
        return OperatorRow{{}, e.by, {}, "note", "taken", e.text, {}};
    }
    std::optional<OperatorRow> operator()(const IncidentDeclared& e) const
    {
        return OperatorRow{{}, e.by, e.title, "incident", "declared", {}, {}};
    }
    std::optional<OperatorRow> operator()(const IncidentEnded& e) const
    {
        return OperatorRow{{}, e.by, {}, "incident", "ended", {}, {}};
    }
    std::optional<OperatorRow> operator()(const CommandReceived& e) const
    {
        // "Still at it" is no action; hundreds of those would bury the actions.
        if (e.command.kind == CommandKind::Touch)
            return std::nullopt;
        return ofCommand(e.command, "asked");
    }
    std::optional<OperatorRow> operator()(const SelectionMade& e) const
    {
        return OperatorRow{
            {}, e.selection.by, e.selection.target, "select " + word(e.selection.action), "selected", {}, {}};
    }
    std::optional<OperatorRow> operator()(const SelectionEnded& e) const
    {
        return OperatorRow{{}, {}, {}, "selection", e.cause, {}, {}};
    }
    std::optional<OperatorRow> operator()(const CommandRefused& e) const
    {
        return ofCommand(e.command, word(e.refusal));
    }
    std::optional<OperatorRow> operator()(const CommandRequested& e) const { return ofCommand(e.command, "requested"); }
    std::optional<OperatorRow> operator()(const EffectResult& e) const
    {
        const auto answer = e.transport == Transport::None ? std::to_string(e.status) : word(e.transport);
        return OperatorRow{{}, {}, e.commandId, "answer", e.cause.empty() ? answer : answer + " " + e.cause, {}, {}};
    }
    std::optional<OperatorRow> operator()(const CommandStageChanged& e) const
    {
        return OperatorRow{{}, {}, e.commandId, "stage", word(e.stage), {}, {}};
    }
    std::optional<OperatorRow> operator()(const KillSwitchChanged& e) const
    {
        return OperatorRow{{}, e.by, e.feature, e.engaged ? "switch engaged" : "switch off", e.cause, e.reason, {}};
    }
    template <class Other> std::optional<OperatorRow> operator()(const Other&) const { return std::nullopt; }
};

} // namespace

std::optional<TransitionRow> transitionRow(const Event& event)
{
    auto row = std::visit(TransitionOf{}, event.body);
    if (row) {
        row->kind = kindOf(event.body);
        row->subject = subjectOf(event.body);
    }
    return row;
}

std::optional<OperatorRow> operatorRow(const Event& event)
{
    auto row = std::visit(OperatorOf{}, event.body);
    if (row) {
        row->kind = kindOf(event.body);
        row->json = jsonLine(event);
    }
    return row;
}

QByteArray chainStart()
{
    return QByteArray(64, '0');
}

QByteArray chained(const QByteArray& previous, const std::string& json)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(previous);
    hash.addData(QByteArrayView("\n"));
    hash.addData(QByteArrayView(json.data(), static_cast<qsizetype>(json.size())));
    return hash.result().toHex();
}

} // namespace rungwatch::journal
