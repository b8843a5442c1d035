// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/reading.h"

/// \file
/// Which rung served how many requests, from a service's own counters: differences between two readings, gathered into
/// spans of a fifth of the feature's window.

namespace rungwatch::fleet {

/// A counter as it was last seen. A series that is absent from one reading is a missing scrape, not a zero.
struct SeriesSeen {
    std::uint64_t count{0};
    SteadyTime at;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("count", self.count);
        visit("at", self.at);
    }
};

struct TrafficSpan {
    SteadyTime from;
    SteadyTime to;
    std::map<std::string, std::uint64_t> served;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("from", self.from);
        visit("to", self.to);
        visit("served", self.served);
    }
};

struct TrafficState {
    /// When the counters were last obtained; absent before the first time.
    std::optional<SteadyTime> readAt;
    /// By rung and series.
    std::map<std::string, std::map<std::uint64_t, SeriesSeen>> seen;
    /// The span that is being counted.
    TrafficSpan open;
    /// Oldest first, none older than the window.
    std::vector<TrafficSpan> closed;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("read_at", self.readAt);
        visit("seen", self.seen);
        visit("open", self.open);
        visit("closed", self.closed);
    }
};

/// The counters of one feature, obtained `at`. The first reading only begins the count. A counter that fell was begun
/// anew and counts from zero, as does a series that was not there before. The same reading twice (no later `at`) counts
/// nothing; after a hole longer than the window nothing is known of the window, and the count begins again.
void takeCounts(TrafficState& traffic, const std::vector<const ServedCount*>& counts, SteadyTime at, Duration window);

/// Whether the span that is being counted has its length, and ending it.
[[nodiscard]] bool spanIsFull(const TrafficState& traffic, Duration window);
void closeSpan(TrafficState& traffic, Duration window);

/// What was served in the window, as far as it was counted; absent where nothing was counted yet.
[[nodiscard]] std::optional<TrafficSpan> windowOf(const TrafficState& traffic);

} // namespace rungwatch::fleet
