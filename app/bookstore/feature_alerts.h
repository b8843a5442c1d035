// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/event_log.h"
#include "rungwatch/ladder/share_alert.h"
#include "rungwatch/ladder/stay_alert.h"

namespace rungwatch::bookstore {

/// What a feature's owner has to be told, as events of the store (kind "alert", raised and cleared): that its last rung
/// serves too many for too long, and that it stays off its primary for too long. For one thread.
class FeatureAlerts {
public:
    struct Options {
        ShareAlert::Options share;
        StayAlert::Options stay;
    };

    /// `log` outlives this.
    FeatureAlerts(std::string feature, Options options, EventLog& log);

    /// A minute is over; `served`: its customers by the rung that served them.
    void closeMinute(const std::map<std::string, std::uint64_t>& served, Duration length, WallTime at);
    /// Its mode now; often enough for a mode that lasts.
    void look(Mode mode, const Moment& now);

private:
    void tell(bool raised, std::string cause, WallTime at);

    const std::string m_feature;
    const Options m_options;
    EventLog& m_log;
    ShareAlert::State m_share;
    StayAlert::State m_stay;
};

} // namespace rungwatch::bookstore
