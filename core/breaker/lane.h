// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace rungwatch::breaker {

/// What one thread's calls pass through while a breaker is closed and well: one word, no lock. It counts the calls that
/// are under way and the successes that have not been written into the breaker's state yet.
///
/// Calls enter and leave by a compare-and-swap of the whole word; whoever holds the breaker's lock shuts the lane,
/// takes what it counted, and opens it again. Each opening has a number in the word, so that a swap that was prepared
/// before fails after: what a call read beside the word (generation, end of the window's entry) was still true when its
/// swap succeeded, because those change only while the lane is shut. Several threads may share a lane. Two cache lines
/// apart, since processors fetch them in pairs.
class alignas(128) Lane {
public:
    /// A call begins, in the generation that it gives. 0: shut, or as many under way as it can count; ask the breaker
    /// itself.
    std::uint64_t enter(const std::atomic<std::uint64_t>& generation)
    {
        auto word = m_word.load(std::memory_order_acquire);
        while (isOpen(word) && (word & inFlightMask) != inFlightMask) {
            const auto entered = generation.load(std::memory_order_relaxed);
            if (m_word.compare_exchange_weak(
                    word, word + oneInFlight, std::memory_order_acq_rel, std::memory_order_acquire))
                return entered;
        }
        return 0;
    }

    /// A call ends in success, where `stillTrue()` holds of what the breaker says beside the word. False: nothing was
    /// done, tell the breaker itself.
    template <class StillTrue> bool leave(StillTrue&& stillTrue)
    {
        auto word = m_word.load(std::memory_order_acquire);
        while (isOpen(word) && (word & endedMask) != endedMask && stillTrue())
            if (m_word.compare_exchange_weak(
                    word, word - oneInFlight + oneEnded, std::memory_order_acq_rel, std::memory_order_acquire))
                return true;
        return false;
    }

    /// A call was refused: counted, whether the lane is open or not. `own`: the lane is the calling thread's alone.
    void refuse(bool own)
    {
        if (own)
            m_refused.store(m_refused.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        else
            m_refused.fetch_add(1, std::memory_order_relaxed);
    }
    /// Since the beginning.
    [[nodiscard]] std::uint64_t refused() const { return m_refused.load(std::memory_order_relaxed); }

    // The rest is for whoever holds the breaker's lock.

    /// Nothing enters or leaves from here on. Gives the successes since the last time.
    std::uint64_t shut()
    {
        auto word = m_word.load(std::memory_order_acquire);
        while (!m_word.compare_exchange_weak(
            word, word & ~(openMask | endedMask), std::memory_order_acq_rel, std::memory_order_acquire)) { }
        return (word & endedMask) / oneEnded;
    }
    /// Of a lane that is shut.
    void open()
    {
        const auto word = m_word.load(std::memory_order_relaxed);
        m_word.store((word + oneOpening) | openMask, std::memory_order_release);
    }
    [[nodiscard]] std::uint64_t inFlight() const
    {
        return (m_word.load(std::memory_order_relaxed) & inFlightMask) / oneInFlight;
    }
    /// Of a lane that is shut: a call has ended, in whatever way.
    void endOne() { m_word.fetch_sub(oneInFlight, std::memory_order_relaxed); }
    /// Of a lane that is shut: its calls are another's business now.
    void forgetCalls() { m_word.fetch_and(~inFlightMask, std::memory_order_relaxed); }

private:
    static constexpr std::uint64_t openMask = 1;
    static constexpr std::uint64_t oneInFlight = std::uint64_t{1} << 1;
    static constexpr std::uint64_t inFlightMask = ((std::uint64_t{1} << 20) - 1) << 1;
    static constexpr std::uint64_t oneEnded = std::uint64_t{1} << 21;
    static constexpr std::uint64_t endedMask = ((std::uint64_t{1} << 23) - 1) << 21;
    /// The rest of the word: it may wrap.
    static constexpr std::uint64_t oneOpening = std::uint64_t{1} << 44;

    [[nodiscard]] static bool isOpen(std::uint64_t word) { return (word & openMask) != 0; }

    std::atomic<std::uint64_t> m_word{0};
    std::atomic<std::uint64_t> m_refused{0};
};

} // namespace rungwatch::breaker
