// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/cache/age_stamp.h"

namespace rungwatch {

/// One level of a TieredCache: memory, files, something remote. It has three answers, and the second is never given for
/// the third: a hit, a miss, an error. Thread-safe. What it throws counts as an error.
class CacheLevel {
public:
    virtual ~CacheLevel() = default;

    /// For people and statistics: "memory", "file", "remote".
    [[nodiscard]] virtual std::string_view name() const = 0;

    /// What is held for exactly this key, with its age (which may be unknown); nothing: a miss.
    [[nodiscard]] virtual Result<std::optional<DatedValue>> get(const AnswerKey& key, const Moment& now) = 0;
    /// Value and age together, in the place of what was there; what is there stays where it is younger. An error means
    /// that what was there before may still be there.
    virtual std::optional<Error> put(const AnswerKey& key, const DatedValue& answer, const Moment& now) = 0;
    /// Forgets an identity in every scope. An error means that it may still be there.
    virtual std::optional<Error> remove(const std::string& identity) = 0;
    /// Forgets everything.
    virtual std::optional<Error> clear() = 0;
};

} // namespace rungwatch
