// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/lab/interval_walk.h"

#include "rungwatch/admission/share.h"

#include <algorithm>

namespace rungwatch::lab {

namespace {

/// An interval's requests on their way down: what each feature has left, and who served the rest.
class Descent {
public:
    explicit Descent(const WalkInterval& interval)
        : m_interval(interval)
    {
        for (const auto& feature : interval.features) {
            m_left.push_back(feature.requests);
            for (const auto& rung : feature.ladder)
                m_served[feature.name][rung.name] = 0;
        }
    }

    Served down()
    {
        primary();
        limited(RungKind::Secondary);
        limited(RungKind::SmallModel);
        for (const auto kind : {RungKind::Cache, RungKind::Rules, RungKind::Template})
            covered(kind);
        for (const auto kind : {RungKind::QueueForPerson, RungKind::Unavailable})
            covered(kind);
        return std::move(m_served);
    }

private:
    /// Null where the feature has none of that kind, or asks nothing of it.
    [[nodiscard]] const WalkRung* asked(std::size_t feature, RungKind kind) const
    {
        const auto& ladder = m_interval.features[feature].ladder;
        const auto rung = std::ranges::find(ladder, kind, &WalkRung::kind);
        return rung == ladder.end() || !rung->asked ? nullptr : &*rung;
    }

    void serve(std::size_t feature, const WalkRung& rung, std::int64_t requests)
    {
        m_served[m_interval.features[feature].name][rung.name] += requests;
        m_left[feature] -= requests;
    }

    void primary()
    {
        for (std::size_t i = 0; i < m_left.size(); ++i)
            if (const auto* rung = asked(i, RungKind::Primary))
                serve(i, *rung, m_left[i] - shareOf(m_left[i], Percent{100'000 - rung->coverage.milli}));
    }

    void covered(RungKind kind)
    {
        for (std::size_t i = 0; i < m_left.size(); ++i)
            if (const auto* rung = asked(i, kind))
                serve(i, *rung, shareOf(m_left[i], rung->coverage));
    }

    void limited(RungKind kind)
    {
        std::map<std::string, std::vector<std::size_t>> byCapacity;
        for (std::size_t i = 0; i < m_left.size(); ++i)
            if (const auto* rung = asked(i, kind))
                byCapacity[rung->capacity].push_back(i);
        for (const auto& [capacity, asking] : byCapacity)
            divide(capacity, asking, kind);
    }

    void divide(const std::string& capacity, const std::vector<std::size_t>& asking, RungKind kind)
    {
        std::vector<admission::Demand> demands;
        std::int64_t demanded = 0;
        for (const auto i : asking) {
            demands.push_back({m_left[i], m_interval.features[i].criticality});
            demanded += m_left[i];
        }
        const auto limit = m_interval.limits.find(capacity);
        const auto granted = admission::share(limit == m_interval.limits.end() ? demanded : limit->second, demands);
        for (std::size_t k = 0; k < asking.size(); ++k)
            serve(asking[k], *asked(asking[k], kind), granted[k]);
    }

    const WalkInterval& m_interval;
    std::vector<std::int64_t> m_left;
    Served m_served;
};

} // namespace

std::int64_t shareOf(std::int64_t n, Percent p)
{
    return (2 * n * p.milli + 100'000) / 200'000;
}

Served walk(const WalkInterval& interval)
{
    return Descent(interval).down();
}

} // namespace rungwatch::lab
