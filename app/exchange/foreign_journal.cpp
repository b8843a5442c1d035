// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/foreign_journal.h"

#include "app/exchange/line_source.h"
#include "app/exchange/told_services.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/base/plain_line.h"
#include "rungwatch/fleet/decide.h"

#include <algorithm>

namespace rungwatch::exchange {

using namespace fleet;
using namespace std::chrono_literals;
using timeline::ForeignEvent;
using timeline::ForeignTimeline;

namespace {

/// What was before the first event is read this long before it.
constexpr Duration leadIn{1s};
constexpr std::size_t mostBytes{256 * 1024 * 1024};

std::string_view sourceKindOf(const std::string& source)
{
    if (source == "statuspage" || source == "incidentio")
        return "statuspage";
    return source == "pagerduty" ? "health" : "telemetry";
}

/// Decides one input after the other, by the clock of the timeline.
class Recorder {
public:
    Recorder(JournalMaker& maker, WallTime start)
        : m_maker(maker)
        , m_start(start)
    {
    }

    [[nodiscard]] Moment momentOf(WallTime at) const { return {SteadyTime{at - m_start}, at, Duration{0}}; }

    void feed(EventBody input, const Moment& now)
    {
        static const Policy none;
        auto decision = decide(m_state, m_state.policy ? *m_state.policy : none, std::move(input), now);
        m_state = std::move(decision.next);
        m_due = decision.nextDue;
        ++m_inputs;
        m_maker.add(decision.events, m_state);
    }

    /// Lets the time pass until every endpoint waits for its answer; gives the moment.
    WallTime askAll()
    {
        while (m_due && std::any_of(m_state.endpoints.begin(), m_state.endpoints.end(), [](const auto& endpoint) {
            return !endpoint->inFlight;
        }))
            feed(Tick{}, momentOf(m_start + m_due->time_since_epoch()));
        return m_start + m_state.steady.time_since_epoch();
    }

    [[nodiscard]] const FleetState& state() const { return m_state; }
    [[nodiscard]] std::uint64_t inputs() const { return m_inputs; }

private:
    JournalMaker& m_maker;
    const WallTime m_start;
    FleetState m_state;
    std::optional<SteadyTime> m_due;
    std::uint64_t m_inputs{0};
};

/// All services at one moment: those of which something new is told, and "as before" of the others, as the source is
/// taken to stand by what it said.
PollRound roundOf(std::vector<ToldService>& services, const FleetState& state, const Moment& now)
{
    PollRound round;
    for (std::size_t i = 0; i < services.size(); ++i) {
        PollResult result;
        result.endpoint = static_cast<std::uint32_t>(i);
        result.permit = state.endpoints[i]->inFlight.value_or(breaker::PermitId{});
        result.obtainedAt = now.steady;
        result.status = 200;
        result.unchanged = !services[i].changed();
        if (services[i].changed())
            result.reading = Shared<Reading>(services[i].readingAt(now.wall));
        round.results.push_back(std::move(result));
    }
    return round;
}

std::string noteBy(const ForeignTimeline& told)
{
    return told.name.empty() || told.name == told.source ? told.source : told.source + ": " + plainLine(told.name);
}

void writeEvents(const ForeignTimeline& told, Recorder& recorder)
{
    std::vector<ToldService> services;
    std::map<std::string, std::size_t> places;
    for (const auto& service : told.services) {
        places.emplace(service, services.size());
        services.emplace_back(told, service);
    }
    const auto readAll = [&](WallTime at) {
        const auto now = recorder.momentOf(at);
        recorder.feed(roundOf(services, recorder.state(), now), now);
        return now;
    };
    readAll(recorder.askAll());
    for (auto next = told.events.begin(); next != told.events.end();) {
        // What comes before the next answers can be waited for is told together.
        const auto at = std::max(next->at, recorder.askAll());
        const auto first = next;
        for (; next != told.events.end() && next->at <= at; ++next)
            if (const auto place = places.find(next->service);
                next->kind != ForeignEvent::Kind::Note && place != places.end())
                services[place->second].take(*next);
        const auto now = readAll(at);
        for (auto note = first; note != next; ++note)
            if (note->kind == ForeignEvent::Kind::Note)
                recorder.feed(NoteTaken{noteBy(told), plainLine(note->text)}, {now.steady, note->at, Duration{0}});
    }
}

/// A feature once, at the service that tells of it first.
std::map<std::string, std::string> featuresOf(const ForeignTimeline& told)
{
    std::map<std::string, std::string> features;
    for (const auto& event : told.events)
        if (event.reading)
            for (const auto& feature : event.reading->features)
                features.emplace(feature.name, event.service);
    return features;
}

} // namespace

std::string policyTextOf(const ForeignTimeline& told)
{
    JsonWriter json;
    json.beginObject();
    json.member("version", 1);
    json.member("name", told.name.empty() ? told.source : plainLine(told.name));
    json.key("services");
    json.beginArray();
    for (const auto& service : told.services) {
        json.beginObject();
        json.member("name", service);
        // Whether the source means it to be critical is not told; its own word for how bad it is stands.
        json.member("critical", true);
        json.key("sources");
        json.beginArray();
        json.beginObject();
        json.member("kind", sourceKindOf(told.source));
        json.member("url", told.url.empty() ? std::string("http://imported.invalid/") : told.url);
        json.member("interval_s", 0.05);
        json.end();
        json.end();
        json.end();
    }
    json.end();
    json.key("features");
    json.beginArray();
    for (const auto& [feature, service] : featuresOf(told)) {
        json.beginObject();
        json.member("name", feature);
        json.member("service", service);
        json.end();
    }
    json.end();
    json.key("operator");
    json.beginObject();
    json.member("read_only", true);
    json.end();
    json.end();
    return json.str();
}

Result<ImportedTimeline> writeTimeline(const ForeignTimeline& told, const QString& journal, const std::string& program)
{
    const auto placed = [&](const Error& error) { return Error{error.code, error.message, journal.toStdString()}; };
    const auto policy = policyTextOf(told);
    if (const auto read = parsePolicy(policy); !read)
        return Error{"bad-value", "no fleet can be made of it: " + read.error().message, read.error().where};
    JournalMaker maker(journal, program);
    if (const auto error = maker.open())
        return placed(*error);
    const auto start = told.events.front().at - leadIn;
    Recorder recorder(maker, start);
    recorder.feed(SessionStarted{policy, 0, "import", program, "import"}, recorder.momentOf(start));
    writeEvents(told, recorder);
    const auto made = maker.finish();
    if (!made)
        return placed(made.error());
    ImportedTimeline imported;
    imported.placed = told.events.size();
    imported.unplaced = told.unplaced;
    imported.gaps = static_cast<std::size_t>(std::count_if(
        told.events.begin(), told.events.end(), [](const ForeignEvent& event) { return event.afterGap; }));
    imported.events = recorder.state().seq;
    imported.inputs = recorder.inputs();
    imported.hash = hashOf(recorder.state());
    imported.made = *made;
    return imported;
}

Result<ImportedTimeline> importTimeline(
    const timeline::TimelineKind& kind, const std::string& file, const QString& journal, const std::string& program)
{
    const auto text = wholeText(file, mostBytes);
    if (!text)
        return text.error();
    const auto told = kind.read(*text);
    if (!told)
        return told.error();
    return writeTimeline(*told, journal, program);
}

} // namespace rungwatch::exchange
