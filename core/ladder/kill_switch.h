// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"

#include <atomic>
#include <mutex>

namespace rungwatch {

/// Takes a feature off its model rungs on purpose. Thread-safe; asked on every call, and off wins over everything.
///
/// A feature that is revived, or whose kill has run out, is not sent its whole traffic at once: it is *reviving* until
/// one request has been served by a model rung. Until then one request at a time may try (tryTrial()), and the others
/// go on as if it were killed.
class KillSwitch {
public:
    enum class Phase { Off, Killed, Reviving };
    friend constexpr std::array<std::string_view, 3> enumNames(Phase) { return {"off", "killed", "reviving"}; }

    struct Kill {
        std::string by;
        std::string reason;
        std::string commandId;
        SteadyTime since;
        /// Absent: until revoked.
        std::optional<Duration> expiresIn;
    };

    struct State {
        Phase phase{Phase::Off};
        /// Who, why, since when, until when; only while killed. Its expiresIn is what is left.
        std::optional<Kill> kill;
    };

    enum class Answer {
        Done,
        Repeated, ///< This command was carried out before; nothing happened again.
        AlreadyKilled, ///< By another command; nothing happened.
        NotKilled,
    };
    friend constexpr std::array<std::string_view, 4> enumNames(Answer)
    {
        return {"done", "repeated", "already_killed", "not_killed"};
    }

    /// From `kill.since` on. An expiry must be above 0.
    Answer engage(const Kill& kill);
    Answer release(const std::string& commandId, SteadyTime now);

    /// Computes the expiry; changes nothing.
    [[nodiscard]] State state(SteadyTime now) const;
    /// Costs one atomic read while there is no kill.
    [[nodiscard]] Phase phase(SteadyTime now) const;
    /// Kills carried out so far: a call during which it rose was under way when the switch went off, even where the
    /// kill is over by the time it ends, and its result is not to be used.
    [[nodiscard]] std::uint64_t kills() const { return m_kills.load(std::memory_order_acquire); }

    /// While reviving: a number for the one caller who tries, who must then call endTrial(). Nothing while one tries.
    [[nodiscard]] std::optional<std::uint64_t> tryTrial(SteadyTime now);
    /// `served`: a model rung did its work, so everybody may come again. Of a trial from before the last kill: nothing.
    void endTrial(std::uint64_t trial, bool served);

private:
    [[nodiscard]] Phase phaseLocked(SteadyTime now) const;
    [[nodiscard]] bool known(const std::string& commandId) const;
    void remember(const std::string& commandId);

    mutable std::mutex m_mutex;
    /// Stays after it has run out, until the feature has been revived.
    std::optional<Kill> m_kill;
    bool m_reviving{false};
    /// The trial under way; 0 for none.
    std::uint64_t m_trial{0};
    std::uint64_t m_trials{0};
    /// The last commands that were carried out, oldest first.
    std::vector<std::string> m_commands;
    std::atomic<std::uint64_t> m_kills{0};
    /// Killed or reviving, as far as that needs a closer look.
    std::atomic<bool> m_engaged{false};
};

} // namespace rungwatch
