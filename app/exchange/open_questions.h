// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/state.h"

#include <QStringList>

namespace rungwatch::exchange {

struct IncidentReport;
class OperatorActions;

/// What the record leaves open: what was never confirmed, never read, or not known, and what had not ended.
class OpenQuestions {
public:
    /// Events before the part that is reported: only how sources stood.
    void seeBefore(const fleet::Event& event);
    void see(const fleet::Event& event);
    /// A sentence each. `end` is the state after the last event.
    [[nodiscard]] QStringList all(
        const IncidentReport& report, const OperatorActions& actions, const fleet::FleetState& end) const;

private:
    struct Silence {
        std::string source;
        WallTime from;
        std::optional<WallTime> to;
    };

    void addUnconfirmed(QStringList& list, const IncidentReport& report, const OperatorActions& actions) const;
    void addUnknown(QStringList& list, const IncidentReport& report) const;
    void addSilences(QStringList& list, const IncidentReport& report) const;
    static void addUnended(QStringList& list, const IncidentReport& report, const fleet::FleetState& end);
    void silence(const fleet::FreshnessChanged& change, WallTime at);
    void seeInterval(const fleet::IntervalClosed& closed);
    void endWatch(WallTime at);

    QStringList m_seen;
    std::vector<Silence> m_silences;
    std::map<std::string, std::uint64_t> m_lastInterval;
    std::optional<WallTime> m_lastEvent;
    std::uint64_t m_dropped{0};
    std::uint64_t m_lost{0};
};

} // namespace rungwatch::exchange
