// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/cache/single_flight.h"

namespace rungwatch {

/// Why an answer from the cache was served.
enum class CachedBecause {
    WithinTtl, ///< It is valid; the dependency was not asked.
    Revalidating, ///< Its ttl is over; it is served while it is renewed.
    UpstreamFailed, ///< The dependency was asked and failed.
    NotAsked, ///< The dependency was not asked, by whoever decided so (an open breaker).
};
constexpr std::array<std::string_view, 4> enumNames(CachedBecause)
{
    return {"within_ttl", "revalidating", "upstream_failed", "not_asked"};
}

/// The right and duty to renew an answer that was served stale. Move-only; nobody else gets one for the same answer
/// meanwhile. Hand it to TtlCache::refresh() on a thread of your choice; let go of, the next who asks gets one.
class RefreshTicket {
public:
    explicit RefreshTicket(SingleFlight::Ticket flight)
        : m_flight(std::move(flight))
    {
    }

private:
    friend class TtlCache;
    SingleFlight::Ticket m_flight;
};

/// What a cache gives: an answer labelled with how fresh it is and why, or the reason why there is none.
struct CachedAnswer {
    AnswerMode mode{AnswerMode::Simplified};
    /// Absent exactly where `mode` is Simplified: the caller then gives its static answer, labelled as such.
    std::optional<std::string> value;
    /// The age that was judged; of the value, or of what was refused. Fresh: what the load said, 0 where it is new.
    std::optional<Duration> age;
    /// Of Cached.
    std::optional<CachedBecause> because;
    /// Why the dependency gave nothing.
    std::optional<FailureClass> failure;
    /// What the load threw; `failure` is then "throw".
    std::exception_ptr thrown;
    /// Why what is stored could not stand in. Of Simplified.
    std::optional<StaleRefusal> refusal;
    /// Where this caller is the one to renew it.
    std::optional<RefreshTicket> refresh;

    /// In one word: of Cached why it is not fresh, of Simplified why it is not cached; empty for Fresh.
    [[nodiscard]] std::string reason() const;
};

} // namespace rungwatch
