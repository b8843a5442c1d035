// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/timeline/foreign_timeline.h"

namespace rungwatch::exchange {

/// What a foreign timeline has said of one service so far, as a reading.
class ToldService {
public:
    ToldService(const timeline::ForeignTimeline& told, const std::string& service);

    /// An event of this service, a note excepted.
    void take(const timeline::ForeignEvent& event);
    /// Whether something was taken since the last reading.
    [[nodiscard]] bool changed() const { return m_changed; }
    /// The reading of what is known at `at`, with the moves since the last one.
    [[nodiscard]] Reading readingAt(WallTime at);

private:
    void takeLevel(const timeline::ForeignEvent& event);
    void takeMove(const timeline::ForeignEvent& event);
    [[nodiscard]] BreakerReading& breaker(const std::string& name);

    struct Incident {
        HealthLevel level;
        std::string text;
    };

    std::string m_service;
    Reading m_reading;
    /// Those under way.
    std::map<std::string, Incident> m_incidents;
    std::uint64_t m_moves{0};
    bool m_changed{true};
};

} // namespace rungwatch::exchange
