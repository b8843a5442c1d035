// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/document.h"
#include "rungwatch/timeline/people.h"
#include "rungwatch/timeline/source_text.h"

#include <algorithm>

namespace rungwatch::timeline {

namespace {

using namespace formats;
using Kind = ForeignEvent::Kind;

HealthLevel levelOfUrgency(const std::string& urgency)
{
    return urgency == "high" ? HealthLevel::Critical : HealthLevel::Degraded;
}

/// "acknowledge_log_entry" is "acknowledge".
std::string wordOf(const JsonValue& entry)
{
    auto type = textAt(&entry, "type");
    constexpr std::string_view suffix{"_log_entry"};
    if (type.ends_with(suffix))
        type.resize(type.size() - suffix.size());
    return type.empty() ? "note" : type;
}

/// What is known of one incident, from whichever of its entries says it.
struct Incident {
    std::string id;
    std::string title;
    std::string service;
    std::string urgency;
};

std::string serviceNameOf(const JsonValue& entry, const JsonValue* incident)
{
    for (const auto* of : {objectAt(&entry, "service"), objectAt(incident, "service")})
        for (const auto* key : {"summary", "name", "id"})
            if (auto name = textAt(of, key); !name.empty())
                return name;
    return {};
}

class Log {
public:
    explicit Log(const JsonValue& root)
        : m_people(root)
    {
        m_timeline.source = "pagerduty";
        m_timeline.name = "PagerDuty";
    }

    void placeEntries(const std::vector<JsonValue>& entries)
    {
        for (const auto& entry : entries)
            learn(entry);
        for (std::size_t i = 0; i < entries.size(); ++i)
            placeEntry(entries[i], placeOf("/log_entries/" + std::to_string(i), entries[i]));
    }

    void placeIncidents(const std::vector<JsonValue>& entries)
    {
        for (std::size_t i = 0; i < entries.size(); ++i)
            placeWhole(entries[i], placeOf("/incidents/" + std::to_string(i), entries[i]));
    }

    [[nodiscard]] ForeignTimeline take() { return std::move(m_timeline); }

private:
    void learn(const JsonValue& entry)
    {
        const auto* reference = objectAt(&entry, "incident");
        auto& incident = m_incidents[textAt(reference, "id")];
        const auto keep = [](std::string& kept, std::string said) {
            if (kept.empty())
                kept = std::move(said);
        };
        keep(incident.id, textAt(reference, "id"));
        keep(incident.title, m_people.without(textAt(reference, "title")));
        keep(incident.title, m_people.without(textAt(reference, "summary")));
        keep(incident.service, serviceNameOf(entry, reference));
        keep(incident.urgency, textAt(reference, "urgency"));
    }

    void placeEntry(const JsonValue& entry, const std::string& where)
    {
        if (!entry.isObject())
            return m_timeline.unplaced.push_back({where, "expected a log entry"});
        const auto at = timeAt(&entry, "created_at");
        const auto word = wordOf(entry);
        if (!at)
            return m_timeline.unplaced.push_back({where, "an entry without a time: " + word});
        const auto& incident = m_incidents[textAt(objectAt(&entry, "incident"), "id")];
        m_timeline.add({.at = *at,
            .kind = Kind::Note,
            .text = sentence({incident.title, word, wordsOf(entry, word)}),
            .incident = incident.id});
        if (word == "trigger" || word == "unacknowledge" || word == "urgency_change")
            addLevel(*at, incident, levelOfUrgency(urgencyAt(entry, incident)), word);
        else if (word == "resolve")
            addLevel(*at, incident, HealthLevel::Healthy, word);
    }

    /// Summaries of entries name who did it; of those that are somebody's own words the words are kept.
    [[nodiscard]] std::string wordsOf(const JsonValue& entry, const std::string& word) const
    {
        const auto* channel = objectAt(&entry, "channel");
        if (word == "annotate" || word == "status_update" || word == "trigger")
            for (const auto* key : {"content", "summary", "subject", "description"})
                if (const auto text = textAt(channel, key); !text.empty())
                    return m_people.without(text);
        return textAt(channel, "type").empty() ? std::string() : "by " + textAt(channel, "type");
    }

    [[nodiscard]] static std::string urgencyAt(const JsonValue& entry, const Incident& incident)
    {
        for (const auto* of : {objectAt(&entry, "channel"), &entry})
            if (auto urgency = textAt(of, "urgency"); !urgency.empty())
                return urgency;
        return incident.urgency;
    }

    void addLevel(WallTime at, const Incident& incident, HealthLevel level, const std::string& word)
    {
        m_timeline.add({.at = at,
            .kind = Kind::Level,
            .service = m_timeline.addService(incident.service),
            .level = level,
            .to = word,
            .text = level == HealthLevel::Healthy ? std::string() : incident.title,
            .incident = incident.id});
    }

    /// A list of incidents tells when each began and ended, and nothing of between.
    void placeWhole(const JsonValue& entry, const std::string& where)
    {
        const Incident incident{textAt(&entry, "id"), m_people.without(textAt(&entry, "title")),
            serviceNameOf(entry, nullptr), textAt(&entry, "urgency")};
        const auto begun = timeAt(&entry, "created_at");
        const auto status = textAt(&entry, "status");
        if (!begun)
            return m_timeline.unplaced.push_back({where, sentence({"an incident without a time", incident.title})});
        m_timeline.add({.at = *begun, .text = sentence({incident.title, "triggered"}), .incident = incident.id});
        addLevel(*begun, incident, levelOfUrgency(incident.urgency), "triggered");
        if (status != "resolved")
            return;
        auto ended = timeAt(&entry, "resolved_at");
        if (!ended)
            ended = timeAt(&entry, "last_status_change_at");
        if (!ended)
            ended = timeAt(&entry, "updated_at");
        if (!ended)
            return m_timeline.unplaced.push_back({where, sentence({"an end without a time", incident.title})});
        m_timeline.add({.at = *ended, .text = sentence({incident.title, status}), .incident = incident.id});
        addLevel(*ended, incident, HealthLevel::Healthy, status);
    }

    People m_people;
    std::map<std::string, Incident> m_incidents;
    ForeignTimeline m_timeline;
};

} // namespace

Result<ForeignTimeline> readPagerdutyTimeline(std::string_view bytes)
{
    const auto root = rootOf(bytes);
    if (!root)
        return root.error();
    const auto* entries = root->find("log_entries");
    const auto* incidents = root->find("incidents");
    Log log(*root);
    if (entries && entries->isArray())
        log.placeEntries(entries->items);
    else if (incidents && incidents->isArray())
        log.placeIncidents(incidents->items);
    else
        return Error{"unknown-format", "expected a list of log entries, or one of incidents", "/log_entries (line 1)"};
    return finished(log.take());
}

} // namespace rungwatch::timeline
