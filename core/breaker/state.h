// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/breaker/options.h"

namespace rungwatch::breaker {

enum class Phase { Closed, Open, HalfOpen, ForcedOpen, Disabled };
constexpr std::array<std::string_view, 5> enumNames(Phase)
{
    return {"closed", "open", "half_open", "forced_open", "disabled"};
}

/// Names one admitted call. A result whose generation is old may feed lifetime counters and nothing else.
struct PermitId {
    std::uint64_t generation{0};
    std::uint64_t number{0};

    auto operator<=>(const PermitId&) const = default;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("generation", self.generation);
        visit("number", self.number);
    }
};

/// A run of calls that ended at about the same time.
struct WindowEntry {
    /// The oldest call in it: the run leaves a time window by this one's age.
    SteadyTime at;
    std::uint32_t calls{0};
    std::uint32_t failed{0};
    std::uint32_t slow{0};

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("at", self.at);
        visit("calls", self.calls);
        visit("failed", self.failed);
        visit("slow", self.slow);
    }
};

/// The last calls of a count window, exactly.
struct CountedCalls {
    /// A ring, a byte a call: bit 0 failed, bit 1 slow. Once it is full the oldest lies at `next`.
    std::vector<std::uint8_t> marks;
    std::uint32_t next{0};
    /// Over all marks.
    std::uint32_t failed{0};
    std::uint32_t slow{0};

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("marks", self.marks);
        visit("next", self.next);
        visit("failed", self.failed);
        visit("slow", self.slow);
    }
};

struct Probe {
    std::uint64_t number{0};
    SteadyTime startedAt;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("number", self.number);
        visit("started_at", self.startedAt);
    }
};

/// Since the breaker was made; they only rise, and no change of phase touches them. Every permit counts once, as it
/// ends, however late: nextPermit - 1 = ok + failed + ignored + those that have not ended.
struct Counters {
    std::uint64_t ok{0};
    std::uint64_t failed{0};
    std::uint64_t slow{0};
    /// Ended as ignored or cancelled.
    std::uint64_t ignored{0};
    /// Refused by the breaker: such a call never reached the dependency and is in no rate.
    std::uint64_t rejected{0};
    /// Entries into open, also those from half-open.
    std::uint64_t opened{0};
    /// Of those, the ones from closed: how often the dependency went down.
    std::uint64_t outages{0};
    /// Calls that ended after their period was over; also in one of the above.
    std::uint64_t late{0};

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("ok", self.ok);
        visit("failed", self.failed);
        visit("slow", self.slow);
        visit("ignored", self.ignored);
        visit("rejected", self.rejected);
        visit("opened", self.opened);
        visit("outages", self.outages);
        visit("late", self.late);
    }
};

/// A breaker as a value: all that its rules need to go on. Bounded: a time window keeps at most 257 runs, since calls
/// less than length/256 apart share one, and so may leave up to length/256 before their own age is up.
struct State {
    Phase phase{Phase::Closed};
    /// Rises on every entry into a phase, on a reset, and where an operator's probe takes the place of one that
    /// outlived its time; but not for an open to half-open that carries an operator's probe over: that one stays valid.
    std::uint64_t generation{1};
    SteadyTime since;
    /// Open: when the cooldown is over. Written once per opening; late results never move it.
    std::optional<SteadyTime> openUntil;
    /// Failures in a row.
    std::uint32_t run{0};
    /// Time windows.
    std::vector<WindowEntry> window;
    /// In flight: probes of a half-open breaker, or an operator's forced one. In open, one that has outlived its
    /// timeout may still be listed; it is as if it were not.
    std::vector<Probe> probes;
    /// Successful probes of this half-open stay.
    std::uint32_t probeSuccesses{0};
    std::uint64_t nextPermit{1};
    Counters counters;
    /// Count windows; for Consecutive too, where nothing trips on it, but a rate can be shown.
    CountedCalls counted;
    /// Calls in flight while closed or disabled, by rising number.
    std::vector<std::uint64_t> running;
    /// When it left closed; absent once it is closed again.
    std::optional<SteadyTime> outageSince;
    /// Open and half-open: the next cooldown if the try fails, its spread drawn already, so that reading needs no
    /// chance.
    Duration reopenFor{0};

    /// Permits of this period that have not ended.
    [[nodiscard]] std::size_t inFlight() const { return running.size() + probes.size(); }

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("state", self.phase);
        visit("generation", self.generation);
        visit("since", self.since);
        visit("open_until", self.openUntil);
        visit("run", self.run);
        visit("window", self.window);
        visit("probes", self.probes);
        visit("probe_successes", self.probeSuccesses);
        visit("next_permit", self.nextPermit);
        visit("counters", self.counters);
        visit("counted", self.counted);
        visit("running", self.running);
        visit("outage_since", self.outageSince);
        visit("reopen_for", self.reopenFor);
    }
};

/// The window as it stands now. Rates are absent below the minimum of calls: not known yet, never 0.
struct Figures {
    std::uint64_t calls{0};
    std::uint64_t failed{0};
    std::uint64_t slow{0};
    std::uint32_t run{0};
    std::optional<Percent> failureRate;
    std::optional<Percent> slowRate;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("calls", self.calls);
        visit("failed", self.failed);
        visit("slow", self.slow);
        visit("run", self.run);
        visit("failure_rate_pct", self.failureRate);
        visit("slow_rate_pct", self.slowRate);
    }
};

// Reading: const, and it computes what the time makes of the state. Only step() emits.
[[nodiscard]] Phase phaseAt(const State& state, const Options& options, SteadyTime now);
[[nodiscard]] Figures figuresAt(const State& state, const Options& options, SteadyTime now);
/// Until the next probe may be sent; absent where no time leads there (closed, forced, disabled, every probe's slot
/// taken), 0 when it is due.
[[nodiscard]] std::optional<Duration> remainingAt(const State& state, const Options& options, SteadyTime now);
/// Whether a call would be admitted now. Takes no permit.
[[nodiscard]] bool wouldAdmit(const State& state, const Options& options, SteadyTime now);
/// The next moment at which time alone changes the phase; absent for never.
[[nodiscard]] std::optional<SteadyTime> nextDue(const State& state, const Options& options);

} // namespace rungwatch::breaker
