// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/state.h"

#include <vector>

/// \file
/// What a journal tells of the console's own breakers: every poll that they let through and how it ended, and when the
/// engine looked. Small enough to be walked again many times; what was read in the answers is left out.

namespace rungwatch::lab {

/// One poll that was asked.
struct RecordedPoll {
    static constexpr std::uint32_t none{0xffffffff};
    /// Indexes into BreakerStretch::moments. `ended` is none where no answer ever counted.
    std::uint32_t asked{0};
    std::uint32_t ended{none};
    breaker::Outcome outcome;
    /// Given up long after its timeout: it counted as failed.
    bool lost{false};
};

struct RecordedEndpoint {
    /// "store/health".
    std::string name;
    std::string service;
    breaker::Options options;
    Duration interval{0};
    Duration timeout{0};
    /// What its breaker and its polls stood at as the stretch began; what was read is left out.
    fleet::EndpointState start;
    /// In order.
    std::vector<RecordedPoll> polls;
    struct Move {
        WallTime at;
        breaker::Transition transition;
    };
    std::vector<Move> moves;
};

/// A stretch under one policy in one session of a console.
struct BreakerStretch {
    struct Look {
        SteadyTime steady;
        WallTime wall;
    };
    /// The engine looked at its endpoints then: at every input.
    std::vector<Look> looks;
    /// Of those, the ones at which the machine had slept: what was in flight was given up.
    std::vector<std::uint32_t> sleeps;
    std::uint64_t seed{0};
    /// The fleet file was read again in the same session: breakers go on where they stood.
    bool goesOn{false};
    std::vector<RecordedEndpoint> endpoints;
};

struct BreakerRecording {
    std::vector<BreakerStretch> stretches;
    /// Polls after it are left out, since there are too many to keep.
    std::optional<WallTime> endsEarly;
};

/// Gathers it from a journal's events, each with the state after it.
class BreakerRecorder {
public:
    /// Some 100 MB.
    static constexpr std::size_t mostPolls{3'000'000};

    void add(const fleet::Event& event, const fleet::FleetState& after);
    [[nodiscard]] BreakerRecording take();

private:
    void begin(const fleet::FleetState& state, const fleet::Event& event, bool goesOn);
    void look(const fleet::Event& event);
    void addFact(const fleet::Event& event, const fleet::FleetState& after);
    void addResults(const fleet::PollRound& round);
    void giveUp(std::size_t endpoint);
    [[nodiscard]] std::uint32_t lastLook() const
    {
        return static_cast<std::uint32_t>(m_recording.stretches.back().looks.size() - 1);
    }

    BreakerRecording m_recording;
    /// The permit of the poll in flight, by endpoint of the stretch.
    std::vector<std::optional<breaker::PermitId>> m_inFlight;
    std::map<std::string, std::size_t> m_places;
    /// A journal that was cut begins in the middle of a session: the stretch begins with its second input.
    std::optional<fleet::FleetState> m_before;
    std::size_t m_polls{0};
};

} // namespace rungwatch::lab
