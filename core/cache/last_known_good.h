// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/cache/stale_policy.h"

#include <mutex>

namespace rungwatch {

/// The latest real answer for each key, kept for when there is no new one. Thread-safe. Bounded: when full, the answer
/// obtained longest ago makes room.
class LastKnownGood {
public:
    struct Options {
        StalePolicy policy;
        std::size_t maxEntries{10'000};
    };

    /// What a look-up gives: a value with its age, or the reason why there is none.
    struct Lookup {
        std::optional<std::string> value;
        /// Of the value, or of what was too old. The age that was judged.
        std::optional<Duration> age;
        std::optional<StaleRefusal> refusal;

        /// Cached or Simplified.
        [[nodiscard]] AnswerMode mode() const { return value ? AnswerMode::Cached : AnswerMode::Simplified; }
    };

    struct Stats {
        std::uint64_t hits{0};
        std::uint64_t misses{0};
        std::uint64_t refused{0};
        std::size_t entries{0};
    };

    LastKnownGood() = default;
    explicit LastKnownGood(const Options& options)
        : m_options(options)
    {
    }

    /// Stores a real answer and its time together, unless a newer one is there. False where nothing was stored: an
    /// empty value, or no scope.
    bool put(const AnswerKey& key, std::string value, const Moment& obtained);
    /// Never a value past its limit, whatever else goes on.
    [[nodiscard]] Lookup get(const AnswerKey& key, const Moment& now);
    /// What it is about has changed: forgets it in every scope. Answers that were obtained before `now` and arrive
    /// later are not stored.
    void invalidate(const std::string& identity, const Moment& now);
    void clear();

    /// Of the answer obtained last, for any key; nothing while empty.
    [[nodiscard]] std::optional<Duration> youngestAge(const Moment& now) const;
    [[nodiscard]] Stats stats() const;
    [[nodiscard]] const Options& options() const { return m_options; }

private:
    struct Entry {
        std::string value;
        Moment obtained;
    };
    void drop(std::map<AnswerKey, Entry>::iterator entry);

    Options m_options;
    mutable std::mutex m_mutex;
    std::map<AnswerKey, Entry> m_entries;
    /// Oldest first.
    std::set<std::pair<SteadyTime, AnswerKey>> m_byAge;
    /// Until when answers of an identity are from before a change.
    std::map<std::string, SteadyTime> m_invalidated;
    Stats m_stats;
};

} // namespace rungwatch
