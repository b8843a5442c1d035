// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/breaker/lanes.h"
#include "rungwatch/breaker/verdict.h"

#include <functional>
#include <utility>

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

/// Lifetime figures. Latencies are over the calls that were made, good and bad, from a bounded sketch
/// (base/latency_sketch.h); rates and latencies are absent while there was no such call.
struct Metrics {
    /// Calls that were made: not the refused, ignored and cancelled ones.
    std::uint64_t calls{0};
    /// Successes among those.
    std::optional<Percent> successRate;
    std::optional<Duration> mean;
    std::optional<Duration> p50;
    std::optional<Duration> p95;
    std::optional<Duration> p99;
    std::uint64_t opened{0};
    std::uint64_t refused{0};
};

/// Of a value; Breaker::snapshot() is this of its own.
[[nodiscard]] Snapshot snapshotAt(const State& state, const Options& options, SteadyTime now);

/// Permission for one call, which ends exactly once: by one of its four words, or, let go of without one, as cancelled.
/// The first word counts; later ones do nothing. Movable, not copyable. It may outlive its Breaker, and may be ended in
/// another thread than the one that got it, but is not itself to be used from two at once.
///
/// `now`, where given: the steady time that the caller has read already, which saves reading it again. It may be some
/// milliseconds old.
class Permit {
public:
    Permit() = default;
    Permit(Permit&& other) noexcept
        : m_lanes(std::exchange(other.m_lanes, nullptr))
        , m_id(other.m_id)
        , m_lane(other.m_lane)
    {
    }
    Permit& operator=(Permit&& other) noexcept;
    Permit(const Permit&) = delete;
    Permit& operator=(const Permit&) = delete;
    ~Permit()
    {
        if (m_lanes)
            cancel();
    }

    void success(Duration latency)
    {
        succeed(latency, [this] { return m_lanes->readClock(); });
    }
    void success(Duration latency, SteadyTime now)
    {
        succeed(latency, [now] { return now; });
    }
    void failure(Duration latency, std::optional<SteadyTime> now = std::nullopt);
    /// By what the class says about the dependency (verdict.h): may well be ignored or even a success.
    void failure(FailureClass failure, Duration latency, std::optional<SteadyTime> now = std::nullopt);
    void ignore();
    void cancel();

    /// Whether it has not ended.
    [[nodiscard]] bool live() const { return m_lanes != nullptr; }
    /// Its number is 0 where it was given out without the breaker's lock.
    [[nodiscard]] PermitId id() const { return m_id; }

private:
    friend class Breaker;
    friend class BreakerCore;
    Permit(Lanes* lanes, PermitId id, std::size_t lane)
        : m_lanes(lanes)
        , m_id(id)
        , m_lane(lane)
    {
    }
    template <class Now> void succeed(Duration latency, Now&& now)
    {
        if (!m_lanes)
            return;
        m_lanes->recordLatency(latency);
        if (m_lanes->leave(m_lane, m_id.generation, latency, now))
            m_lanes = nullptr;
        else
            finishUnderLock({Verdict::Success, latency}, std::nullopt);
    }
    void finishUnderLock(const Outcome& outcome, std::optional<SteadyTime> now);
    void finish(Verdict verdict, Duration latency, std::optional<SteadyTime> now);

    Lanes* m_lanes{nullptr};
    PermitId m_id;
    std::size_t m_lane{Lanes::none};
};

/// A permit, or why there is none.
class Admission {
public:
    explicit Admission(Permit permit)
        : m_permit(std::move(permit))
        , m_admitted(true)
    {
    }
    explicit Admission(const Refusal& refusal)
        : m_reason(refusal.reason)
        , m_hasRetryIn(refusal.retryIn.has_value())
        , m_retryIn(refusal.retryIn.value_or(Duration{0}))
    {
    }
    Admission(RefusalReason reason, Duration retryIn)
        : m_reason(reason)
        , m_hasRetryIn(true)
        , m_retryIn(retryIn)
    {
    }

    /// Whether it was, also after the permit has ended.
    explicit operator bool() const { return m_admitted; }
    /// Only when admitted.
    [[nodiscard]] Permit& permit() { return m_permit; }
    /// Only when refused.
    [[nodiscard]] Refusal refusal() const { return {m_reason, m_hasRetryIn ? std::optional(m_retryIn) : std::nullopt}; }

private:
    // Plain members, each written once: an optional copied whole right after it was written in parts makes the
    // processor wait, for longer than all the rest takes.
    Permit m_permit;
    bool m_admitted{false};
    RefusalReason m_reason{RefusalReason::Open};
    bool m_hasRetryIn{false};
    Duration m_retryIn{0};
};

/// A breaker that a service calls from any number of threads. The rules are step.h's, and nothing else is.
///
/// A success of a closed breaker, and a refusal of an open one, take no lock and allocate nothing (tests/bench holds
/// the figures); everything else takes one short lock.
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

    /// `now`: as in Permit. Refusals come as values and take no lock while open.
    [[nodiscard]] Admission tryAcquire()
    {
        return acquire([this] { return m_lanes->readClock(); });
    }
    [[nodiscard]] Admission tryAcquire(SteadyTime now)
    {
        return acquire([now] { return now; });
    }
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
    [[nodiscard]] Metrics metrics() const;
    /// To merge with other breakers' or instances'.
    [[nodiscard]] LatencySketch latencies() const;
    /// The whole value, as step() has it, but for the numbers of calls that are under way.
    [[nodiscard]] State state() const;
    /// Exceptions that the listener threw.
    [[nodiscard]] std::uint64_t listenerFailures() const;

private:
    template <class Now> [[nodiscard]] Admission acquire(Now&& now)
    {
        const auto slot = threadSlot();
        if (const auto generation = m_lanes->enter(slot))
            return Admission(Permit(m_lanes, {generation, 0}, slot));
        const auto until = m_lanes->refusesUntil();
        if (until == Lanes::never)
            return acquireUnderLock(std::nullopt);
        if (until == Lanes::always) {
            m_lanes->countRefusal(slot);
            return Admission(Refusal{RefusalReason::ForcedOpen, std::nullopt});
        }
        const SteadyTime at = now();
        if (Lanes::nanoseconds(at) >= until)
            return acquireUnderLock(at);
        m_lanes->countRefusal(slot);
        return Admission(RefusalReason::Open, Duration{until - Lanes::nanoseconds(at)});
    }
    [[nodiscard]] Admission acquireUnderLock(std::optional<SteadyTime> now);
    [[nodiscard]] BreakerCore& core() const { return m_lanes->core(); }

    /// Of the core that this owns together with the permits.
    Lanes* m_lanes;
};

} // namespace rungwatch::breaker
