// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/breaker_words.h"
#include "rungwatch/formats/incident_list.h"
#include "rungwatch/formats/json_document.h"
#include "rungwatch/formats/resilience4j_events.h"
#include "rungwatch/timeline/source_text.h"

namespace rungwatch::timeline {

namespace {

using namespace formats;
using Kind = ForeignEvent::Kind;

constexpr std::string_view counted[][2]{
    {"SUCCESS", "ok"}, {"ERROR", "failed"}, {"IGNORED_ERROR", "ignored"}, {"NOT_PERMITTED", "not_permitted"}};

/// Our word for a state where it is one of ours, else the library's in lower case.
std::string stateWord(const std::string& word)
{
    BreakerReading breaker;
    Reading scratch;
    setState(breaker, breakerWord(word), scratch);
    if (breaker.state)
        return std::string(nameOf(*breaker.state));
    return breaker.other ? std::string(nameOf(*breaker.other)) : std::string();
}

/// One event of the ring, read alone, so that it keeps its place in the file.
Result<TimelineEntry> entryOf(const JsonValue& event)
{
    JsonValue list;
    list.kind = JsonValue::Kind::Array;
    list.items.push_back(event);
    JsonValue root;
    root.kind = JsonValue::Kind::Object;
    root.members.push_back({"circuitBreakerEvents", std::move(list), event.line});
    const Answer answer{};
    auto reading = readResilience4jEvents(Document{answer, 200, {}, std::move(root), {}});
    if (!reading)
        return reading.error();
    if (reading->timeline.empty())
        return Error{"bad-value", "expected an event", {}};
    return reading->timeline.front();
}

class Ring {
public:
    Ring() { m_timeline.source = "resilience4j"; }

    void place(const JsonValue& event, const std::string& where)
    {
        const auto entry = entryOf(event);
        if (!entry)
            return unplaced(where, entry.error().message);
        if (!entry->at)
            return unplaced(where, sentence({"an event without a time", entry->name, entry->kind}));
        if (entry->name.empty())
            return unplaced(where, "an event without a breaker: " + entry->kind);
        auto target = entry->to;
        if (target.empty() && (entry->kind == "FORCED_OPEN" || entry->kind == "DISABLED"))
            target = entry->kind;
        if (!target.empty())
            return placeMove(*entry, target);
        if (entry->kind == "STATE_TRANSITION")
            return unplaced(where, "a transition between states that have no known word, of " + entry->name);
        placeCall(*entry);
    }

    [[nodiscard]] ForeignTimeline take()
    {
        m_timeline.sort();
        linkStates();
        return std::move(m_timeline);
    }

private:
    void unplaced(const std::string& where, const std::string& what) { m_timeline.unplaced.push_back({where, what}); }

    void placeMove(const TimelineEntry& entry, const std::string& target)
    {
        m_timeline.add({.at = *entry.at,
            .kind = Kind::Breaker,
            .service = m_timeline.addService({}),
            .name = entry.name,
            .from = stateWord(entry.from),
            .to = stateWord(target),
            .cause = entry.kind});
    }

    void placeCall(const TimelineEntry& entry)
    {
        const auto service = m_timeline.addService({});
        bool known = false;
        for (const auto& [word, counter] : counted)
            if (entry.kind == word) {
                m_timeline.add({.at = *entry.at,
                    .kind = Kind::Calls,
                    .service = service,
                    .name = entry.name,
                    .calls = {{std::string(counter), 1}}});
                known = true;
            }
        // A failure's own words are kept; that a call went well, or was not let through, the counts say.
        if (!known || !entry.note.empty())
            m_timeline.add({.at = *entry.at,
                .kind = Kind::Note,
                .service = service,
                .text = sentence({entry.name, entry.kind, entry.note})});
    }

    /// A move that begins in another state than the one before it ended in: the ring had dropped what was between.
    void linkStates()
    {
        std::map<std::string, std::string> states;
        for (auto& event : m_timeline.events) {
            if (event.kind != Kind::Breaker)
                continue;
            const auto [state, isFirst] = states.emplace(event.name, event.from);
            if (event.from.empty())
                event.from = state->second;
            event.afterGap = !isFirst && state->second != event.from;
            state->second = event.to;
        }
        // The same change told twice, as a transition and by its kind, is one.
        std::erase_if(m_timeline.events,
            [](const ForeignEvent& event) { return event.kind == Kind::Breaker && event.from == event.to; });
    }

    ForeignTimeline m_timeline;
};

} // namespace

Result<ForeignTimeline> readResilience4jTimeline(std::string_view bytes)
{
    const auto root = rootOf(bytes);
    if (!root)
        return root.error();
    const auto* list = root->find("circuitBreakerEvents");
    if (!list || !list->isArray())
        return Error{"unknown-format", "expected a list of events, as /actuator/circuitbreakerevents has it",
            "/circuitBreakerEvents (line 1)"};
    Ring ring;
    for (std::size_t i = 0; i < list->items.size(); ++i)
        ring.place(list->items[i], placeOf("/circuitBreakerEvents/" + std::to_string(i), list->items[i]));
    return finished(ring.take());
}

} // namespace rungwatch::timeline
