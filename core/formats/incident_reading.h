// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"
#include "rungwatch/health/health_level.h"

/// \file
/// What status pages, pagers and event rings tell of the past: incidents with their updates, and one timeline of what
/// happened to which part. All times are UTC; an absent one was not said.

namespace rungwatch {

/// One message of an incident's. Markdown and markup in `text` are the page's own: shown as plain text.
struct IncidentUpdate {
    /// When it is shown as written; a page may date it back.
    std::optional<WallTime> at;
    /// The page's word for the incident's status, or the kind of a pager's log entry.
    std::string status;
    std::string text;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("at", self.at);
        visit("status", self.status);
        visit("text", self.text);
    }
};

struct IncidentReading {
    std::string id;
    std::string name;
    std::string status;
    /// The page's word; "unknown" where the page has none.
    std::string impact;
    /// What the impact means for the service while the incident lasts; absent where it means nothing.
    std::optional<HealthLevel> level;
    bool resolved{false};
    bool maintenance{false};
    std::optional<WallTime> startedAt;
    std::optional<WallTime> endedAt;
    /// Oldest first.
    std::vector<IncidentUpdate> updates;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("id", self.id);
        visit("name", self.name);
        visit("status", self.status);
        visit("impact", self.impact);
        visit("level", self.level);
        visit("resolved", self.resolved);
        visit("maintenance", self.maintenance);
        visit("start_utc", self.startedAt);
        visit("end_utc", self.endedAt);
        visit("updates", self.updates);
    }
};

/// Something that happened, told by a source that numbers nothing: gaps between two polls can't be seen, so these are
/// told apart by their times and never counted as if none were missing.
struct TimelineEntry {
    std::optional<WallTime> at;
    /// "component" for a move of a component's level; else the source's own word ("STATE_TRANSITION", "ERROR").
    std::string kind;
    /// The component or breaker.
    std::string name;
    /// The source's words before and after; empty where it is no change of state.
    std::string from;
    std::string to;
    std::optional<HealthLevel> level;
    std::string note;
    /// The id of the incident that it belongs to; empty for none.
    std::string incident;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("at", self.at);
        visit("kind", self.kind);
        visit("name", self.name);
        visit("from", self.from);
        visit("to", self.to);
        visit("level", self.level);
        visit("note", self.note);
        visit("incident", self.incident);
    }
};

} // namespace rungwatch
