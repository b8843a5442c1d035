// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/clock.h"
#include "rungwatch/base/thread_slot.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>

namespace rungwatch {

/// How latencies are spread, in bounded memory whatever their number (4 kB): counts in buckets that are linear up to
/// 1 us and then 16 to each doubling, up to 73 minutes, where all longer ones are counted too. A percentile is off by
/// at most 1/32 of itself, or by 32 ns. Two sketches merge exactly. Not part of any state that decides or is hashed.
class LatencySketch {
public:
    static constexpr std::size_t buckets = 16 + 32 * 16;

    /// Negative latencies count as 0.
    void record(Duration latency);
    void merge(const LatencySketch& other);

    [[nodiscard]] std::uint64_t count() const { return m_count; }
    /// Exact. Absent while nothing was recorded, as the percentiles.
    [[nodiscard]] std::optional<Duration> mean() const;
    /// By nearest rank: the middle of the bucket that holds it. `percent` in (0, 100].
    [[nodiscard]] std::optional<Duration> percentile(double percent) const;

    [[nodiscard]] static std::size_t bucketOf(Duration latency)
    {
        const auto ns = nanoseconds(latency);
        if (ns < (std::uint64_t{1} << firstOctave))
            return ns >> (firstOctave - subBits);
        const auto octave = static_cast<unsigned>(std::bit_width(ns)) - 1;
        const auto within = (ns >> (octave - subBits)) - linear;
        return std::min(linear + (octave - firstOctave) * linear + within, buckets - 1);
    }

private:
    friend class SharedLatencySketch;
    static constexpr unsigned subBits = 4;
    /// 1,024 ns: below it the buckets are 64 ns wide.
    static constexpr unsigned firstOctave = 10;
    static constexpr std::size_t linear = std::size_t{1} << subBits;

    [[nodiscard]] static std::uint64_t middleOf(std::size_t bucket);
    [[nodiscard]] static std::uint64_t nanoseconds(Duration latency)
    {
        return latency.count() > 0 ? static_cast<std::uint64_t>(latency.count()) : 0;
    }

    std::array<std::uint64_t, buckets> m_counts{};
    std::uint64_t m_count{0};
    std::uint64_t m_sum{0};
};

/// A sketch that any number of threads record into without a lock, each in memory of its own (threadSlot): about a
/// nanosecond or two a call. Memory comes with a thread's first record.
class SharedLatencySketch {
public:
    SharedLatencySketch() = default;
    ~SharedLatencySketch();
    SharedLatencySketch(const SharedLatencySketch&) = delete;
    SharedLatencySketch& operator=(const SharedLatencySketch&) = delete;

    void record(Duration latency)
    {
        const auto slot = threadSlot();
        auto* share = m_shares[slot].load(std::memory_order_acquire);
        if (!share) [[unlikely]]
            share = makeShare(slot);
        add(share->counts[LatencySketch::bucketOf(latency)], 1, slot);
        add(share->sum, LatencySketch::nanoseconds(latency), slot);
    }
    /// What has been recorded by now; records under way may be missing or half there (counted, not yet summed).
    [[nodiscard]] LatencySketch collected() const;

private:
    struct Share {
        std::array<std::atomic<std::uint64_t>, LatencySketch::buckets> counts{};
        std::atomic<std::uint64_t> sum{0};
    };
    Share* makeShare(std::size_t slot);
    /// Where the counter is this thread's alone: a plain addition that readers may watch.
    static void add(std::atomic<std::uint64_t>& counter, std::uint64_t by, std::size_t slot)
    {
        if (slot < ownSlots)
            counter.store(counter.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
        else
            counter.fetch_add(by, std::memory_order_relaxed);
    }

    std::array<std::atomic<Share*>, threadSlots> m_shares{};
};

} // namespace rungwatch
