// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/base/latency_sketch.h"

#include <cmath>
#include <memory>

namespace rungwatch {

std::uint64_t LatencySketch::middleOf(std::size_t bucket)
{
    if (bucket < linear)
        return (bucket << (firstOctave - subBits)) + (1U << (firstOctave - subBits)) / 2;
    const auto octave = firstOctave + (bucket - linear) / linear;
    const auto within = linear + (bucket - linear) % linear;
    const auto width = std::uint64_t{1} << (octave - subBits);
    return within * width + width / 2;
}

void LatencySketch::record(Duration latency)
{
    ++m_counts[bucketOf(latency)];
    ++m_count;
    m_sum += nanoseconds(latency);
}

void LatencySketch::merge(const LatencySketch& other)
{
    for (std::size_t i = 0; i < buckets; ++i)
        m_counts[i] += other.m_counts[i];
    m_count += other.m_count;
    m_sum += other.m_sum;
}

std::optional<Duration> LatencySketch::mean() const
{
    if (m_count == 0)
        return std::nullopt;
    return Duration{static_cast<std::int64_t>(m_sum / m_count)};
}

std::optional<Duration> LatencySketch::percentile(double percent) const
{
    if (m_count == 0)
        return std::nullopt;
    const auto exact = std::ceil(percent / 100.0 * static_cast<double>(m_count));
    const auto rank = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::max(exact, 1.0)), 1, m_count);
    std::uint64_t seen = 0;
    std::size_t bucket = 0;
    while ((seen += m_counts[bucket]) < rank)
        ++bucket;
    return Duration{static_cast<std::int64_t>(middleOf(bucket))};
}

SharedLatencySketch::~SharedLatencySketch()
{
    for (auto& share : m_shares)
        delete share.load(std::memory_order_acquire);
}

SharedLatencySketch::Share* SharedLatencySketch::makeShare(std::size_t slot)
{
    auto made = std::make_unique<Share>();
    Share* there = nullptr;
    // Only in the slot that threads share can another one have been quicker.
    if (m_shares[slot].compare_exchange_strong(there, made.get(), std::memory_order_acq_rel))
        return made.release();
    return there;
}

LatencySketch SharedLatencySketch::collected() const
{
    LatencySketch all;
    for (const auto& shareSlot : m_shares) {
        const auto* share = shareSlot.load(std::memory_order_acquire);
        if (!share)
            continue;
        for (std::size_t i = 0; i < LatencySketch::buckets; ++i) {
            const auto count = share->counts[i].load(std::memory_order_relaxed);
            all.m_counts[i] += count;
            all.m_count += count;
        }
        all.m_sum += share->sum.load(std::memory_order_relaxed);
    }
    return all;
}

} // namespace rungwatch
