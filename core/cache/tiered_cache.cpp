// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/tiered_cache.h"

#include "rungwatch/base/hash.h"

#include <atomic>

namespace rungwatch {

struct TieredCache::Level {
    explicit Level(std::unique_ptr<CacheLevel> itsCache)
        : cache(std::move(itsCache))
    {
    }

    std::unique_ptr<CacheLevel> cache;
    OwedRemovals owed;
    std::atomic<std::uint64_t> hits{0}, misses{0}, errors{0}, refused{0};
};

namespace {

/// What a level throws is an error like any other.
template <class Answer, class Call> Answer guarded(Call&& call)
{
    try {
        return call();
    } catch (const std::exception& thrown) {
        return Error{"thrown", thrown.what(), {}};
    } catch (...) {
        return Error{"thrown", "something that is no exception", {}};
    }
}

} // namespace

TieredCache::TieredCache(std::vector<std::unique_ptr<CacheLevel>> levels, const StalePolicy& policy, const Clock& clock)
    : m_policy(policy)
    , m_clock(clock)
{
    for (auto& level : levels)
        m_levels.push_back(std::make_unique<Level>(std::move(level)));
}

TieredCache::~TieredCache() = default;

TieredCache::Stripe& TieredCache::stripeOf(const std::string& identity)
{
    return m_stripes[mixed(fnv1a(identity)) % m_stripes.size()];
}

const TieredCache::Stripe& TieredCache::stripeOf(const std::string& identity) const
{
    return m_stripes[mixed(fnv1a(identity)) % m_stripes.size()];
}

TieredCache::Begun TieredCache::begin(const std::string& identity) const
{
    const auto& stripe = stripeOf(identity);
    const std::lock_guard lock(stripe.mutex);
    return stripe.changes;
}

TieredCache::Found TieredCache::get(const AnswerKey& key)
{
    Found found;
    found.refusal = m_policy.refuses({}, key);
    const auto begun = begin(key.identity);
    std::vector<std::size_t> above;
    for (std::size_t i = 0; i < m_levels.size(); ++i) {
        auto& level = *m_levels[i];
        const auto held = ask(level, key);
        if (!held) {
            ++level.errors;
            ++found.errors;
            continue;
        }
        if (!*held) {
            ++level.misses;
            above.push_back(i);
            continue;
        }
        // Read after the level has answered: what it took to answer is part of the age.
        const auto age = (*held)->stamp.ageAt(m_clock.now());
        const auto refusal = m_policy.refuses({key, (*held)->value.empty(), age}, key);
        if (!refusal) {
            ++level.hits;
            promote(above, key, **held, begun);
            return {(*held)->value, age, i, std::nullopt, found.errors};
        }
        ++level.refused;
        above.push_back(i);
        if (found.refusal == StaleRefusal::Empty) {
            found.refusal = refusal;
            found.age = age;
        }
    }
    return found;
}

Result<std::optional<DatedValue>> TieredCache::ask(Level& level, const AnswerKey& key)
{
    using Answer = Result<std::optional<DatedValue>>;
    return guarded<Answer>([&]() -> Answer {
        if (level.owed.has(key.identity)) {
            const std::lock_guard lock(stripeOf(key.identity).mutex);
            if (auto error = level.owed.settle(*level.cache, key.identity))
                return *std::move(error);
        }
        return level.cache->get(key, m_clock.now());
    });
}

/// The stripe is held.
bool TieredCache::write(Level& level, const AnswerKey& key, const DatedValue& answer)
{
    const auto error = guarded<std::optional<Error>>([&]() -> std::optional<Error> {
        if (auto unsettled = level.owed.settle(*level.cache, key.identity))
            return unsettled;
        return level.cache->put(key, answer, m_clock.now());
    });
    if (!error)
        return true;
    ++level.errors;
    level.owed.add(key.identity);
    return false;
}

void TieredCache::promote(
    const std::vector<std::size_t>& levels, const AnswerKey& key, const DatedValue& answer, Begun begun)
{
    if (levels.empty())
        return;
    auto& stripe = stripeOf(key.identity);
    const std::lock_guard lock(stripe.mutex);
    if (stripe.changes != begun)
        return;
    for (const auto level : levels)
        write(*m_levels[level], key, answer);
}

std::size_t TieredCache::put(const AnswerKey& key, const DatedValue& answer, Begun begun)
{
    if (answer.value.empty() || key.scope.empty())
        return 0;
    auto& stripe = stripeOf(key.identity);
    const std::lock_guard lock(stripe.mutex);
    if (stripe.changes != begun)
        return 0;
    std::size_t taken = 0;
    for (auto& level : m_levels)
        taken += write(*level, key, answer) ? 1 : 0;
    return taken;
}

std::size_t TieredCache::invalidate(const std::string& identity)
{
    auto& stripe = stripeOf(identity);
    const std::lock_guard lock(stripe.mutex);
    ++stripe.changes;
    std::size_t done = 0;
    for (auto& level : m_levels) {
        // Owed until it is done, so that nobody reads it in between, nor after a failure.
        level->owed.add(identity);
        const auto error = guarded<std::optional<Error>>([&] { return level->owed.settle(*level->cache, identity); });
        done += error ? 0 : 1;
        level->errors += error ? 1 : 0;
    }
    return done;
}

std::vector<TieredCache::LevelStats> TieredCache::stats() const
{
    std::vector<LevelStats> stats;
    for (const auto& level : m_levels)
        stats.push_back({std::string(level->cache->name()), level->hits, level->misses, level->errors, level->refused});
    return stats;
}

} // namespace rungwatch
