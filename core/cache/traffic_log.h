// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/cache/answer_cache.h"

#include <functional>
#include <mutex>

namespace rungwatch {

/// What customers ask, counted, so that the answers worth preparing are known. Thread-safe. Bounded: counts are exact
/// for up to 2 x `capacity` different queries; past that the rarer half is forgotten and every other count falls by as
/// much as the last of those (Misra and Gries), so that a count is then too low, by at most Top::forgotten.
class TrafficLog {
public:
    struct Asked {
        /// The normalised query.
        std::string query;
        /// Absent: the answer is everybody's.
        std::optional<std::string> scope;
        std::uint64_t times{0};

        bool operator==(const Asked&) const = default;
    };

    struct Top {
        /// The most frequent first; of equals the first in byte order.
        std::vector<Asked> asked;
        /// All that was recorded, counted or forgotten.
        std::uint64_t total{0};
        /// How much too low a count may be; 0: all are exact.
        std::uint64_t forgotten{0};
    };

    /// `capacity` of at least 1.
    explicit TrafficLog(std::size_t capacity = 10'000);

    /// One query of a customer. Queries that differ in scope count apart, as their answers do. White space, and a scope
    /// that is there but empty, count in the total only: no answer can be prepared for them.
    void record(std::string_view query, const std::optional<std::string>& scope = std::nullopt);
    [[nodiscard]] Top top(std::size_t count = 500) const;
    void clear();

private:
    using Key = std::pair<std::string, std::optional<std::string>>;
    void makeRoom();

    std::size_t m_capacity;
    mutable std::mutex m_mutex;
    std::map<Key, std::uint64_t> m_times;
    std::uint64_t m_total{0};
    std::uint64_t m_forgotten{0};
};

/// The answers to the `count` most frequent queries, with the share of all traffic that is covered by those which got
/// one; a lower bound where the log has forgotten. `prepare` gives the answer, whose query and scope are then set to
/// those asked; nothing, or an empty one, where there is none to give.
[[nodiscard]] AnswerSet preparedFor(const TrafficLog& log,
    const std::function<std::optional<PreparedAnswer>(const TrafficLog::Asked&)>& prepare, std::size_t count = 500);

} // namespace rungwatch
