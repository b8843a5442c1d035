// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/lab/breaker_recording.h"

/// \file
/// One endpoint of a stretch decided again. The rules are breaker::step()'s and the fleet's own for polls; here is only
/// when they are asked, and what an answer is that was never recorded.

namespace rungwatch::lab {

struct WalkMove {
    SteadyTime at;
    breaker::Transition transition;
};

class EndpointWalk {
public:
    /// `record` and `stretch` outlive it.
    EndpointWalk(const BreakerStretch& stretch, const RecordedEndpoint& record, const breaker::Options& options,
        fleet::EndpointState start);

    /// What is due at this moment happens; `look` is the recorded look that it is, if it is one.
    void at(SteadyTime now, std::optional<std::uint32_t> look);

    /// When something is due by the rules of polls and breakers.
    [[nodiscard]] std::optional<SteadyTime> due() const;
    /// When the answer comes that is only estimated.
    [[nodiscard]] std::optional<SteadyTime> estimatedEnd() const { return m_estimatedEnd; }
    /// The look that brings the recorded answer to the poll in flight.
    [[nodiscard]] std::optional<std::uint32_t> endLook() const;

    /// The poll in flight was never asked as recorded.
    [[nodiscard]] bool isEstimating() const { return m_estimating; }
    [[nodiscard]] const fleet::EndpointState& state() const { return m_state; }
    [[nodiscard]] const std::vector<WalkMove>& moves() const { return m_moves; }
    /// Slots of its grid that passed while the breaker was open.
    [[nodiscard]] std::int64_t refusedUpTo(SteadyTime end) const;

private:
    void finish(const breaker::Outcome& decided, const breaker::Outcome& counted, SteadyTime now);
    void cancel(SteadyTime now);
    void enter(const std::vector<breaker::Transition>& moves, SteadyTime now);
    void ask(SteadyTime now, std::optional<std::uint32_t> look);
    void bind(SteadyTime now, std::optional<std::uint32_t> look);
    [[nodiscard]] const RecordedPoll* nearest(SteadyTime now) const;
    [[nodiscard]] std::uint64_t chance() const;
    [[nodiscard]] std::int64_t slotsUpTo(SteadyTime end) const;

    const BreakerStretch& m_stretch;
    const RecordedEndpoint& m_record;
    fleet::ServicePolicy m_service;
    fleet::SourcePolicy m_source;
    fleet::EndpointState m_state;
    /// The recorded poll that the one in flight is.
    const RecordedPoll* m_bound{nullptr};
    bool m_estimating{false};
    std::optional<SteadyTime> m_estimatedEnd;
    breaker::Outcome m_estimated;
    std::vector<WalkMove> m_moves;
    std::int64_t m_refused{0};
};

} // namespace rungwatch::lab
