// SPDX-License-Identifier: GPL-3.0-or-later
#include "held_items.h"

#include "rungwatch/fleet/service_values.h"
#include "ui/format/time_text.h"
#include "ui/format/words.h"
#include "ui/models/service_view.h"

namespace rungwatch {
namespace {

using namespace fleet;

QString actionWord(Action action)
{
    switch (action) {
    case Action::Kill:
        return QStringLiteral("kill");
    case Action::Revive:
        return QStringLiteral("revive");
    case Action::Probe:
        return QStringLiteral("probe");
    }
    return {};
}

QString heldFor(const ServiceView& service, const std::optional<Duration>& expiresIn)
{
    if (service.isStale())
        return service.age ? QStringLiteral("last known %1 ago").arg(format::lengthText(*service.age))
                           : QStringLiteral("age unknown");
    const auto left = service.left(expiresIn);
    return left ? format::lengthText(*left) + QStringLiteral(" left") : QStringLiteral("until revoked");
}

void addKill(std::vector<HeldItem>& items, const FeatureReading& feature, const ServiceView& service)
{
    const auto& held = *feature.killSwitch;
    const bool stale = service.isStale();
    items.push_back({stale ? Mark{UnknownMode{}} : Mark{HandMark::Held},
        stale ? QStringLiteral("last known KILLED") : QStringLiteral("KILLED"), format::plainLine(feature.name),
        format::plainLine(held.by), format::plainLine(held.reason), heldFor(service, held.expiresIn)});
}

void addForced(std::vector<HeldItem>& items, const BreakerReading& breaker, const ServiceView& service)
{
    const auto word = format::word(breaker.state);
    const bool stale = service.isStale();
    items.push_back(
        {stale ? Mark{UnknownPhase{}} : Mark{*breaker.state}, stale ? QStringLiteral("last known ") + word : word,
            format::plainLine(breaker.name), {}, {}, stale ? heldFor(service, {}) : QString{}});
}

void addCommand(std::vector<HeldItem>& items, const CommandState& command, SteadyTime now)
{
    const bool underWay = command.stage == Stage::Requested || command.stage == Stage::Accepted;
    if (!underWay && command.stage != Stage::Unconfirmed)
        return;
    const auto& asked = command.command;
    items.push_back({underWay ? HandMark::Requested : HandMark::Unconfirmed,
        actionWord(asked.action) + (underWay ? QStringLiteral(" requested") : QStringLiteral(" UNCONFIRMED")),
        format::plainLine(asked.target), format::plainLine(asked.by), format::plainLine(asked.reason),
        QStringLiteral("waited ") + format::lengthText(now - command.requestedAt)});
}

void addIncident(std::vector<HeldItem>& items, const fleet::Incident& incident, WallTime now)
{
    // Who and since when stand with it however narrow the strip is.
    items.push_back({HandMark::Held, QStringLiteral("INCIDENT"), format::plainLine(incident.byHand->title), {}, {},
        QStringLiteral("since %1 UTC by %2, %3")
            .arg(format::utcMinute(incident.from), format::plainLine(incident.byHand->by),
                format::lengthText(now - incident.from))});
}

void addHeld(std::vector<HeldItem>& items, const FleetState& state, const Moment& now)
{
    for (const auto& id : state.control->order)
        addCommand(items, state.control->commands.at(id), now.steady);
    for (const auto& [name, feature] : state.features) {
        const auto* reading = featureReading(state, name);
        if (reading && reading->killSwitch)
            addKill(items, *reading, ServiceView::of(state, feature->service, now.steady));
    }
    const ServiceValues values(state);
    for (std::size_t i = 0; i < state.policy->services.size(); ++i) {
        for (const auto& said : values.breakersOf(i)) {
            if (said->state == breaker::Phase::ForcedOpen || said->state == breaker::Phase::Disabled)
                addForced(items, *said.value, ServiceView::ofEndpoint(state, said.endpoint, now.steady));
        }
    }
}

} // namespace

std::vector<HeldItem> heldItems(const fleet::Snapshot& snapshot, const Moment& now, const fleet::Incident* incident)
{
    std::vector<HeldItem> items;
    if (snapshot.state.policy)
        addHeld(items, snapshot.state, now);
    // Behind what keeps users from something: where there is no room for all, that is seen first.
    if (incident && incident->isDeclared())
        addIncident(items, *incident, now.wall);
    return items;
}

} // namespace rungwatch
