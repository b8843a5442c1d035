// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/ttl_cache.h"

#include "rungwatch/base/hash.h"

#include <stdexcept>

namespace rungwatch {

namespace {

CachedAnswer fresh(DatedValue answer, std::optional<Duration> age)
{
    CachedAnswer given;
    given.mode = AnswerMode::Fresh;
    given.value = std::move(answer.value);
    given.age = age;
    return given;
}

CachedAnswer cached(const std::string& value, std::optional<Duration> age, CachedBecause because)
{
    CachedAnswer given;
    given.mode = AnswerMode::Cached;
    given.value = value;
    given.age = age;
    given.because = because;
    return given;
}

const TtlOptions& checked(const TtlOptions& options)
{
    if (const auto fault = options.fault())
        throw std::invalid_argument(fault->where + ": " + fault->message);
    return options;
}

} // namespace

TtlCache::TtlCache(const TtlOptions& options, const Clock& clock, std::uint64_t seed)
    : m_options(checked(options))
    , m_clock(clock)
    , m_seed(seed)
    , m_flights(options.flight, clock)
    , m_store(options.maxEntries)
    , m_changes(options.maxEntries)
{
}

CachedAnswer TtlCache::get(const AnswerKey& key, const Load& load)
{
    if (auto answer = valid(key))
        return std::move(*answer);
    if (auto answer = revalidating(key))
        return std::move(*answer);
    return loadNow(key, load, false);
}

CachedAnswer TtlCache::reload(const AnswerKey& key, const Load& load)
{
    return loadNow(key, load, true);
}

/// The clock is read under the lock, once: an answer that was stored before is then never from the future.
std::optional<CachedAnswer> TtlCache::valid(const AnswerKey& key)
{
    const std::lock_guard lock(m_mutex);
    const auto seen = m_store.judge(key, StalePolicy{Duration::max()}, m_clock.now());
    if (seen.refusal || *seen.age >= seen.entry->life)
        return std::nullopt;
    ++m_stats.hits;
    return cached(seen.entry->held.value, seen.age, CachedBecause::WithinTtl);
}

std::optional<CachedAnswer> TtlCache::revalidating(const AnswerKey& key)
{
    if (!m_options.staleWhileRevalidate)
        return std::nullopt;
    std::optional<CachedAnswer> answer;
    {
        const std::lock_guard lock(m_mutex);
        const auto seen = m_store.judge(key, *m_options.staleWhileRevalidate, m_clock.now());
        if (seen.refusal)
            return std::nullopt;
        answer = cached(seen.entry->held.value, seen.age, CachedBecause::Revalidating);
    }
    if (auto flight = m_flights.tryStart(key)) {
        // The refresh of another may have ended since: then there is nothing to renew.
        if (auto renewed = valid(key))
            return renewed;
        answer->refresh.emplace(std::move(*flight));
    }
    const std::lock_guard lock(m_mutex);
    ++m_stats.revalidating;
    return answer;
}

CachedAnswer TtlCache::loadNow(const AnswerKey& key, const Load& load, bool evenIfValid)
{
    {
        const std::lock_guard lock(m_mutex);
        ++m_stats.misses;
    }
    // Whose rights an answer without a scope was obtained under nobody knows: it is shared with nobody.
    if (key.scope.empty())
        return outcomeOf(key, [&] { return SingleFlight::Outcome{loadAndLand(key, load), SingleFlight::Source::Own}; });
    const auto unlessLandedMeanwhile = [&]() -> Loaded {
        if (!evenIfValid) {
            const std::lock_guard lock(m_mutex);
            const auto seen = m_store.judge(key, StalePolicy{Duration::max()}, m_clock.now());
            if (!seen.refusal && *seen.age < seen.entry->life)
                return seen.entry->held;
        }
        return loadAndLand(key, load);
    };
    return outcomeOf(key, [&] { return m_flights.run(key, unlessLandedMeanwhile); });
}

CachedAnswer TtlCache::refresh(RefreshTicket ticket, const Load& load)
{
    const auto key = ticket.m_flight.key();
    return outcomeOf(
        key, [&] { return m_flights.run(std::move(ticket.m_flight), [&] { return loadAndLand(key, load); }); });
}

/// Thrown errors and error replies are treated alike.
CachedAnswer TtlCache::outcomeOf(const AnswerKey& key, const std::function<SingleFlight::Outcome()>& run)
{
    try {
        auto outcome = run();
        if (auto* answer = std::get_if<DatedValue>(&outcome.result)) {
            const auto age = answer->stamp.ageAt(m_clock.now());
            return fresh(std::move(*answer), age);
        }
        return standIn(key, std::get<FailureClass>(outcome.result));
    } catch (...) {
        auto answer = standIn(key, FailureClass(FailureClass::Kind::Thrown));
        answer.thrown = std::current_exception();
        return answer;
    }
}

void TtlCache::countFailedLoad()
{
    const std::lock_guard lock(m_mutex);
    ++m_stats.failedLoads;
}

Loaded TtlCache::loadAndLand(const AnswerKey& key, const Load& load)
{
    Changes::Mark begun = 0;
    {
        const std::lock_guard lock(m_mutex);
        begun = m_changes.now();
        ++m_stats.loads;
    }
    std::variant<std::string, FailureClass> result;
    try {
        result = load();
    } catch (...) {
        countFailedLoad();
        throw;
    }
    if (const auto* failure = std::get_if<FailureClass>(&result)) {
        countFailedLoad();
        return *failure;
    }
    const std::lock_guard lock(m_mutex);
    const auto now = m_clock.now();
    DatedValue answer{std::move(std::get<std::string>(result)), AgeStamp::obtained(now)};
    if (m_changes.changedSince(key.identity, begun))
        ++m_stats.discarded;
    else
        store(key, answer, now);
    return answer;
}

bool TtlCache::store(const AnswerKey& key, DatedValue answer, const Moment& now)
{
    const auto subject = key.identity + '\0' + key.scope;
    const auto life = m_options.life(draw(m_seed, subject, m_stored++));
    return m_store.put(key, {std::move(answer), life}, now);
}

CachedAnswer TtlCache::standIn(const AnswerKey& key, std::optional<FailureClass> failure)
{
    CachedAnswer answer;
    answer.failure = failure;
    // A refusal of the request itself (401, 404) is the answer: what was allowed before does not stand in for it.
    if (!m_options.staleIfError || (failure && failure->isCallerMistake()))
        return answer;
    const std::lock_guard lock(m_mutex);
    const auto seen = m_store.judge(key, *m_options.staleIfError, m_clock.now());
    if (!seen.refusal) {
        ++m_stats.staleServed;
        answer =
            cached(seen.entry->held.value, seen.age, failure ? CachedBecause::UpstreamFailed : CachedBecause::NotAsked);
        answer.failure = failure;
        return answer;
    }
    if (seen.entry)
        ++m_stats.refused;
    answer.age = seen.age;
    answer.refusal = seen.refusal;
    return answer;
}

bool TtlCache::put(const AnswerKey& key, DatedValue answer)
{
    const std::lock_guard lock(m_mutex);
    return store(key, std::move(answer), m_clock.now());
}

void TtlCache::invalidate(const std::string& identity)
{
    {
        const std::lock_guard lock(m_mutex);
        m_changes.changed(identity);
        m_store.eraseIdentity(identity);
    }
    m_flights.detach(identity);
}

void TtlCache::invalidate(const AnswerKey& key)
{
    {
        const std::lock_guard lock(m_mutex);
        m_changes.changed(key.identity);
        m_store.erase(key);
    }
    m_flights.detach(key.identity);
}

void TtlCache::clear()
{
    {
        const std::lock_guard lock(m_mutex);
        m_changes.everythingChanged();
        m_store.clear();
    }
    m_flights.detachAll();
}

TtlCache::Stats TtlCache::stats() const
{
    const std::lock_guard lock(m_mutex);
    auto stats = m_stats;
    stats.entries = m_store.size();
    return stats;
}

} // namespace rungwatch
