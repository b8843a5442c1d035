// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/ladder/mode.h"

#include <atomic>
#include <mutex>

namespace rungwatch {

/// Puts a feature on a rung by hand: an operator's forced rung, which customers' requests start on, or a drill's, which
/// drill requests alone are sent to. One at a time, so that neither ends the other's. It ends by itself; a kill wins
/// over it. Thread-safe; costs a request one atomic read while there is none.
class RungOverride {
public:
    struct Entry {
        /// Given by set(); 0 for none.
        std::uint64_t id{0};
        /// Forced or Drill.
        Mode mode{Mode::Forced};
        /// Index on the feature's ladder.
        std::size_t rung{0};
        /// In force while now < until. Absent: until cleared.
        std::optional<SteadyTime> until;

        bool operator==(const Entry&) const = default;
    };

    /// Its id; nothing where another one is in force at `now`.
    [[nodiscard]] std::optional<std::uint64_t> set(
        Mode mode, std::size_t rung, std::optional<SteadyTime> until, SteadyTime now);
    /// To another rung, with the same end. False where it is not in force any more.
    bool move(std::uint64_t id, std::size_t rung, SteadyTime now);
    /// False where that one is no longer there. Never ends another one.
    bool clear(std::uint64_t id);
    /// What is in force.
    [[nodiscard]] std::optional<Entry> at(SteadyTime now) const;

private:
    [[nodiscard]] bool inForce(SteadyTime now) const { return m_entry && (!m_entry->until || now < *m_entry->until); }

    mutable std::mutex m_mutex;
    std::optional<Entry> m_entry;
    std::uint64_t m_ids{0};
    std::atomic<bool> m_any{false};
};

/// Owns one override and takes it away when it goes out of scope, however that comes about.
class OverrideHold {
public:
    OverrideHold(RungOverride& owner, std::uint64_t id)
        : m_owner(owner)
        , m_id(id)
    {
    }
    ~OverrideHold() { m_owner.clear(m_id); }
    OverrideHold(const OverrideHold&) = delete;
    OverrideHold& operator=(const OverrideHold&) = delete;

    bool move(std::size_t rung, SteadyTime now) { return m_owner.move(m_id, rung, now); }

private:
    RungOverride& m_owner;
    std::uint64_t m_id;
};

} // namespace rungwatch
