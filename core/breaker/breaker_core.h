// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/breaker/breaker.h"

#include <algorithm>
#include <deque>
#include <mutex>

namespace rungwatch::breaker {

/// What a Breaker and its permits share: the state under a lock, and the lanes beside it.
///
/// While the breaker is closed and its last call was no failure, a success changes nothing that decides: it is counted
/// in the calling thread's lane and written into the state by whoever takes the lock next. A refusal needs no more than
/// the end of the cooldown, which is published. Everything else takes the lock and is one step() of the rules.
///
/// It lives as long as its Breaker and every permit: who ends last deletes it.
class BreakerCore {
public:
    BreakerCore(
        std::string name, const Options& options, const Clock& clock, Breaker::Listener listener, std::uint64_t seed);

    [[nodiscard]] Lanes& lanes() { return m_lanes; }

    /// Admit and ForceProbe.
    [[nodiscard]] Admission ask(const Input& input, std::optional<SteadyTime> now);
    void command(const Input& input);
    /// A permit has ended. `lane`: where it was given out. This may be gone afterwards.
    void finish(PermitId permit, std::size_t lane, const Outcome& outcome, std::optional<SteadyTime> now);
    /// The Breaker is gone: nothing is announced any more.
    void abandon();

    template <class Look> auto look(Look&& at)
    {
        const Turn turn(*this);
        return at(m_state, m_options, std::max(m_latest, m_clock.steadyNow()));
    }
    [[nodiscard]] Snapshot snapshot();
    [[nodiscard]] State state();
    [[nodiscard]] std::uint64_t listenerFailures() const;

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] const Options& options() const { return m_options; }

private:
    /// Holds the lock, with all that the lanes counted written into the state, and opens them again at its end.
    class Turn {
    public:
        explicit Turn(BreakerCore& core);
        ~Turn();
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        BreakerCore& m_core;
        const std::lock_guard<std::mutex> m_lock;
    };

    // Under the lock.
    void gather();
    void publish();
    Step take(const Input& input, std::optional<SteadyTime> now);
    [[nodiscard]] bool isLast() const { return m_abandoned && m_heldElsewhere + m_numbered == 0; }

    void announce();
    bool deliver(const Announcement& announcement) const;

    const std::string m_name;
    const Options m_options;
    const Clock& m_clock;
    const Breaker::Listener m_listener;
    const std::uint64_t m_seed;
    Lanes m_lanes;

    mutable std::mutex m_mutex;
    State m_state;
    /// Refusals that were counted without the lock, as far as they are in m_state.
    std::uint64_t m_refusedInLanes{0};
    /// Calls under way in lanes, as far as they are counted in m_state.nextPermit.
    std::uint64_t m_numbered{0};
    /// Permits that have not ended and are in no lane.
    std::uint64_t m_heldElsewhere{0};
    SteadyTime m_latest;
    bool m_abandoned{false};
    std::deque<Announcement> m_pending;
    std::uint64_t m_seq{0};
    std::uint64_t m_listenerFailures{0};
    bool m_announcing{false};
};

} // namespace rungwatch::breaker
