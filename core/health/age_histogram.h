// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/clock.h"

#include <array>
#include <cstdint>
#include <optional>

namespace rungwatch {

/// How old answers were: any number of ages in a fixed amount of memory (9 KB), in buckets that are 1 ms wide up to
/// 64 ms and a 32nd of their age above. Not thread-safe.
class AgeHistogram {
public:
    /// A negative age counts as 0; more than about 34 years as that.
    void add(Duration age);
    /// Adds all of another's ages.
    void add(const AgeHistogram& other);

    [[nodiscard]] std::uint64_t count() const { return m_count; }
    /// The age that `percent` (0 to 100) of the answers did not exceed, by nearest rank: at the upper end of its
    /// bucket, so never too young, and at most 1 ms or 3.2 % too old; never more than max(). Nothing where there are no
    /// ages.
    [[nodiscard]] std::optional<Duration> percentile(unsigned percent) const;
    /// Exact.
    [[nodiscard]] std::optional<Duration> max() const;

private:
    /// 64 of 1 ms, then 32 for each further doubling, up to 2^40 ms.
    static constexpr std::size_t buckets = 64 + 34 * 32;

    std::array<std::uint64_t, buckets> m_counts{};
    std::uint64_t m_count{0};
    Duration m_max{0};
};

} // namespace rungwatch
