// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/breaker/options.h"
#include "rungwatch/lab/scenario.h"

#include <optional>

namespace rungwatch::bookstore {

struct Options {
    /// Seconds of the store's time in one real second, 1 to 120.
    double speed{60};
    std::string scenarioPath;
    std::string fleetOut;
    /// The scenario's minute to begin at.
    std::int64_t startMinute{0};
};

/// What a run plays, and how its breakers are set: a time window of 30 s, 50 % failed of at least 10, cooldown 30 s,
/// but for what the scenario file's own block says, in a fleet file's words: "store": {"breaker": {"cooldown_s": 600}}.
struct Play {
    lab::Scenario scenario;
    breaker::Options breakers;
};
[[nodiscard]] Result<Play> parsePlay(std::string_view text);

/// The arguments; nothing where the program has already answered (help, or one line on standard error), and `exitCode`
/// says how.
[[nodiscard]] std::optional<Options> parseArguments(int argc, char** argv, int& exitCode);

} // namespace rungwatch::bookstore
