// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/breaker/lanes.h"

#include "rungwatch/breaker/window.h"

namespace rungwatch::breaker {

Lanes::Gathered Lanes::shut()
{
    Gathered gathered;
    for (std::size_t i = 0; i < used(); ++i) {
        gathered.successes += m_lanes[i].shut();
        gathered.inFlight += m_lanes[i].inFlight();
        gathered.refused += m_lanes[i].refused();
    }
    return gathered;
}

void Lanes::publish(const State& state, const Options& options)
{
    m_generation.store(state.generation, std::memory_order_relaxed);
    auto entryEnds = always;
    if (m_timed) {
        const auto until = lastEntryEnds(state, options);
        entryEnds = until ? nanoseconds(*until) : never;
    }
    m_entryEnds.store(entryEnds, std::memory_order_relaxed);
    auto refusesUntil = never;
    if (state.phase == Phase::ForcedOpen)
        refusesUntil = always;
    else if (state.phase == Phase::Open) // one less at the very end of time, which `always` has taken
        refusesUntil = std::min(nanoseconds(*state.openUntil), always - 1);
    m_refusesUntil.store(refusesUntil, std::memory_order_relaxed);
}

void Lanes::open()
{
    use(threadSlot());
    for (std::size_t i = 0; i < used(); ++i)
        m_lanes[i].open();
}

void Lanes::forgetCalls()
{
    for (std::size_t i = 0; i < used(); ++i)
        m_lanes[i].forgetCalls();
}

void Lanes::use(std::size_t slot)
{
    auto before = used();
    while (before <= slot && !m_used.compare_exchange_weak(before, slot + 1, std::memory_order_relaxed)) { }
}

} // namespace rungwatch::breaker
