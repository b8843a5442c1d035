// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/incident_report.h"

#include "app/exchange/open_questions.h"
#include "app/exchange/operator_actions.h"
#include "app/exchange/true_time.h"
#include "rungwatch/fleet/replay.h"
#include "ui/format/event_text.h"

#include <algorithm>
#include <numeric>

namespace rungwatch::exchange {

using namespace fleet;

namespace {

int rank(HealthLevel level)
{
    constexpr std::array<int, 5> ranks{1, 2, 3, 4, 0}; // every recording begins unknown: that is not its worst
    return ranks[static_cast<std::size_t>(level)];
}

bool isWorse(HealthLevel level)
{
    return level != HealthLevel::Healthy && level != HealthLevel::Unknown;
}

/// What is said elsewhere in the report, or says what stays as it is.
bool isForTheTimeline(const EventBody& body)
{
    return !std::holds_alternative<LevelReasonChanged>(body) && !std::holds_alternative<SelectionMade>(body)
        && !std::holds_alternative<SelectionEnded>(body) && !std::holds_alternative<FreshnessChanged>(body);
}

bool standsOut(const EventBody& body)
{
    return std::holds_alternative<FleetLevelChanged>(body) || std::holds_alternative<CommandRequested>(body)
        || std::holds_alternative<CommandStageChanged>(body) || std::holds_alternative<KillSwitchChanged>(body)
        || std::holds_alternative<NoteTaken>(body) || std::holds_alternative<IncidentDeclared>(body)
        || std::holds_alternative<IncidentEnded>(body) || std::holds_alternative<BlindChanged>(body);
}

/// Reads the journal once and fills in the report.
class Collector {
public:
    Collector(IncidentReport& report, const TimeRange& range, FleetState start)
        : m_report(report)
        , m_range(range)
        , m_replayer(std::move(start))
    {
    }

    std::optional<Error> add(const Event& event)
    {
        if (const auto fault = m_replayer.add(event))
            return fault;
        const auto& state = m_replayer.state();
        const auto place = m_time.of(event, state);
        m_history.add(event, state);
        m_names.see(event);
        m_actions.see(event);
        m_incidents.add(event, state);
        if (!m_range.holds(event.wall)) {
            if (m_range.from && event.wall < *m_range.from)
                m_questions.seeBefore(event);
            return std::nullopt;
        }
        if (m_report.events++ == 0)
            begin(state, event.wall);
        m_report.end = std::max(m_report.end, event.wall);
        addLevel(state, event.wall);
        addBody(event, state);
        addLine(event, place);
        m_questions.see(event);
        return std::nullopt;
    }

    void finish()
    {
        if (m_report.events == 0)
            return;
        m_report.levels.back().to = m_report.end;
        conclude();
        std::stable_sort(m_report.timeline.begin(), m_report.timeline.end(),
            [](const TimelineLine& a, const TimelineLine& b) { return a.order < b.order; });
        for (const auto& incident : m_incidents.incidents())
            if (!incident.to || *incident.to >= m_report.start)
                m_report.incidents.push_back(incident);
        m_report.actions = m_actions.linesIn(m_report.start, m_report.end);
        m_report.questions = m_questions.all(m_report, m_actions, m_replayer.state());
        for (auto& [address, lane] : m_lanes)
            if (lane.points.size() > 1)
                m_report.breakers.push_back(std::move(lane));
    }

    [[nodiscard]] const FleetState& state() const { return m_replayer.state(); }

private:
    void begin(const FleetState& state, WallTime at)
    {
        m_report.start = at;
        m_report.end = at;
        m_report.levels.push_back({at, at, state.level, format::plainLine(state.why)});
    }

    void addLevel(const FleetState& state, WallTime at)
    {
        auto& last = m_report.levels.back();
        last.to = std::max(last.to, at);
        if (last.level != state.level)
            m_report.levels.push_back({at, at, state.level, format::plainLine(state.why)});
    }

    void addBody(const Event& event, const FleetState& state)
    {
        if (const auto* closed = std::get_if<IntervalClosed>(&event.body))
            addInterval(*closed, state);
        else if (const auto* mode = std::get_if<ModeChanged>(&event.body)) {
            if (mode->from == Mode::Primary && mode->to && mode->to != Mode::Primary)
                ++answersOf(mode->feature, state).trips;
        }
        // Polls bring lanes into being and nothing more; there are a thousand of them for each move.
        const bool isPolling = std::holds_alternative<PollRound>(event.body)
            || std::holds_alternative<PollsStarted>(event.body) || std::holds_alternative<Tick>(event.body);
        if (!isPolling || m_lanes.size() != m_history.lanes().size())
            addLanes();
    }

    FeatureAnswers& answersOf(const std::string& name, const FleetState& state)
    {
        auto found = std::find_if(m_report.features.begin(), m_report.features.end(),
            [&](const FeatureAnswers& feature) { return feature.feature == name; });
        if (found == m_report.features.end()) {
            m_report.features.push_back({name, {}, {}, 0});
            found = std::prev(m_report.features.end());
        }
        if (const auto* reading = featureReading(state, name))
            for (const auto& rung : reading->ladder)
                rungOf(*found, rung.name).kind = rung.kind;
        return *found;
    }

    static RungAnswers& rungOf(FeatureAnswers& feature, const std::string& name)
    {
        const auto found = std::find_if(
            feature.rungs.begin(), feature.rungs.end(), [&](const RungAnswers& rung) { return rung.rung == name; });
        if (found != feature.rungs.end())
            return *found;
        // Without a ladder the name is all there is to tell the kind by.
        feature.rungs.push_back({name, enumFromName<RungKind>(name).value_or(RungKind::Secondary), 0});
        return feature.rungs.back();
    }

    void addInterval(const IntervalClosed& closed, const FleetState& state)
    {
        auto& feature = answersOf(closed.feature, state);
        for (const auto& [rung, count] : closed.interval.served)
            rungOf(feature, rung).count += count;
        if (const auto* history = m_history.feature(closed.feature); history && !history->intervals.empty())
            feature.intervals.push_back(history->intervals.back());
    }

    void addLanes()
    {
        for (const auto& [address, points] : m_history.lanes()) {
            auto& lane = m_lanes[address];
            if (points.empty()
                || (!lane.points.empty() && lane.points.back().at == points.back().at
                    && lane.points.back().phase == points.back().phase))
                continue;
            lane.address = address;
            if (!lane.points.empty() && points.back().phase == breaker::Phase::Open)
                ++lane.opened;
            lane.points.push_back(points.back());
        }
    }

    void addLine(const Event& event, const TrueTime::Place& place)
    {
        if (!isForTheTimeline(event.body))
            return;
        if (const auto line = format::eventLine(event, m_names))
            m_report.timeline.push_back({place.order, place.at, line->subject, line->text, standsOut(event.body)});
    }

    void conclude()
    {
        for (const auto& span : m_report.levels) {
            if (!m_report.worstAt || rank(span.level) > rank(m_report.worst)) {
                m_report.worst = span.level;
                m_report.worstAt = span.from;
            }
            if (!isWorse(span.level))
                continue;
            if (!m_report.brokeAt)
                m_report.brokeAt = span.from;
            m_report.mendedAt = span.to;
        }
        if (isWorse(m_report.levels.back().level))
            m_report.mendedAt.reset(); // it goes on
    }

    IncidentReport& m_report;
    const TimeRange m_range;
    Replayer m_replayer;
    TrueTime m_time;
    History m_history;
    format::CommandNames m_names;
    OperatorActions m_actions;
    IncidentFinder m_incidents;
    OpenQuestions m_questions;
    std::map<std::string, BreakerLane> m_lanes;
};

template <class Count> std::uint64_t sum(const std::vector<RungAnswers>& rungs, Count&& counts)
{
    return std::accumulate(rungs.begin(), rungs.end(), std::uint64_t{0},
        [&](std::uint64_t total, const RungAnswers& rung) { return total + (counts(rung) ? rung.count : 0); });
}

} // namespace

std::uint64_t FeatureAnswers::total() const
{
    return sum(rungs, [](const RungAnswers&) { return true; });
}

std::uint64_t FeatureAnswers::full() const
{
    return sum(rungs, [](const RungAnswers& rung) { return rung.kind == RungKind::Primary; });
}

std::uint64_t FeatureAnswers::unanswered() const
{
    return sum(rungs, [](const RungAnswers& rung) { return isHonestEnd(rung.kind); });
}

std::uint64_t IncidentReport::answers() const
{
    std::uint64_t all = 0;
    for (const auto& feature : features)
        all += feature.total();
    return all;
}

std::uint64_t IncidentReport::degradedAnswers() const
{
    std::uint64_t degraded = 0;
    for (const auto& feature : features)
        degraded += feature.total() - feature.full();
    return degraded;
}

std::uint64_t IncidentReport::unanswered() const
{
    std::uint64_t none = 0;
    for (const auto& feature : features)
        none += feature.unanswered();
    return none;
}

Duration IncidentReport::timeAt(HealthLevel level) const
{
    Duration time{0};
    for (const auto& span : levels)
        if (span.level == level)
            time += span.to - span.from;
    return time;
}

Result<IncidentReport> reportOf(journal::JournalReader& reader, const TimeRange& range, const QString& journal)
{
    IncidentReport report;
    report.journal = journal;
    auto start = reader.startState();
    if (!start)
        return start.error();
    Collector collector(report, range, std::move(start).value());
    std::optional<Error> fault;
    const auto damage = reader.forEach(1, [&](const Event& event) {
        if (range.to && event.wall > *range.to)
            return false;
        fault = collector.add(event);
        return !fault;
    });
    if (damage || fault)
        return damage ? *damage : *fault;
    if (report.events == 0)
        return Error{"nothing-there", "no event lies between --from and --to", {}};
    const auto& state = collector.state();
    report.fleet = format::plainLine(state.policy ? state.policy->name : std::string("a fleet"));
    report.program = format::plainLine(state.session->program);
    collector.finish();
    const auto head = reader.chainHead();
    if (!head)
        return head.error();
    report.chainHead = QString::fromLatin1(head->hash);
    return report;
}

} // namespace rungwatch::exchange
