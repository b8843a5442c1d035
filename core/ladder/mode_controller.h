// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/ladder/mode.h"

namespace rungwatch {

/// Decides, interval by interval, whether a feature stands on its first rung. Trips on one bad interval, returns after
/// `hold` good ones in a row; a bad one in between begins the count anew, and an unknown one leaves it as it is.
class ModeController {
public:
    struct Options {
        /// Bad at or above this, above 0 and at most 100 %.
        Percent maxError{20'000};
        /// Bad at or above this. Absent: latency is no signal.
        std::optional<Duration> maxP95{std::chrono::seconds{10}};
        /// Good intervals in a row to return, 1..1,000.
        std::uint32_t hold{3};
        /// Fewer measured calls than this make an interval neither good nor bad, whatever they were. 0: no minimum.
        std::uint64_t minRequests{10};
        Duration interval{std::chrono::seconds{60}};

        bool operator==(const Options&) const = default;
        template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
        {
            visit("max_error_pct", self.maxError);
            visit("max_p95_s", self.maxP95);
            visit("hold", self.hold);
            visit("min_requests", self.minRequests);
            visit("interval_s", self.interval);
        }
    };

    /// What an interval measured of the primary. Absent: not known.
    struct Observation {
        std::optional<Percent> error;
        /// A timeout counts as longer than its deadline. Absent latency is not compared.
        std::optional<Duration> p95;
        /// Measured calls. Absent also for an interval that held a gap (a suspend): it gives no verdict.
        std::optional<std::uint64_t> requests;
        bool quotaSpent{false};

        bool operator==(const Observation&) const = default;
        template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
        {
            visit("error_pct", self.error);
            visit("p95_s", self.p95);
            visit("requests", self.requests);
            visit("quota_spent", self.quotaSpent);
        }
    };

    enum class Verdict { Good, Bad, Unknown };
    friend constexpr std::array<std::string_view, 3> enumNames(Verdict) { return {"good", "bad", "unknown"}; }

    enum class Signal { Error, P95, QuotaSpent };
    friend constexpr std::array<std::string_view, 3> enumNames(Signal) { return {"error_pct", "p95_s", "quota_spent"}; }

    /// The last bad interval: which set the run back.
    struct LastReset {
        /// Its number.
        std::uint64_t n{0};
        /// The first signal that was bad, in the order of Signal.
        Signal by{Signal::Error};
        /// That signal's value in thousandths of its own unit (percent or seconds); 1,000 for a spent quota.
        std::int64_t milli{0};

        bool operator==(const LastReset&) const = default;
        template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
        {
            visit("n", self.n);
            visit("by", self.by);
            visit("value_milli", self.milli);
        }
    };

    struct State {
        bool degraded{false};
        /// Good intervals in a row. Counts only while degraded; set to 0 by a bad interval and by nothing else, so
        /// after a return it still says `hold`.
        std::uint32_t healthyRun{0};
        std::uint64_t switches{0};
        /// Intervals observed, also those without a verdict: the number of the last one.
        std::uint64_t intervals{0};
        std::optional<LastReset> lastReset;

        bool operator==(const State&) const = default;
        template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
        {
            visit("degraded", self.degraded);
            visit("healthy_run", self.healthyRun);
            visit("switches", self.switches);
            visit("intervals", self.intervals);
            visit("last_reset", self.lastReset);
        }
    };

    /// What an interval was.
    [[nodiscard]] static Verdict verdict(const Options& options, const Observation& seen);
    /// The state after an interval; it is in force for the next one.
    [[nodiscard]] static State observe(State state, const Options& options, const Observation& seen);

    ModeController() = default;
    explicit ModeController(const Options& options)
        : m_options(options)
    {
    }

    /// The mode after this interval.
    Mode observe(const Observation& seen);
    /// Primary or Degraded.
    [[nodiscard]] Mode mode() const { return m_state.degraded ? Mode::Degraded : Mode::Primary; }
    [[nodiscard]] const State& state() const { return m_state; }
    [[nodiscard]] const Options& options() const { return m_options; }

private:
    Options m_options;
    State m_state;
};

/// The options as they are, or the first thing wrong with them; `where` is its key ("/hold").
[[nodiscard]] Result<ModeController::Options> validate(const ModeController::Options& options);

} // namespace rungwatch
