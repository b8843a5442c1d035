// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/health/health_checker.h"

#include "rungwatch/cache/stale_policy.h"

#include <algorithm>

namespace rungwatch {

namespace {

constexpr std::size_t keptChanges = 64;

} // namespace

CheckReading readingOf(std::string name, std::string_view word, Duration latency, std::string error)
{
    const auto known = enumFromName<CheckStatus>(word);
    if (!known && error.empty())
        error = "unknown status \"" + std::string(word) + "\"";
    return {std::move(name), known.value_or(CheckStatus::Unhealthy), latency, std::move(error)};
}

HealthChecker::HealthChecker(const HealthCheckerOptions& options)
    : m_downAfter(options.downAfter)
    , m_upAfter(options.upAfter)
{
    for (const auto& check : options.services) {
        Service service;
        service.check = check;
        m_services.push_back(std::move(service));
    }
}

bool HealthChecker::takesPart(const Service& service) const
{
    return service.check.flag.empty() || m_flags.contains(service.check.flag);
}

HealthChecker::Service* HealthChecker::find(std::string_view name)
{
    const auto found =
        std::ranges::find_if(m_services, [name](const Service& service) { return service.check.name == name; });
    return found != m_services.end() && takesPart(*found) ? &*found : nullptr;
}

void HealthChecker::setFlag(const std::string& flag, bool on, const Moment& now)
{
    const std::lock_guard lock(m_mutex);
    overdue(now);
    if (on ? !m_flags.insert(flag).second : m_flags.erase(flag) == 0)
        return;
    for (auto& service : m_services) {
        if (service.check.flag != flag)
            continue;
        service.shown.reset();
        service.against = 0;
    }
    judge(LevelCause::Flag, now);
}

bool HealthChecker::knows(std::string_view service) const
{
    const std::lock_guard lock(m_mutex);
    return std::ranges::any_of(m_services, [service](const Service& each) { return each.check.name == service; });
}

bool HealthChecker::begin(std::string_view service, const Moment& now)
{
    const std::lock_guard lock(m_mutex);
    auto* found = find(service);
    if (!found)
        return false;
    if (!found->runningSince) {
        found->runningSince = now.steady;
        found->timedOut = false;
        return true;
    }
    const auto latency = now.steady - *found->runningSince;
    if (latency > found->check.timeout) {
        found->timedOut = true;
        read(*found, {found->check.name, CheckStatus::TimedOut, latency, {}}, now);
        judge(LevelCause::Timeout, now);
    }
    return false;
}

void HealthChecker::end(const CheckReading& reading, const Moment& now)
{
    const std::lock_guard lock(m_mutex);
    overdue(now);
    // Also where its flag went off meanwhile: it must be able to start again later.
    const auto found =
        std::ranges::find_if(m_services, [&](const Service& service) { return service.check.name == reading.name; });
    if (found == m_services.end() || !found->runningSince)
        return;
    auto timed = reading;
    timed.latency = now.steady - *found->runningSince;
    ended(*found, std::move(timed), now);
    judge(LevelCause::Checks, now);
}

void HealthChecker::record(std::span<const CheckReading> round, const Moment& now)
{
    const std::lock_guard lock(m_mutex);
    overdue(now);
    for (const auto& reading : round)
        if (auto* service = find(reading.name))
            ended(*service, reading, now);
    judge(LevelCause::Checks, now);
}

void HealthChecker::passTime(const Moment& now)
{
    const std::lock_guard lock(m_mutex);
    overdue(now);
}

HealthDocument HealthChecker::document(const Moment& now)
{
    const std::lock_guard lock(m_mutex);
    overdue(now);
    return healthDocument(checks(now));
}

std::vector<LevelChange> HealthChecker::takeChanges(const Moment& now)
{
    const std::lock_guard lock(m_mutex);
    overdue(now);
    return std::exchange(m_changes, {});
}

/// One that was timed out while it ran has had its reading: the first verdict stands.
void HealthChecker::ended(Service& service, CheckReading reading, const Moment& now)
{
    const bool late = reading.latency > service.check.timeout;
    const bool told = service.runningSince && service.timedOut;
    service.runningSince.reset();
    service.timedOut = false;
    if ((told && late) || !takesPart(service))
        return;
    if (late)
        reading.status = CheckStatus::TimedOut;
    read(service, std::move(reading), now);
}

void HealthChecker::read(Service& service, CheckReading reading, const Moment& now)
{
    const bool healthy = reading.status == CheckStatus::Healthy;
    if (service.shown && healthy != (service.shown->status == CheckStatus::Healthy)) {
        if (++service.against < (healthy ? m_upAfter : m_downAfter))
            return;
    }
    service.against = 0;
    service.shown = std::move(reading);
    service.shownAt = now;
}

/// Reads as timed out what has run for longer than its timeout, once a check.
void HealthChecker::overdue(const Moment& now)
{
    bool any = false;
    for (auto& service : m_services) {
        if (!service.runningSince || service.timedOut || !takesPart(service))
            continue;
        const auto latency = now.steady - *service.runningSince;
        if (latency <= service.check.timeout)
            continue;
        service.timedOut = true;
        read(service, {service.check.name, CheckStatus::TimedOut, latency, {}}, now);
        any = true;
    }
    if (any)
        judge(LevelCause::Timeout, now);
}

void HealthChecker::judge(LevelCause cause, const Moment& now)
{
    const bool anyRead =
        std::ranges::any_of(m_services, [](const Service& service) { return service.shown.has_value(); });
    if (!m_level && !anyRead)
        return;
    const auto level = rollUp(checks(now));
    if (m_level && *m_level != level) {
        if (m_changes.size() == keptChanges)
            m_changes.erase(m_changes.begin());
        m_changes.push_back({++m_seq, *m_level, level, cause, now});
    }
    m_level = level;
}

std::vector<Check> HealthChecker::checks(const Moment& now) const
{
    std::vector<Check> list;
    for (const auto& service : m_services) {
        if (!takesPart(service))
            continue;
        Check check{service.check.name, CheckStatus::NotChecked, service.check.critical, {}, {}};
        if (service.shown) {
            check.status = service.shown->status;
            check.latency = service.shown->latency;
            check.error = service.shown->error;
            check.age = ageOf(service.shownAt, now);
        }
        list.push_back(std::move(check));
    }
    return list;
}

} // namespace rungwatch
