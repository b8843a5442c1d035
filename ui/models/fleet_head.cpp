// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/figure_text.h"
#include "ui/format/time_text.h"
#include "ui/format/words.h"
#include "ui/models/overview_model.h"
#include "ui/models/service_view.h"

#include <QDateTime>

namespace rungwatch {
namespace {

using namespace fleet;

QDateTime localTime(WallTime at)
{
    return QDateTime::fromMSecsSinceEpoch(
        std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch()).count());
}

bool isKnown(Freshness freshness)
{
    return freshness == Freshness::Fresh || freshness == Freshness::Late;
}

QString sentenceOf(const FleetState& state, SteadyTime now)
{
    const auto why = format::plainLine(state.why);
    if (state.level == HealthLevel::Unknown && state.lastKnownLevel)
        return QStringLiteral("last known %1, %2")
            .arg(format::word(*state.lastKnownLevel), format::roughLength(now - state.levelSince));
    if (!why.isEmpty())
        return why;
    return state.level == HealthLevel::Healthy
        ? QStringLiteral("%1 features on their first rung").arg(state.features.size())
        : QString{};
}

std::optional<ShareSplit> splitOf(const ServiceShare& share)
{
    const auto total = static_cast<double>(share.total());
    if (share.total() == 0)
        return std::nullopt;
    const auto part = [&](std::uint64_t count) { return 100 * static_cast<double>(count) / total; };
    return ShareSplit{part(share.full), part(share.otherModel), part(share.cacheAndRules), part(share.none)};
}

/// The share as it was when all sources were last known.
std::optional<ShareSplit> lastKnownSplit(const FleetState& state)
{
    auto then = state;
    for (auto& endpoint : then.endpoints)
        endpoint.edit([](EndpointState& one) { one.freshness = one.everRead ? Freshness::Fresh : Freshness::Unknown; });
    return splitOf(serviceShare(then));
}

void setShare(TopBarView& view, const FleetState& state, const std::vector<ServiceView>& services)
{
    std::optional<std::size_t> silent;
    bool anyTells = false;
    bool anyKnown = false;
    for (std::size_t i = 0; i < services.size(); ++i) {
        if (!services[i].endpoint)
            continue;
        anyTells = true;
        anyKnown = anyKnown || !services[i].isStale();
        if (services[i].isStale() && !silent)
            silent = i;
    }
    if (anyKnown)
        view.share = splitOf(serviceShare(state));
    if (view.share)
        return;
    view.shareWhy = !anyTells ? QStringLiteral("not known, no source tells it")
        : silent
        ? QStringLiteral("not known, %1 is silent").arg(format::plainLine(state.policy->services[*silent].name))
        : QStringLiteral("not known, no full interval yet");
    const auto before = silent && services[*silent].age ? lastKnownSplit(state) : std::nullopt;
    if (before)
        view.shareBefore =
            QStringLiteral("last known %1 ago: %2 %")
                .arg(format::lengthText(*services[*silent].age), format::tenthPercent(before->notFull()));
}

struct Oldest {
    std::optional<std::size_t> endpoint;
    std::optional<Duration> age;
    Freshness freshness{Freshness::Fresh};
    std::size_t known{0};
    bool sameInterval{true};
};

Oldest oldestOf(const FleetState& state, const std::vector<EndpointRef>& refs, SteadyTime now)
{
    Oldest oldest;
    for (std::size_t i = 0; i < refs.size(); ++i) {
        const auto& source = state.policy->services[refs[i].service].sources[refs[i].source];
        const auto age = ageAt(*state.endpoints[i], now);
        const auto freshness = freshnessAt(*state.endpoints[i], source, now);
        oldest.known += isKnown(freshness);
        oldest.sameInterval = oldest.sameInterval
            && source.interval == state.policy->services[refs[0].service].sources[refs[0].source].interval;
        // What was never read is older than anything.
        const bool older = !oldest.endpoint || (oldest.age && (!age || *age > *oldest.age));
        if (older) {
            oldest.endpoint = i;
            oldest.age = age;
            oldest.freshness = freshness;
        }
    }
    return oldest;
}

void setAge(TopBarView& view, const FleetState& state, SteadyTime now)
{
    const auto& refs = endpointsOf(*state.policy);
    const auto oldest = oldestOf(state, refs, now);
    view.age = oldest.age ? format::lengthText(*oldest.age) : QStringLiteral("?");
    view.freshness = oldest.endpoint ? oldest.freshness : Freshness::Unknown;
    if (!oldest.endpoint) {
        view.sources = QStringLiteral("no sources");
        return;
    }
    const auto name = format::plainLine(endpointName(*state.policy, refs[*oldest.endpoint]));
    if (oldest.known == refs.size()) {
        view.sources = QStringLiteral("%1 of %1 sources").arg(refs.size());
        if (oldest.sameInterval)
            view.oldestSource << QStringLiteral("every ")
                    + format::settingText(state.policy->services[refs[0].service].sources[refs[0].source].interval);
        return;
    }
    // Of many, those that are not are the shorter figure, and the one that is looked for.
    view.sources = refs.size() < 100 ? QStringLiteral("%1 of %2 fresh").arg(oldest.known).arg(refs.size())
                                     : QStringLiteral("%1 not fresh").arg(refs.size() - oldest.known);
    view.oldestSource << name + (oldest.age ? QStringLiteral(" silent") : QStringLiteral(" never read")) << name;
}

QString rateOf(const std::vector<ServiceView>& services)
{
    for (const auto& told : services)
        if (told.endpoint && told.rate != 1)
            return QStringLiteral("x%1").arg(told.rate, 0, 'g', 6);
    return {};
}

} // namespace

TopBarView topBarOf(const Snapshot& snapshot, const Moment& now, const QString& operatorName)
{
    const auto& state = snapshot.state;
    TopBarView view;
    view.source = QStringLiteral("LIVE");
    view.utc = format::utcSecond(now.wall);
    const auto local = localTime(now.wall);
    view.local = local.toString(QStringLiteral("HH:mm:ss ")) + local.timeZoneAbbreviation();
    view.date = local.toUTC().toString(QStringLiteral("yyyy-MM-dd"));
    view.operatorName = format::plainLine(operatorName.toStdString());
    view.age = QStringLiteral("?");
    if (!state.policy) {
        view.sentence = QStringLiteral("nothing read yet");
        view.shareWhy = QStringLiteral("not known, nothing read yet");
        return view;
    }
    view.fleet = format::plainLine(state.policy->name);
    view.controls = state.policy->readOnly ? QStringLiteral("read-only") : QStringLiteral("controls on");
    view.level = state.level;
    view.sentence = sentenceOf(state, now.steady);
    const auto services = ServiceView::all(state, now.steady);
    view.rate = rateOf(services);
    setShare(view, state, services);
    setAge(view, state, now.steady);
    return view;
}

FootView footOf(const Snapshot& snapshot, const Moment& now, const QString& trouble)
{
    const auto& state = snapshot.state;
    FootView view;
    view.trouble = trouble;
    const auto waiting = state.seq - std::min(state.seq, snapshot.durableSeq);
    view.journal =
        QStringLiteral("journal %1 events%2 · %3 observations dropped · display in step %4")
            .arg(format::grouped(state.seq),
                waiting > 0 ? QStringLiteral(", %1 not yet on disk").arg(format::grouped(waiting)) : QString{},
                format::grouped(state.dropped), format::utcSecond(std::min(now.wall, snapshot.at.wall)));
    return view;
}

} // namespace rungwatch
