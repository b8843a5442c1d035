// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/formats/reading.h"

/// \file
/// What the exports of other tools tell of the past, as a list of what happened when. Times and words are the source's
/// own; what has no time, or says nothing that this program knows, is listed with its place and not guessed at.

namespace rungwatch::timeline {

/// One thing that happened. Which members say something is told by `kind`.
struct ForeignEvent {
    enum class Kind {
        /// `service` has `level`, as far as `incident` is concerned; `to` is the source's word, `text` why.
        Level,
        /// The breaker `name` of `service` went `from` -> `to` (our words where they are known), for `cause`.
        Breaker,
        /// So many more calls of the breaker `name`, by the names of BreakerReading::calls.
        Calls,
        /// Words that are no state.
        Note,
        /// All that is known of `service` from now on.
        Reading,
    };

    WallTime at{};
    Kind kind{Kind::Note};
    std::string service{};
    std::string name{};
    HealthLevel level{HealthLevel::Unknown};
    std::string from{};
    std::string to{};
    std::string cause{};
    std::string text{};
    std::string incident{};
    std::map<std::string, std::uint64_t> calls{};
    /// Events are missing before this one: the source's ring had dropped them, or an export was cut.
    bool afterGap{false};
    std::optional<rungwatch::Reading> reading{};
};

/// Something of the source that has no place in the timeline, and why: "/incidents/2 (line 40)".
struct Unplaced {
    std::string where;
    std::string what;
};

struct ForeignTimeline {
    /// As `import` calls it: "statuspage".
    std::string source;
    /// What the source calls what it watches; empty where it does not say.
    std::string name;
    /// The source's own address, http or https; empty where it does not say.
    std::string url;
    /// The services in the order in which they are first spoken of, with their levels before that where they are told.
    std::vector<std::string> services;
    std::map<std::string, HealthLevel> before;
    /// By time; equal times in the source's order.
    std::vector<ForeignEvent> events;
    std::vector<Unplaced> unplaced;

    /// Adds the service where it is new; gives the name under which it stands.
    std::string addService(const std::string& said);
    void add(ForeignEvent event);
    void sort();
};

/// Bytes in; a timeline out, or an error whose place is a JSON pointer and a line: "bad-json", "too-large",
/// "unknown-format", "empty" (nothing in it could be placed). Pure; never throws on any bytes.
using TimelineReader = Result<ForeignTimeline> (*)(std::string_view bytes);

[[nodiscard]] Result<ForeignTimeline> readStatuspageTimeline(std::string_view bytes);
[[nodiscard]] Result<ForeignTimeline> readIncidentioTimeline(std::string_view bytes);
[[nodiscard]] Result<ForeignTimeline> readPagerdutyTimeline(std::string_view bytes);
[[nodiscard]] Result<ForeignTimeline> readResilience4jTimeline(std::string_view bytes);
[[nodiscard]] Result<ForeignTimeline> readPrometheusTimeline(std::string_view bytes);

struct TimelineKind {
    std::string_view name;
    TimelineReader read;
};
/// Every kind by its name on the command line.
[[nodiscard]] const std::vector<TimelineKind>& timelineKinds();

} // namespace rungwatch::timeline
