// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/failure_class.h"
#include "rungwatch/ladder/mode_controller.h"

#include <mutex>

namespace rungwatch {

/// The p95 of `samples` by nearest rank: the smallest value that at least 95 % of them do not exceed. Nothing of
/// nothing.
[[nodiscard]] std::optional<Duration> p95Of(std::vector<Duration> samples);

/// One closed interval of a feature.
struct IntervalReport {
    /// Its number, rising by one from 1.
    std::uint64_t n{0};
    SteadyTime began;
    SteadyTime ended;
    /// Measured calls of the primary, canaries among them.
    std::uint64_t requests{0};
    std::uint64_t errors{0};
    std::uint64_t canaries{0};
    /// errors / requests, rounded down. Absent: nothing was measured.
    std::optional<Percent> error;
    std::optional<Duration> p95;
    /// The p95 is a call that ran into its deadline: it is longer than that, nobody knows by how much.
    bool p95BeyondDeadline{false};
    bool quotaSpent{false};
    /// It held a gap, so it gives no verdict.
    bool gap{false};
    /// Users' requests by the rung that served them.
    std::map<std::string, std::uint64_t> served;

    [[nodiscard]] ModeController::Observation observation() const;
};

/// What a mode controller looks at, gathered call by call. Thread-safe.
class IntervalStats {
public:
    /// The machine slept where its clocks came further apart than this: a coarse steady clock is a few ms behind.
    static constexpr Duration longestNap = std::chrono::seconds(1);

    explicit IntervalStats(SteadyTime began)
        : m_began(began)
    {
    }
    /// For close(Moment): knows from the beginning how the clocks stand to each other.
    explicit IntervalStats(const Moment& began)
        : m_began(began.steady)
        , m_apart(began.boot - began.steady.time_since_epoch())
    {
    }

    enum class Source { User, Canary };

    /// A call of the primary has ended. `failure` absent: it answered. A timeout counts as longer than `deadline`. The
    /// caller's mistake is an answer, not an error; a cancelled call is not measured at all.
    void measured(Source source, Duration latency, std::optional<FailureClass> failure,
        std::optional<Duration> deadline = std::nullopt);
    /// A user's request was served by this rung.
    void served(const std::string& rung);
    /// The interval under way holds a gap that its clocks don't show: measurements are missing of it.
    void markGap();

    /// Ends the interval under way and begins the next.
    [[nodiscard]] IntervalReport close(SteadyTime now);
    /// The same; an interval in which the machine slept longer than longestNap holds a gap.
    [[nodiscard]] IntervalReport close(const Moment& now);
    /// Canary calls since the beginning, over all intervals.
    [[nodiscard]] std::uint64_t canariesTotal() const;

private:
    struct Sample {
        Duration latency{0};
        bool beyond{false};
    };

    mutable std::mutex m_mutex;
    std::uint64_t m_n{0};
    SteadyTime m_began;
    /// Boot time less steady time when the interval under way began, where that is known.
    std::optional<Duration> m_apart;
    std::vector<Sample> m_samples;
    std::uint64_t m_requests{0};
    std::uint64_t m_errors{0};
    std::uint64_t m_canaries{0};
    std::uint64_t m_canariesTotal{0};
    bool m_quotaSpent{false};
    bool m_gap{false};
    std::map<std::string, std::uint64_t> m_served;
};

} // namespace rungwatch
