// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/cache/owed_removals.h"

#include <mutex>

namespace rungwatch {

/// Levels of caches, the nearest first. An answer found below is copied upward with its age: no promotion makes it
/// younger. A level that is broken is skipped and counted, and until it has forgotten what it missed to forget it is
/// not believed. The age is judged when it is read, whatever the levels keep. Thread-safe; reads run side by side, the
/// writes of one identity one after another.
class TieredCache {
public:
    /// Of one level. Each read of it is exactly one of these; a write that fails is an error too.
    struct LevelStats {
        std::string name;
        std::uint64_t hits{0}; ///< Served.
        std::uint64_t misses{0};
        std::uint64_t errors{0};
        std::uint64_t refused{0}; ///< It had one, which the StalePolicy does not allow.
    };

    struct Found {
        /// Absent: no level has one that may be used.
        std::optional<std::string> value;
        /// The age that was judged; of the value, or of the first that was refused.
        std::optional<Duration> age;
        /// Which level answered, from 0.
        std::optional<std::size_t> level;
        /// Why there is no value: the first refusal, or empty.
        std::optional<StaleRefusal> refusal;
        /// Levels that could not be asked: nothing was found, but there may be something.
        std::size_t errors{0};
    };

    /// When a load began. Taken before the data are read, it keeps out what a change has made untrue meanwhile.
    using Begun = std::uint64_t;

    /// `clock` outlives this.
    TieredCache(std::vector<std::unique_ptr<CacheLevel>> levels, const StalePolicy& policy, const Clock& clock);
    ~TieredCache();

    [[nodiscard]] Found get(const AnswerKey& key);
    [[nodiscard]] Begun begin(const std::string& identity) const;
    /// Into every level. Gives how many took it: none where its identity has changed since `begun`, or where value or
    /// scope are empty.
    std::size_t put(const AnswerKey& key, const DatedValue& answer, Begun begun);
    /// What it is about has changed: forgets it in every scope and level. Gives how many levels have done so; the
    /// others do it before they are believed again.
    std::size_t invalidate(const std::string& identity);

    [[nodiscard]] std::vector<LevelStats> stats() const;

private:
    struct Level;
    /// Orders what is written about one identity.
    struct Stripe {
        mutable std::mutex mutex;
        Begun changes{0};
    };

    Stripe& stripeOf(const std::string& identity);
    const Stripe& stripeOf(const std::string& identity) const;
    Result<std::optional<DatedValue>> ask(Level& level, const AnswerKey& key);
    bool write(Level& level, const AnswerKey& key, const DatedValue& answer);
    void promote(const std::vector<std::size_t>& levels, const AnswerKey& key, const DatedValue& answer, Begun begun);

    std::vector<std::unique_ptr<Level>> m_levels;
    const StalePolicy m_policy;
    const Clock& m_clock;
    std::array<Stripe, 16> m_stripes;
};

} // namespace rungwatch
