// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/decide.h"

/// \file
/// Reading a journal back. Replay applies what was recorded; verify also decides each input again and says where this
/// program would have decided otherwise. Both honour what was recorded.

namespace rungwatch::fleet {

/// The state made of events read in order.
class Replayer {
public:
    Replayer() = default;
    /// Goes on from a keyframe.
    explicit Replayer(FleetState from)
        : m_state(std::move(from))
    {
    }

    /// An error "bad-order" where `event.seq` does not follow; the state stays as it was.
    [[nodiscard]] std::optional<Error> add(const Event& event);

    [[nodiscard]] const FleetState& state() const { return m_state; }
    /// hashOf(state()).
    [[nodiscard]] std::uint64_t hash() const;

private:
    FleetState m_state;
};

/// Where a journal and this program part for the first time.
struct Difference {
    /// The event at which they do; the input's where a fact that follows from it is missing.
    std::uint64_t seq{0};
    /// "fact", "missing_fact", "order", "hash".
    std::string kind;
    /// As one line of JSON each, or a hash in hex; empty where there is none.
    std::string expected;
    std::string got;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("seq", self.seq);
        visit("kind", self.kind);
        visit("expected", self.expected);
        visit("got", self.got);
    }
};

/// Feeds events one by one; the facts of an input are those up to the next input.
class Verifier {
public:
    Verifier() = default;
    explicit Verifier(FleetState from)
        : m_replayer(std::move(from))
    {
    }

    void add(const Event& event);
    /// The recorded state hash after everything added so far (a keyframe).
    void expectHash(std::uint64_t recorded);
    /// No event follows: what the last input still should have caused is missing.
    void finish();

    [[nodiscard]] const std::optional<Difference>& difference() const { return m_difference; }
    [[nodiscard]] const FleetState& state() const { return m_replayer.state(); }
    [[nodiscard]] std::uint64_t hash() const { return m_replayer.hash(); }
    [[nodiscard]] std::uint64_t events() const { return m_events; }
    [[nodiscard]] std::uint64_t inputs() const { return m_inputs; }

private:
    void differ(std::uint64_t seq, std::string kind, std::string expected, std::string got);
    void decideAgain(const Event& input);
    void compare(const Event& fact);

    Replayer m_replayer;
    DecideMemo m_memo;
    /// What the last input should cause, not seen yet, and where in it we stand.
    std::vector<Event> m_expected;
    std::size_t m_at{0};
    std::uint64_t m_lastInput{0};
    std::uint64_t m_events{0};
    std::uint64_t m_inputs{0};
    std::optional<Difference> m_difference;
};

} // namespace rungwatch::fleet
