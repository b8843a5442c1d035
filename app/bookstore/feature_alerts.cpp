// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/feature_alerts.h"

namespace rungwatch::bookstore {

namespace {

std::string seconds(Duration length)
{
    return std::to_string(length / std::chrono::seconds(1)) + " s";
}

std::string percent(Percent share)
{
    return std::to_string(share.milli / 1000) + "." + std::to_string(share.milli / 100 % 10) + " %";
}

} // namespace

FeatureAlerts::FeatureAlerts(std::string feature, Options options, EventLog& log)
    : m_feature(std::move(feature))
    , m_options(std::move(options))
    , m_log(log)
{
}

void FeatureAlerts::closeMinute(const std::map<std::string, std::uint64_t>& served, Duration length, WallTime at)
{
    const bool before = m_share.raised;
    const auto& limits = m_options.share;
    m_share = ShareAlert::observe(m_share, limits, ShareAlert::seenOf(served, limits.rung, length));
    if (m_share.raised == before)
        return;
    const auto limit = percent(limits.above);
    tell(m_share.raised,
        limits.rung + " serves " + percent(m_share.lastShare.value_or(Percent{}))
            + (m_share.raised ? ", above " + limit + " for " + seconds(m_share.aboveFor) : ", not above " + limit),
        at);
}

void FeatureAlerts::look(Mode mode, const Moment& now)
{
    const bool before = m_stay.raised;
    m_stay = StayAlert::observe(m_stay, m_options.stay, mode, now.steady);
    if (m_stay.raised != before)
        tell(m_stay.raised,
            m_stay.raised ? "off its primary for " + seconds(m_options.stay.longest) : "on its primary again",
            now.wall);
}

void FeatureAlerts::tell(bool raised, std::string cause, WallTime at)
{
    m_log.add({0, at, "alert", m_feature, raised ? "cleared" : "raised", raised ? "raised" : "cleared",
        std::move(cause), std::nullopt});
}

} // namespace rungwatch::bookstore
