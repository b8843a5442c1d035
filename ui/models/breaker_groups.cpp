// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/figure_text.h"
#include "ui/format/time_text.h"
#include "ui/format/words.h"
#include "ui/models/breaker_parts.h"
#include "ui/models/overview_model.h"

#include <algorithm>
#include <array>
#include <set>

namespace rungwatch {
namespace {

using namespace fleet;
using breaker::Phase;
using AnyPhase = std::optional<Phase>;

/// Up to so many own, or reported, breakers have a row each; of more, only those that have something to say.
constexpr std::size_t mostRows = 16;
/// Beyond these nobody reads on: they are counted.
constexpr std::size_t mostFoldedRows = 60;

/// As the summary counts them; also the order of what has a row where many are folded.
constexpr std::array<AnyPhase, 6> worstFirst{
    Phase::Open, Phase::HalfOpen, Phase::ForcedOpen, Phase::Disabled, std::nullopt, Phase::Closed};

std::size_t rank(const AnyPhase& phase)
{
    return static_cast<std::size_t>(std::find(worstFirst.begin(), worstFirst.end(), phase) - worstFirst.begin());
}

/// How many breakers are in which phase.
class Tally {
public:
    void count(const AnyPhase& phase) { ++m_counts[rank(phase)]; }
    [[nodiscard]] QString words() const
    {
        std::size_t total = 0;
        for (const auto count : m_counts)
            total += count;
        if (m_counts[rank(Phase::Closed)] == total)
            return total == 0 ? QStringLiteral("none") : format::grouped(total) + QStringLiteral(", all closed");
        QStringList said;
        for (std::size_t i = 0; i < worstFirst.size(); ++i)
            if (m_counts[i] > 0)
                said << format::grouped(m_counts[i]) + QLatin1Char{' '} + format::word(worstFirst[i]).toLower();
        return said.join(QStringLiteral(" · "));
    }

private:
    std::array<std::size_t, worstFirst.size()> m_counts{};
};

QString foldedWords(std::size_t closed, std::size_t others)
{
    QStringList said;
    if (others > 0)
        said << QStringLiteral("%1 more that are not").arg(format::grouped(others));
    if (closed > 0)
        said << format::grouped(closed) + QStringLiteral(" closed");
    return said.join(QStringLiteral(" · "));
}

/// "store, 0.4 s ago"; of other sources than telemetry, "store metrics, 0.4 s ago".
QString whoSays(const FleetState& state, const std::vector<EndpointRef>& refs, std::size_t endpoint,
    const ServicePolicy& service, const Moment& now)
{
    const auto ref = refs[endpoint];
    const auto& of = state.policy->services[ref.service];
    const auto view = ServiceView::ofEndpoint(state, endpoint, now.steady);
    const auto age = view.age ? format::lengthText(*view.age) + QStringLiteral(" ago") : QStringLiteral("age unknown");
    auto who = format::plainLine(of.name);
    if (of.sources[ref.source].kind != SourceKind::Telemetry || &of != &service)
        who += QLatin1Char{' '} + format::plainLine(of.sources[ref.source].name);
    return QStringLiteral("%1, %2%3").arg(who, view.isStale() ? QStringLiteral("last heard ") : QString{}, age);
}

QString noteOf(const FleetState& state, const std::vector<EndpointRef>& refs, const ServicePolicy& service,
    const std::vector<Said<BreakerReading>>& breakers, const Moment& now)
{
    std::set<std::size_t> sources;
    for (const auto& said : breakers)
        sources.insert(said.endpoint);
    QStringList who;
    for (const auto source : sources)
        who << whoSays(state, refs, source, service, now);
    return QStringLiteral("by ") + who.join(QStringLiteral("; "));
}

/// What is said of one breaker now; unknown where its source is silent.
AnyPhase phaseOf(
    const Said<BreakerReading>& said, const FleetState& state, const std::vector<EndpointRef>& refs, const Moment& now)
{
    const auto ref = refs[said.endpoint];
    const auto& source = state.policy->services[ref.service].sources[ref.source];
    const auto is = freshnessAt(*state.endpoints[said.endpoint], source, now.steady);
    return is == Freshness::Fresh || is == Freshness::Late ? said->state : AnyPhase{};
}

void addReported(BreakersView& view, Tally& tally, const FleetState& state, const Moment& now)
{
    const ServiceValues values(state);
    const auto& refs = endpointsOf(*state.policy);
    std::vector<std::vector<Said<BreakerReading>>> all;
    std::size_t total = 0;
    for (std::size_t i = 0; i < state.policy->services.size(); ++i)
        total += all.emplace_back(values.breakersOf(i)).size();
    const bool folds = total > mostRows;
    std::size_t rows = 0;
    std::size_t closed = 0;
    std::size_t more = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& service = state.policy->services[i];
        BreakerGroup group{QStringLiteral("Reported"), {}, {}, {}};
        for (const auto& said : all[i]) {
            const auto phase = phaseOf(said, state, refs, now);
            tally.count(phase);
            if (folds && phase == Phase::Closed)
                ++closed;
            else if (folds && rows >= mostFoldedRows)
                ++more;
            else {
                group.rows.push_back(reportedRow(state, service.name, said, now));
                ++rows;
            }
        }
        if (group.rows.empty())
            continue;
        group.note = noteOf(state, refs, service, all[i], now);
        view.groups.push_back(std::move(group));
    }
    if (closed + more > 0)
        view.groups.push_back({QStringLiteral("Reported"), foldedWords(closed, more), {}, {}});
}

/// Closed, and its last poll was good: nothing that a person would look for.
bool isQuiet(const EndpointState& endpoint, const AnyPhase& phase)
{
    return phase == Phase::Closed && endpoint.troubleWord.empty();
}

void addOwn(BreakersView& view, Tally& tally, const FleetState& state, const Moment& now)
{
    BreakerGroup own{QStringLiteral("Own"), QStringLiteral("the console's guards on its own polls"), {}, {}};
    const auto& refs = endpointsOf(*state.policy);
    const bool folds = refs.size() > mostRows;
    std::array<std::vector<std::size_t>, worstFirst.size()> shown;
    std::size_t closed = 0;
    for (std::size_t i = 0; i < refs.size(); ++i) {
        const auto& options = state.policy->services[refs[i].service].breaker;
        const AnyPhase phase = breaker::phaseAt(state.endpoints[i]->breaker, options, now.steady);
        tally.count(phase);
        if (folds && isQuiet(*state.endpoints[i], phase))
            ++closed;
        else
            shown[folds ? rank(phase) : 0].push_back(i);
    }
    std::size_t more = 0;
    for (const auto& alike : shown)
        for (const auto index : alike) {
            if (folds && own.rows.size() >= mostFoldedRows)
                ++more;
            else
                own.rows.push_back(ownRow(state, index, refs[index], now));
        }
    own.folded = foldedWords(closed, more);
    view.groups.push_back(std::move(own));
}

} // namespace

BreakersView breakersOf(const Snapshot& snapshot, const Moment& now)
{
    BreakersView view;
    const auto& state = snapshot.state;
    if (!state.policy)
        return view;
    Tally tally;
    addReported(view, tally, state, now);
    addOwn(view, tally, state, now);
    view.summary = tally.words();
    return view;
}

} // namespace rungwatch
