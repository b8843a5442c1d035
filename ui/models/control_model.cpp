// SPDX-License-Identifier: GPL-3.0-or-later
#include "control_model.h"

#include "rungwatch/fleet/guard.h"
#include "ui/format/time_text.h"
#include "ui/models/control_parts.h"

namespace rungwatch {
namespace {

using namespace std::chrono_literals;
using fleet::Action;

QString titleOf(const control::Target& target)
{
    switch (target.ask.action) {
    case Action::Kill:
        return QStringLiteral("Kill switch: ") + target.name();
    case Action::Revive:
        return QStringLiteral("Revive: ") + target.name();
    case Action::Probe:
        return QStringLiteral("Forced probe: ") + target.name();
    }
    return {};
}

Duration defaultExpiry(const fleet::Snapshot& snapshot, const std::string& feature)
{
    if (snapshot.state.policy) {
        for (const auto& policy : snapshot.state.policy->features) {
            if (policy.name == feature)
                return policy.killExpiresAfter;
        }
    }
    return fleet::FeaturePolicy{}.killExpiresAfter;
}

} // namespace

std::vector<ExpiryChoice> expiryChoices(const fleet::Snapshot& snapshot, const std::string& feature, const Moment& now)
{
    const auto usual = defaultExpiry(snapshot, feature);
    std::vector<Duration> lengths{15min};
    if (usual != 15min)
        lengths.insert(usual < 15min ? lengths.begin() : lengths.end(), usual);
    double rate = 1;
    if (const auto found = snapshot.state.features.find(feature); found != snapshot.state.features.end())
        rate = ServiceView::of(snapshot.state, found->second->service, now.steady).rate;
    std::vector<ExpiryChoice> choices;
    for (const auto& length : lengths) {
        auto detail = format::utcSecond(now.wall + fromSeconds(toSeconds(length) / rate)) + QStringLiteral(" UTC");
        if (rate != 1)
            detail += QStringLiteral(", the service's clock runs x%1").arg(rate);
        choices.push_back({length, QStringLiteral("in ") + format::settingText(length), detail});
    }
    choices.push_back({std::nullopt, QStringLiteral("when I release it"), QStringLiteral("needs a second reason")});
    return choices;
}

fleet::Command operateCommand(const ControlAsk& ask, const ControlDraft& draft,
    const std::vector<ExpiryChoice>& expiries, const std::string& id, std::uint64_t seenSeq)
{
    fleet::Command command;
    command.id = id;
    command.kind = fleet::CommandKind::Operate;
    command.selection = ask.selectionId;
    command.action = ask.action;
    command.target = ask.target;
    command.by = ask.by;
    command.reason = draft.reason.trimmed().toStdString();
    if (draft.expiry < expiries.size()) {
        command.expiresIn = expiries[draft.expiry].length;
        if (!command.expiresIn)
            command.secondReason = draft.secondReason.trimmed().toStdString();
    }
    command.actBlind = draft.actBlind;
    command.seenSeq = seenSeq;
    return command;
}

ControlView controlView(
    const fleet::Snapshot& snapshot, const Moment& now, const ControlAsk& ask, const ControlDraft& draft)
{
    const auto target = control::Target::of(snapshot, now, ask);
    ControlView view;
    view.action = ask.action;
    view.title = titleOf(target);
    view.stale = target.telemetry.isStale();
    view.reasonTyped = draft.reason.trimmed().size();
    view.reasonLeast = static_cast<qsizetype>(fleet::leastReason);
    if (ask.action == Action::Kill) {
        view.expiries = expiryChoices(snapshot, ask.target, now);
        const auto usual = defaultExpiry(snapshot, ask.target);
        for (std::size_t i = 0; i < view.expiries.size(); ++i) {
            if (view.expiries[i].length == usual)
                view.defaultExpiry = i;
        }
        view.needsSecondReason = draft.expiry < view.expiries.size() && !view.expiries[draft.expiry].length;
        view.offersBlind = target.telemetry.isStale();
        view.blindText = QStringLiteral("act blind: the data are stale, and the record will say so");
    }
    control::addFacts(view, target);
    control::addLadders(view, target);
    control::addTouched(view, target);
    control::addProgress(view, target, draft);
    return view;
}

} // namespace rungwatch
