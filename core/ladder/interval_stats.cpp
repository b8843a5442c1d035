// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/interval_stats.h"

#include "rungwatch/base/hash.h"

#include <algorithm>

namespace rungwatch {

namespace {

/// The index of the 95th percentile by nearest rank, of `count` > 0 sorted samples.
std::size_t p95Index(std::size_t count)
{
    return (count * 95 + 99) / 100 - 1;
}

/// Rounded down: thresholds are whole thousandths too, so the rate reaches one exactly where errors / requests does.
/// Whoever reads the rate later (telemetry, a record) comes to the same verdict.
std::optional<Percent> errorRate(std::uint64_t errors, std::uint64_t requests)
{
    if (requests == 0)
        return std::nullopt;
    return Percent{static_cast<std::int64_t>(errors * 100'000 / requests)};
}

/// An interval keeps no more samples than this; of more calls, an even choice of so many.
constexpr std::size_t maxSamples = 65'536;

} // namespace

std::optional<Duration> p95Of(std::vector<Duration> samples)
{
    if (samples.empty())
        return std::nullopt;
    const auto rank = samples.begin() + static_cast<std::ptrdiff_t>(p95Index(samples.size()));
    std::nth_element(samples.begin(), rank, samples.end());
    return *rank;
}

ModeController::Observation IntervalReport::observation() const
{
    ModeController::Observation seen{error, p95, requests, quotaSpent};
    if (gap)
        seen.requests.reset();
    return seen;
}

void IntervalStats::measured(
    Source source, Duration latency, std::optional<FailureClass> failure, std::optional<Duration> deadline)
{
    using Kind = FailureClass::Kind;
    if (failure && failure->kind() == Kind::Cancelled)
        return;
    Sample sample{latency, false};
    if (failure && failure->kind() == Kind::Timeout && deadline) {
        const auto longer = *deadline < Duration::max() ? *deadline + Duration{1} : *deadline;
        sample = {std::max(latency, longer), true};
    }
    const std::lock_guard lock(m_mutex);
    ++m_requests;
    m_errors += failure && !failure->isCallerMistake() ? 1 : 0;
    m_quotaSpent = m_quotaSpent || (failure && failure->kind() == Kind::QuotaSpent);
    if (source == Source::Canary) {
        ++m_canaries;
        ++m_canariesTotal;
    }
    if (m_samples.size() < maxSamples)
        m_samples.push_back(sample);
    else if (const auto place = mixed(m_requests) % m_requests; place < maxSamples)
        m_samples[place] = sample;
}

void IntervalStats::served(const std::string& rung)
{
    const std::lock_guard lock(m_mutex);
    ++m_served[rung];
}

void IntervalStats::markGap()
{
    const std::lock_guard lock(m_mutex);
    m_gap = true;
}

IntervalReport IntervalStats::close(const Moment& now)
{
    const auto apart = now.boot - now.steady.time_since_epoch();
    {
        const std::lock_guard lock(m_mutex);
        m_gap = m_gap || (m_apart && apart - *m_apart > longestNap);
        m_apart = apart;
    }
    return close(now.steady);
}

IntervalReport IntervalStats::close(SteadyTime now)
{
    const std::lock_guard lock(m_mutex);
    IntervalReport report;
    report.n = ++m_n;
    report.began = m_began;
    report.ended = now;
    report.requests = m_requests;
    report.errors = m_errors;
    report.canaries = m_canaries;
    report.error = errorRate(m_errors, m_requests);
    if (!m_samples.empty()) {
        const auto rank = m_samples.begin() + static_cast<std::ptrdiff_t>(p95Index(m_samples.size()));
        std::nth_element(m_samples.begin(), rank, m_samples.end(),
            [](const Sample& a, const Sample& b) { return a.latency < b.latency; });
        report.p95 = rank->latency;
        report.p95BeyondDeadline = rank->beyond;
    }
    report.quotaSpent = m_quotaSpent;
    report.gap = m_gap;
    report.served = std::move(m_served);

    m_began = now;
    m_samples.clear();
    m_requests = m_errors = m_canaries = 0;
    m_quotaSpent = m_gap = false;
    m_served.clear();
    return report;
}

std::uint64_t IntervalStats::canariesTotal() const
{
    const std::lock_guard lock(m_mutex);
    return m_canariesTotal;
}

} // namespace rungwatch
