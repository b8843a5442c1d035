// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/cache/age_stamp.h"

namespace rungwatch {

/// A bounded map of dated answers; when full, the answer obtained longest ago makes room. What the caches in memory
/// have in common. Not thread-safe: its owner holds a lock.
class DatedStore {
public:
    struct Entry {
        DatedValue held;
        /// Valid while age < life, for the owners that have such a rule.
        Duration life{Duration::max()};
    };

    /// `maxEntries` >= 1.
    explicit DatedStore(std::size_t maxEntries)
        : m_maxEntries(maxEntries)
    {
    }

    /// Value, age and life together, in the place of what was there. Where what is there is younger, nothing changes.
    /// An empty value is the latest answer too: then nothing is stored any more. Whether it is stored now.
    bool put(const AnswerKey& key, Entry entry, const Moment& now);
    /// Null where there is none.
    [[nodiscard]] const Entry* find(const AnswerKey& key) const;
    /// Judges what is stored for `key`; where that is nothing, says whether another scope has an answer. The age is the
    /// one that was judged.
    struct Verdict {
        const Entry* entry{nullptr};
        std::optional<Duration> age;
        std::optional<StaleRefusal> refusal;
    };
    [[nodiscard]] Verdict judge(const AnswerKey& key, const StalePolicy& policy, const Moment& now) const;

    void erase(const AnswerKey& key);
    /// In every scope.
    void eraseIdentity(const std::string& identity);
    void clear();
    [[nodiscard]] std::size_t size() const { return m_entries.size(); }

private:
    using Entries = std::map<AnswerKey, Entry>;
    Entries::iterator drop(Entries::iterator entry);

    std::size_t m_maxEntries;
    Entries m_entries;
    /// Oldest first.
    std::set<std::pair<SteadyTime, AnswerKey>> m_byAge;
};

} // namespace rungwatch
