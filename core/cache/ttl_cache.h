// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/cache/cached_answer.h"
#include "rungwatch/cache/changes.h"
#include "rungwatch/cache/dated_store.h"
#include "rungwatch/cache/ttl_options.h"

#include <mutex>

namespace rungwatch {

/// Answers of a dependency, valid for a time, each under what it is about and for whom. Decided on every read: no
/// sweeper, and no refresh under way makes an answer usable past its limit. A finished load replaces value and age
/// together, a failed one changes neither. Without a scope nothing is stored, shared or served from here. Thread-safe;
/// loads run without a lock, on the thread of whoever asked.
class TtlCache {
public:
    /// Asks the dependency. Its answer counts as obtained when the load has ended; an empty one is the latest answer
    /// too, and takes the place of what was stored.
    using Load = std::function<std::variant<std::string, FailureClass>()>;

    struct Stats {
        std::uint64_t hits{0}; ///< Valid ones served.
        std::uint64_t revalidating{0}; ///< Served past their ttl while one refresh went on.
        std::uint64_t staleServed{0}; ///< Served for a dependency that failed or was not asked.
        std::uint64_t refused{0}; ///< Something was stored, and could not stand in.
        std::uint64_t misses{0}; ///< Nothing valid, so that a load was needed.
        std::uint64_t loads{0}; ///< That ran.
        std::uint64_t failedLoads{0};
        std::uint64_t discarded{0}; ///< Loaded, but begun before a change of the data.
        std::size_t entries{0};
    };

    /// `clock` outlives this. Throws std::invalid_argument where the options have a fault. `seed` is of the draws.
    TtlCache(const TtlOptions& options, const Clock& clock, std::uint64_t seed = 0);

    /// What is valid, else a new one, else what may stand in.
    [[nodiscard]] CachedAnswer get(const AnswerKey& key, const Load& load);
    /// What is valid; asks nobody.
    [[nodiscard]] std::optional<CachedAnswer> valid(const AnswerKey& key);
    /// Asks the dependency even where what is stored is still valid; else what may stand in.
    [[nodiscard]] CachedAnswer reload(const AnswerKey& key, const Load& load);
    /// What may stand in for a dependency that failed with `failure`, or was not asked.
    [[nodiscard]] CachedAnswer standIn(const AnswerKey& key, std::optional<FailureClass> failure);
    /// Carries out the refresh that get() asked for.
    CachedAnswer refresh(RefreshTicket ticket, const Load& load);

    /// Stores what was obtained otherwise. False where a younger one is there, the scope is empty, or the value is:
    /// that is the latest answer too, and nothing is stored any more.
    bool put(const AnswerKey& key, DatedValue answer);
    /// What it is about has changed: forgets it in every scope. Loads that began before give their waiters what they
    /// waited for, but store nothing.
    void invalidate(const std::string& identity);
    /// The rights of that scope have changed: forgets what was obtained under it.
    void invalidate(const AnswerKey& key);
    /// The same of everything.
    void clear();

    [[nodiscard]] Stats stats() const;
    [[nodiscard]] const TtlOptions& options() const { return m_options; }

private:
    std::optional<CachedAnswer> revalidating(const AnswerKey& key);
    CachedAnswer loadNow(const AnswerKey& key, const Load& load, bool evenIfValid);
    void countFailedLoad();
    Loaded loadAndLand(const AnswerKey& key, const Load& load);
    bool store(const AnswerKey& key, DatedValue answer, const Moment& now);
    CachedAnswer outcomeOf(const AnswerKey& key, const std::function<SingleFlight::Outcome()>& run);

    const TtlOptions m_options;
    const Clock& m_clock;
    const std::uint64_t m_seed;
    SingleFlight m_flights;
    mutable std::mutex m_mutex;
    DatedStore m_store;
    Changes m_changes;
    std::uint64_t m_stored{0};
    Stats m_stats;
};

} // namespace rungwatch
