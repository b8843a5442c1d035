// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/health/age_histogram.h"

#include <algorithm>
#include <bit>

namespace rungwatch {

namespace {

constexpr std::uint64_t most = (std::uint64_t{1} << 40) - 1;

/// How often the milliseconds are halved until a bucket counts them one by one.
unsigned halvings(std::uint64_t ms)
{
    return ms < 64 ? 0 : static_cast<unsigned>(std::bit_width(ms)) - 6;
}

std::size_t bucketOf(std::uint64_t ms)
{
    const auto shift = halvings(ms);
    return static_cast<std::size_t>((ms >> shift) + std::uint64_t{32} * shift);
}

/// The first age that is past the bucket.
Duration endOf(std::size_t bucket)
{
    const auto shift = bucket < 64 ? 0 : bucket / 32 - 1;
    const auto ms = (bucket - 32 * shift + 1) << shift;
    return std::chrono::milliseconds{static_cast<std::int64_t>(ms)};
}

} // namespace

void AgeHistogram::add(Duration age)
{
    age = std::max(age, Duration{0});
    const auto ms = static_cast<std::uint64_t>(age / std::chrono::milliseconds{1});
    ++m_counts[bucketOf(std::min(ms, most))];
    ++m_count;
    m_max = std::max(m_max, age);
}

void AgeHistogram::add(const AgeHistogram& other)
{
    for (std::size_t i = 0; i < buckets; ++i)
        m_counts[i] += other.m_counts[i];
    m_count += other.m_count;
    m_max = std::max(m_max, other.m_max);
}

std::optional<Duration> AgeHistogram::max() const
{
    return m_count == 0 ? std::nullopt : std::optional(m_max);
}

std::optional<Duration> AgeHistogram::percentile(unsigned percent) const
{
    if (m_count == 0)
        return std::nullopt;
    const auto wanted = std::min(percent, 100U);
    // Of whole hundreds and the rest apart: the product of a large count would not fit.
    const auto rank = m_count / 100 * wanted + (m_count % 100 * wanted + 99) / 100;
    std::uint64_t passed = 0;
    for (std::size_t i = 0; i < buckets; ++i) {
        passed += m_counts[i];
        if (passed > 0 && passed >= rank)
            return std::min(endOf(i), m_max);
    }
    return m_max;
}

} // namespace rungwatch
