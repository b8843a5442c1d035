// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/ladder/feature_runner.h"
#include "rungwatch/ladder/model_gate.h"

namespace rungwatch {

/// One request on its way down. The runner's own; used by one thread.
class FeatureRunner::Walk {
public:
    Walk(FeatureRunner& runner, const AnswerKey& key, Purpose purpose, std::optional<SteadyTime> deadline);

    /// Where the walk begins, and in which mode. A switch that is off wins over every other state.
    [[nodiscard]] std::size_t begin(Mode mode, std::optional<std::size_t> forced);
    /// Tries one rung. True: the walk is over.
    [[nodiscard]] bool tries(std::size_t index, bool throughBreaker);

    /// When the walk began, or its last rung ended.
    [[nodiscard]] SteadyTime now() const { return m_now; }

    FeatureAnswer answer;

private:
    /// Why this rung is not called at all, of what loses nothing by a refusal; its `what` is empty where it may be.
    [[nodiscard]] RungError refusal(std::size_t index, const RungTime& time) const;
    void measure(std::size_t index, const RungCall& call, const RungAnswer& came, Duration latency) const;
    void rest(std::size_t index, const RungAnswer& came) const;
    bool judged(std::size_t index, const RungAnswer& came, bool inTime);
    bool endsWith(const RungAnswer& failed);
    bool serve(std::size_t index, const RungAnswer& came);
    void sayNotQueued(Rung rung);
    bool stopped(RungError error);

    FeatureRunner& m_runner;
    const AnswerKey& m_key;
    Purpose m_purpose;
    Deadline m_deadline;
    SteadyTime m_now;
    ModelGate m_gate;
};

} // namespace rungwatch
