// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/canary.h"

#include <limits>

namespace rungwatch::poll {

namespace {

/// The number of no endpoint.
constexpr auto canaryEndpoint = std::numeric_limits<std::uint32_t>::max();

} // namespace

Canary::Canary(const Clock& clock, ResultQueue& results)
    : m_clock(clock)
    , m_results(results)
{
    m_timer.setInterval(beatEvery);
    connect(&m_timer, &QTimer::timeout, this, &Canary::beat);
}

void Canary::start()
{
    m_timer.start();
    beat();
}

void Canary::stop()
{
    m_timer.stop();
}

void Canary::beat()
{
    fleet::PollResult result;
    result.endpoint = canaryEndpoint;
    result.obtainedAt = m_clock.steadyNow();
    (void)m_results.push(std::move(result));
}

std::optional<fleet::CanarySeen> canaryIn(const fleet::PollResult& result)
{
    if (result.endpoint != canaryEndpoint)
        return std::nullopt;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(result.obtainedAt.time_since_epoch());
    return fleet::CanarySeen{static_cast<std::uint64_t>(seconds.count())};
}

} // namespace rungwatch::poll
