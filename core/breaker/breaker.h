// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/breaker/verdict.h"

#include <functional>
#include <memory>

namespace rungwatch::breaker {

/// A transition as it is announced.
struct Announcement {
    /// Rises by one with every announcement of this breaker, from 1.
    std::uint64_t seq{0};
    std::string breaker;
    /// When it was noticed, for people; transition.at says when it was due.
    WallTime wall;
    Transition transition;
};

/// What there is to see of a breaker, all from one moment.
struct Snapshot {
    Phase phase{Phase::Closed};
    Figures figures;
    Counters counters;
    std::uint64_t generation{0};
    std::uint32_t inFlight{0};
    /// In this phase.
    Duration inPhaseFor{0};
    /// Since it left closed; absent while closed.
    std::optional<Duration> outageFor;
    /// Until the next probe may be sent (remainingAt).
    std::optional<Duration> nextProbeIn;
};

/// Of a value; Breaker::snapshot() is this of its own.
[[nodiscard]] Snapshot snapshotAt(const State& state, const Options& options, SteadyTime now);

class Breaker;
class BreakerCore;

/// Permission for one call, which ends exactly once: by one of its four words, or, let go of without one, as cancelled.
/// The first word counts; later ones do nothing. Movable, not copyable. It may outlive its Breaker, and may be ended in
/// another thread than the one that got it, but is not itself to be used from two at once.
class Permit {
public:
    Permit() = default;
    Permit(Permit&& other) noexcept;
    Permit& operator=(Permit&& other) noexcept;
    Permit(const Permit&) = delete;
    Permit& operator=(const Permit&) = delete;
    ~Permit();

    void success(Duration latency);
    void failure(Duration latency);
    /// By what the class says about the dependency (verdict.h): may well be ignored or even a success.
    void failure(FailureClass failure, Duration latency);
    void ignore();
    void cancel();

    /// Whether it has not ended.
    [[nodiscard]] bool live() const { return m_core != nullptr; }
    [[nodiscard]] PermitId id() const { return m_id; }

private:
    friend class Breaker;
    Permit(std::shared_ptr<BreakerCore> core, PermitId id);
    void finish(Verdict verdict, Duration latency);

    std::shared_ptr<BreakerCore> m_core;
    PermitId m_id;
};

/// A permit, or why there is none.
class Admission {
public:
    explicit Admission(Permit permit)
        : m_content(std::move(permit))
    {
    }
    explicit Admission(Refusal refusal)
        : m_content(refusal)
    {
    }

    explicit operator bool() const { return m_content.index() == 0; }
    /// Only when admitted.
    [[nodiscard]] Permit& permit() { return std::get<0>(m_content); }
    /// Only when refused.
    [[nodiscard]] const Refusal& refusal() const { return std::get<1>(m_content); }

private:
    std::variant<Permit, Refusal> m_content;
};

/// A breaker that a service calls from any number of threads. The rules are step.h's, and nothing else is.
///
/// It has no thread of its own. A phase that time changes is announced by the next call of tryAcquire(), a permit's end
/// or tick(); reading (phase(), snapshot(), ...) already shows it, announces nothing, and is never a reason for a
/// permit to be spent. A service that wants announcements on time calls tick() at nextDue().
class Breaker {
public:
    /// Called after the change is complete and no lock is held, one at a time, in the order of `seq`; it may call the
    /// breaker. What it throws is contained and counted.
    using Listener = std::function<void(const Announcement&)>;

    /// `options` must have no fault(), `clock` must outlive the breaker and its permits. `seed`: for the spread.
    Breaker(
        std::string name, const Options& options, const Clock& clock, Listener listener = {}, std::uint64_t seed = 0);
    ~Breaker();
    Breaker(const Breaker&) = delete;
    Breaker& operator=(const Breaker&) = delete;

    [[nodiscard]] Admission tryAcquire();
    /// An operator's trial (ForceProbe in step.h).
    [[nodiscard]] Admission forceProbe();
    void force(Phase phase);
    void reset();
    void tick();

    [[nodiscard]] const std::string& name() const;
    [[nodiscard]] const Options& options() const;
    [[nodiscard]] Phase phase() const;
    [[nodiscard]] bool wouldAdmit() const;
    [[nodiscard]] Snapshot snapshot() const;
    [[nodiscard]] std::optional<SteadyTime> nextDue() const;
    /// The whole value, as step() has it.
    [[nodiscard]] State state() const;
    /// Exceptions that the listener threw.
    [[nodiscard]] std::uint64_t listenerFailures() const;

private:
    [[nodiscard]] Admission admission(const Input& input);

    std::shared_ptr<BreakerCore> m_core;
};

} // namespace rungwatch::breaker
