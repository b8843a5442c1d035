// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/poll/result_queue.h"
#include "app/session/clock_watch.h"
#include "app/session/frame_box.h"
#include "app/session/lent.h"
#include "rungwatch/fleet/decide.h"

#include <QObject>
#include <QTimer>

#include <deque>

namespace rungwatch {

using FleetStatePtr = std::shared_ptr<const fleet::FleetState>;
using PolicyPtr = std::shared_ptr<const fleet::Policy>;

/// Where the engine's decisions go. Each is called on the engine thread and must not block.
struct EnginePorts {
    std::function<void(std::vector<fleet::Event> events, const fleet::FleetState& after)> append;
    std::function<void(const std::vector<fleet::PollEffect>&)> poll;
    std::function<void(const fleet::ControlEffect&)> control;
    /// Another policy counts from now on, for polls and calls that come after it. The one that may block, for a moment:
    /// once it has returned, no answer to an earlier poll comes any more.
    std::function<void(const PolicyPtr&)> configure{[](const PolicyPtr&) {}};
};

/// Runs the spine live: takes inputs in order, decides, appends to the journal, moves on, and carries out what follows:
/// polls at once, calls at services only when their command is durable. Sole owner of the FleetState; lives on the
/// engine thread that it is moved to.
class Engine : public QObject {
    Q_OBJECT

public:
    /// At most one frame in this time.
    static constexpr std::chrono::milliseconds frameEvery{16};
    /// Results wait so long for others, so that a round holds all of an engine tick.
    static constexpr std::chrono::milliseconds roundEvery{10};

    /// `maxUndurable`: while so many events are not yet durable, observations wait (and in the end make room) in their
    /// queue.
    Engine(const Clock& clock, poll::ResultQueue& results, FrameBox& frames, EnginePorts ports,
        std::uint64_t maxUndurable = 20'000);

    /// Engine thread: the state now.
    [[nodiscard]] const fleet::FleetState& state() const { return m_state; }

    /// What a person said, for the record: a note, an incident that is declared or ended. Nothing follows from it.
    /// Engine thread. No slot: a variant of so many kinds is none that Qt could compare.
    void record(const fleet::EventBody& said);

public Q_SLOTS:
    /// Begins to watch: goes on from `resumed`, with a journal behind it or without.
    void start(const rungwatch::fleet::SessionStarted& session, rungwatch::PolicyPtr policy,
        rungwatch::FleetStatePtr resumed, bool recorded);
    void submit(const rungwatch::fleet::Command& command);
    void endControl(const rungwatch::fleet::EffectResult& result);
    /// What is watched is another from now on: its endpoints have other numbers.
    void changePolicy(const rungwatch::PolicyPtr& policy);
    /// What a window found about itself; to be recorded.
    void noteTrust(const rungwatch::fleet::DisplayTrustChanged& change);
    /// Results are waiting in the queue.
    void takeResults();
    /// The journal has everything up to `seq`.
    void noteDurable(quint64 seq);
    /// The journal will never have more.
    void noteUnrecorded();
    /// Time has passed: asks decide() if it wanted to be asked by now. Called by the engine's own timer.
    void passTime();
    /// Nothing is decided any more.
    void stop();
    /// Hands over what the window has not seen yet, whatever the frame's time.
    void flushFrame();

Q_SIGNALS:
    /// A frame lies in the box.
    void framed();

private:
    void enqueue(fleet::EventBody input);
    void work();
    void decideOne(fleet::EventBody input, const Moment& now);
    void carryOut(std::vector<fleet::Effect> effects);
    void startDurableCalls();
    /// Ends a call that was never made.
    void giveUp(const fleet::ControlEffect& call, const std::string& cause);
    void renumberWaitingCalls(const fleet::Policy& before, const fleet::Policy& now);
    void arm(std::optional<SteadyTime> due);
    void takeRound();
    /// The canaries among the results, the newest of which is decided on.
    void takeCanary(std::vector<fleet::PollResult>& results);
    /// A result that comes too late is not applied: its reading must not be lost on an "as before" that follows it.
    void keepLateReadings(std::vector<fleet::PollResult>& results);
    void scheduleFrame();

    const Clock& m_clock;
    poll::ResultQueue& m_results;
    FrameBox& m_frames;
    EnginePorts m_ports;
    const std::uint64_t m_maxUndurable;

    fleet::FleetState m_state;
    fleet::DecideMemo m_memo;
    PolicyPtr m_policy;
    ClockWatch m_clockWatch;
    std::deque<fleet::EventBody> m_inputs;
    std::map<std::uint32_t, Shared<Reading>> m_lateReadings;
    std::vector<fleet::ControlEffect> m_waitingCalls;
    std::vector<fleet::Event> m_unseen;
    Lent<fleet::Snapshot> m_snapshots;
    std::optional<SteadyTime> m_due;
    std::uint64_t m_durableSeq{0};
    bool m_recorded{false};
    bool m_running{false};
    bool m_working{false};
    bool m_moved{false};

    QTimer m_dueTimer{this};
    QTimer m_frameTimer{this};
    QTimer m_roundTimer{this};
    QTimer m_clockTimer{this};
};

} // namespace rungwatch
