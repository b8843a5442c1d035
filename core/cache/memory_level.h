// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/cache/cache_level.h"
#include "rungwatch/cache/dated_store.h"

#include <mutex>

namespace rungwatch {

/// A bounded level in the process's own memory. It never fails.
class MemoryLevel final : public CacheLevel {
public:
    /// `maxEntries` >= 1; the answer obtained longest ago makes room.
    explicit MemoryLevel(std::string name = "memory", std::size_t maxEntries = 10'000)
        : m_name(std::move(name))
        , m_store(maxEntries)
    {
    }

    [[nodiscard]] std::string_view name() const override { return m_name; }
    [[nodiscard]] Result<std::optional<DatedValue>> get(const AnswerKey& key, const Moment& now) override;
    std::optional<Error> put(const AnswerKey& key, const DatedValue& answer, const Moment& now) override;
    std::optional<Error> remove(const std::string& identity) override;
    std::optional<Error> clear() override;

private:
    const std::string m_name;
    std::mutex m_mutex;
    DatedStore m_store;
};

} // namespace rungwatch
