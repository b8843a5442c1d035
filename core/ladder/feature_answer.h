// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/failure_class.h"
#include "rungwatch/ladder/honest_message.h"
#include "rungwatch/ladder/mode.h"

namespace rungwatch {

/// Why a rung did not serve. For telemetry and logs; never for customers, as `message` may name what is inside.
struct RungError {
    std::string rung;
    /// A failure class ("503"), or: "killed", "reviving" (another request tries just now), "resting" (its allowance is
    /// spent), "breaker_open", "breaker_probe_in_flight", "breaker_forced_open", "miss", "not_started", "deadline",
    /// "discarded" (it answered, but was killed meanwhile), "not_allowed" (a required outcome never comes from it).
    std::string what;
    /// Plain text.
    std::string message;

    bool operator==(const RungError&) const = default;
};

/// What came of a request, said outright, so that a friendly body and HTTP 200 hide nothing.
enum class Outcome {
    None, ///< No rung served: a drill or a canary whose rung did not.
    Full, ///< The ladder's first rung.
    Degraded, ///< Another rung gave a real answer.
    Queued, ///< No answer yet: a person's queue has it. A queue that failed or is full has not.
    Unavailable, ///< No answer: an honest message with another path.
    CallerMistake, ///< The request was wrong.
    Cancelled, ///< Whoever asked gave up: no lower rung was tried, and nothing was served.
};
constexpr std::array<std::string_view, 7> enumNames(Outcome)
{
    return {"none", "full", "degraded", "queued", "unavailable", "caller_mistake", "cancelled"};
}

/// The one answer of a walk down a ladder: what served, and everything that did not.
struct FeatureAnswer {
    /// What really served; absent where no rung did, for the caller's mistake and for a request that was given up.
    std::optional<std::size_t> rung;
    std::string rungName;
    RungKind kind{RungKind::Unavailable};
    std::string body;
    /// Where it is a cached answer.
    std::optional<Duration> age;
    /// The mode that the walk was made in.
    Mode mode{Mode::Primary};
    Outcome outcome{Outcome::None};
    /// Anything but the ladder's first rung served.
    bool degraded{false};
    /// The feature is a required outcome: unless `outcome` is Full or Degraded (a rung that its contract allows), it
    /// was not provided, and whoever called must not go on as if it were.
    bool required{false};
    /// Why not higher: the mode ("degraded", "killed", "forced", "drill") where it began below the first rung, else
    /// what stopped the first rung that was tried. Empty when the first rung served.
    std::string reason;
    /// Every rung that was tried or passed by a guard and did not serve, in order; the first is the original cause.
    std::vector<RungError> errors;
    /// The request itself was wrong: no other rung was tried, and nothing is degraded.
    std::optional<FailureClass> callerMistake;
    /// At an honest end: what is missing and the other ways. Its text is the body, unless the rung's callable wrote
    /// one.
    std::optional<HonestMessage> honest;

    /// An answer of a rung that does the feature's work.
    [[nodiscard]] bool provided() const { return outcome == Outcome::Full || outcome == Outcome::Degraded; }
};

} // namespace rungwatch
