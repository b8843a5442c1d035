// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/cache/cache_level.h"

#include <mutex>

namespace rungwatch {

/// What a level could not forget or replace while it was broken. Once it works again it still has what is no longer
/// true, so it must settle this first. Thread-safe; the owner lets nobody else write or settle the same identity
/// meanwhile. No lock is held while the level works.
class OwedRemovals {
public:
    void add(const std::string& identity);
    [[nodiscard]] bool has(const std::string& identity) const;
    /// Why `level` still can't be believed about `identity`; nothing where it can.
    [[nodiscard]] std::optional<Error> settle(CacheLevel& level, const std::string& identity);

private:
    std::optional<Error> settleEverything(CacheLevel& level);

    mutable std::mutex m_mutex;
    std::set<std::string> m_identities;
    /// More than can be remembered is owed: the level forgets everything instead.
    bool m_everything{false};
    std::uint64_t m_added{0};
};

} // namespace rungwatch
