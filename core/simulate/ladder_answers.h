// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/failure_class.h"
#include "rungwatch/ladder/ladder.h"
#include "rungwatch/simulate/part.h"

namespace rungwatch::simulate {

/// What a script lets a rung answer.
struct ScriptedAnswer {
    enum class Kind { Ok, Miss, NotStarted, Failed };

    Kind kind{Kind::Ok};
    /// Only for Failed.
    FailureClass failure;
    /// Whether the script speaks of an age: then an answer that may not be used at it is none.
    bool aged{false};
    /// Absent: not known.
    std::optional<Duration> age;
    /// How long it takes; longer than its deadline is a timeout at the deadline.
    Duration latency{0};
};

/// Reads a step's "request": an answer by rung name, each "ok", "miss", "not_started" or a failure class, or an object
/// with "answer" (such a word, "ok" by default), "age_s" (null: not known; a cache rung's answer without one was
/// obtained just now) and "latency_s".
[[nodiscard]] std::map<std::string, ScriptedAnswer> readAnswers(
    StrictObject& step, const Ladder& ladder, Faults& faults);

} // namespace rungwatch::simulate
