// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/cache/answer_cache.h"

#include <mutex>

namespace rungwatch {

/// The prepared answers in use, and how they served. Thread-safe: a refresh swaps the cache, a look-up that runs goes
/// on in the one it began with.
class AnswerStore {
public:
    struct Stats {
        /// By AnswerMatch; None includes those refused for their age.
        std::array<std::uint64_t, 4> found{};
        /// Look-ups that the cache's age or its absence refused.
        std::uint64_t refused{0};
    };

    /// Null while nothing was built yet.
    [[nodiscard]] std::shared_ptr<const AnswerCache> current() const;
    void replace(std::shared_ptr<const AnswerCache> cache);
    [[nodiscard]] FoundAnswer find(const AnswerQuestion& question, const Moment& now);
    [[nodiscard]] Stats stats() const;

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const AnswerCache> m_cache;
    Stats m_stats;
};

} // namespace rungwatch
