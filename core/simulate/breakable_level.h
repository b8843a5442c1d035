// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/cache/cache_level.h"

namespace rungwatch::simulate {

/// A level that a script can break, drop and restore. Broken, it keeps what it has and answers nothing but errors.
class BreakableLevel final : public CacheLevel {
public:
    explicit BreakableLevel(std::unique_ptr<CacheLevel> level)
        : m_level(std::move(level))
    {
    }

    void setBroken(bool broken) { m_broken = broken; }
    /// Its content is lost, broken or not.
    std::optional<Error> drop() { return m_level->clear(); }

    [[nodiscard]] std::string_view name() const override { return m_level->name(); }
    [[nodiscard]] Result<std::optional<DatedValue>> get(const AnswerKey& key, const Moment& now) override
    {
        return m_broken ? down() : m_level->get(key, now);
    }
    std::optional<Error> put(const AnswerKey& key, const DatedValue& answer, const Moment& now) override
    {
        return m_broken ? down() : m_level->put(key, answer, now);
    }
    std::optional<Error> remove(const std::string& identity) override
    {
        return m_broken ? down() : m_level->remove(identity);
    }
    std::optional<Error> clear() override { return m_broken ? down() : m_level->clear(); }

private:
    static Error down() { return Error{"down", "the script broke it", {}}; }

    std::unique_ptr<CacheLevel> m_level;
    bool m_broken{false};
};

} // namespace rungwatch::simulate
