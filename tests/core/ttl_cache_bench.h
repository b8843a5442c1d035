// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/cache/ttl_cache.h"

#include <QString>

/// \file
/// A cache and its dependency, for the tests of TtlCache.

namespace rungwatch::testing {

inline const AnswerKey key{"price of 7", "public"};

/// A cache over a dependency that answers what the test says, and counts.
struct Bench {
    ManualClock clock;
    int calls{0};
    std::variant<std::string, FailureClass> answers{std::string("10")};
    TtlCache cache;

    explicit Bench(const TtlOptions& options)
        : cache(options, clock, 7)
    {
    }
    TtlCache::Load upstream()
    {
        return [this] {
            ++calls;
            return answers;
        };
    }
    CachedAnswer get(const AnswerKey& asked = key) { return cache.get(asked, upstream()); }
    void fail(FailureClass failure = FailureClass::Kind::Timeout) { answers = failure; }
};

inline TtlOptions ttlOf(Duration ttl)
{
    TtlOptions options;
    options.ttl = ttl;
    return options;
}

/// "cached 10 at 119 s: timeout"
inline QString said(const CachedAnswer& answer)
{
    const auto seconds = answer.age ? QString::number(double(answer.age->count()) / 1e9) : QStringLiteral("unknown");
    return QStringLiteral("%1 %2 at %3 s: %4")
        .arg(QString::fromStdString(std::string(nameOf(answer.mode))),
            QString::fromStdString(answer.value.value_or("-")), seconds, QString::fromStdString(answer.reason()));
}

} // namespace rungwatch::testing
