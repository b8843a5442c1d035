// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/health/check_options.h"
#include "rungwatch/health/health_document.h"

#include <mutex>
#include <span>

namespace rungwatch {

/// How a check ended, as its caller saw it.
struct CheckReading {
    std::string name;
    CheckStatus status{CheckStatus::NotChecked};
    Duration latency{0};
    /// Plain text; empty: none.
    std::string error;
};

/// A status as a dependency words it. Only "healthy" is healthy: a word that is not one of CheckStatus makes it
/// unhealthy, with an error that quotes the word where `error` says nothing.
[[nodiscard]] CheckReading readingOf(std::string name, std::string_view word, Duration latency, std::string error);

/// What changed a level.
enum class LevelCause { Checks, Timeout, Flag };
constexpr std::array<std::string_view, 3> enumNames(LevelCause)
{
    return {"checks", "timeout", "flag"};
}

struct LevelChange {
    /// From 1 on: a hole says that changes were lost.
    std::uint64_t seq{0};
    HealthLevel from{HealthLevel::Unknown};
    HealthLevel to{HealthLevel::Unknown};
    LevelCause cause{LevelCause::Checks};
    Moment at;
};

/// A service's health from the checks of what it depends on. It runs no check: the program starts each that begin()
/// lets it, side by side, and reports the end; the rules are here. Thread-safe; document() never waits for a check.
///
/// A check that has run longer than its timeout is timed out from then on, and not started again before it has ended.
/// The first reading of a service is shown at once, later ones against what is shown after `downAfter` or `upAfter` in
/// a row. Unhealthy and timed out are equal in that; the latest of them is shown.
class HealthChecker {
public:
    explicit HealthChecker(const HealthCheckerOptions& options);

    /// All flags are off until set. A check whose flag goes off is forgotten: it is not checked when it comes back.
    void setFlag(const std::string& flag, bool on, const Moment& now);
    [[nodiscard]] bool knows(std::string_view service) const;

    /// Whether the caller is to start this check now: not while it runs, its flag is off or nobody knows it. Where it
    /// still runs and is over its timeout, that is one more reading.
    [[nodiscard]] bool begin(std::string_view service, const Moment& now);
    /// The check that began has ended; its latency is the time since. What was timed out before adds no reading.
    void end(const CheckReading& reading, const Moment& now);
    /// A round of checks that the caller has timed itself, taken together: the level changes once at most. Readings of
    /// services that are gated off or not known are passed over.
    void record(std::span<const CheckReading> round, const Moment& now);
    /// Lets running checks time out. document() and takeChanges() do so too.
    void passTime(const Moment& now);

    [[nodiscard]] HealthDocument document(const Moment& now);
    /// The changes of the level since the last call, oldest first; the last 64 are kept. The first level told is no
    /// change, so that a start is neither an outage nor a recovery.
    [[nodiscard]] std::vector<LevelChange> takeChanges(const Moment& now);

private:
    struct Service {
        ServiceCheck check;
        std::optional<SteadyTime> runningSince;
        /// The running check has been read as timed out.
        bool timedOut{false};
        std::optional<CheckReading> shown;
        Moment shownAt;
        /// Readings in a row against what is shown.
        std::uint32_t against{0};
    };

    [[nodiscard]] bool takesPart(const Service& service) const;
    [[nodiscard]] Service* find(std::string_view name);
    void read(Service& service, CheckReading reading, const Moment& now);
    void ended(Service& service, CheckReading reading, const Moment& now);
    void overdue(const Moment& now);
    void judge(LevelCause cause, const Moment& now);
    [[nodiscard]] std::vector<Check> checks(const Moment& now) const;

    std::uint32_t m_downAfter;
    std::uint32_t m_upAfter;
    mutable std::mutex m_mutex;
    std::vector<Service> m_services;
    std::set<std::string, std::less<>> m_flags;
    std::optional<HealthLevel> m_level;
    std::vector<LevelChange> m_changes;
    std::uint64_t m_seq{0};
};

} // namespace rungwatch
