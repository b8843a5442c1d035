// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/feature_runner.h"

#include "rungwatch/ladder/walk.h"

namespace rungwatch {

FeatureRunner::FeatureRunner(std::string name, Ladder ladder, std::vector<RungBinding> bindings, const Clock& clock,
    KillSwitch* killSwitch, IntervalStats* stats, const FeatureTerms& terms)
    : m_name(std::move(name))
    , m_ladder(std::move(ladder))
    , m_bindings(std::move(bindings))
    , m_clock(clock)
    , m_killSwitch(killSwitch)
    , m_stats(stats)
    , m_terms(terms)
    , m_rests(m_ladder.rungs.size())
    , m_served(m_ladder.rungs.size())
{
    m_bindings.resize(m_ladder.rungs.size());
    m_terms.reserves.resize(m_ladder.rungs.size());
    for (std::size_t i = 0; i < m_ladder.rungs.size(); ++i)
        m_shares.push_back({m_ladder.rungs[i].deadline, m_terms.reserves[i]});
}

FeatureAnswer FeatureRunner::run(const FeatureRequest& request, Mode mode)
{
    Walk walk(*this, request.key, request.purpose, request.deadline);
    auto rung = request.rung;
    if (const auto forced = m_terms.forcedRung ? m_terms.forcedRung->at(walk.now()) : std::nullopt)
        // A drill costs no customer an answer: it moves only its own requests.
        if (forced->mode == Mode::Forced ? request.purpose == Purpose::Customer : request.purpose == Purpose::Drill) {
            mode = forced->mode;
            rung = forced->rung;
        }
    const auto first = walk.begin(mode, rung);
    const auto end = walk.answer.mode == Mode::Drill ? first + 1 : m_ladder.rungs.size();
    for (auto index = first; index < end; ++index)
        if (walk.tries(index, true))
            break;
    if (walk.answer.rung && request.purpose == Purpose::Customer) {
        if (m_stats)
            m_stats->served(walk.answer.rungName);
        m_served[*walk.answer.rung].fetch_add(1, std::memory_order_relaxed);
    }
    return std::move(walk.answer);
}

FeatureAnswer FeatureRunner::canary(const AnswerKey& key)
{
    Walk walk(*this, key, Purpose::Canary, std::nullopt);
    walk.answer.mode = Mode::Degraded;
    static_cast<void>(walk.tries(0, false));
    return std::move(walk.answer);
}

std::vector<std::uint64_t> FeatureRunner::served() const
{
    return {m_served.begin(), m_served.end()};
}

FeatureRunner::Standing FeatureRunner::standing(SteadyTime now) const
{
    Standing standing;
    if (m_killSwitch)
        standing.kill = m_killSwitch->phase(now);
    if (m_terms.forcedRung)
        standing.forced = m_terms.forcedRung->at(now);
    for (std::size_t i = 0; i < m_ladder.rungs.size(); ++i) {
        const auto* breaker = m_bindings[i].breaker;
        standing.breakers.push_back(breaker ? std::optional(breaker->phase()) : std::nullopt);
        standing.resting.push_back(m_rests[i].left(now).has_value());
    }
    return standing;
}

std::optional<Duration> FeatureRunner::restLeft(std::size_t rung, SteadyTime now) const
{
    return m_rests[rung].left(now);
}

} // namespace rungwatch
