// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/exchange/incident_report.h"

/// \file
/// The words of a report, the same in every form of it.

namespace rungwatch::exchange {

struct Fact {
    QString name;
    QString value;
};

struct Table {
    QStringList heads;
    std::vector<QStringList> rows;
    /// Rows that a reader looks for first; by index.
    std::vector<bool> stands;
};

/// Timeline rows beyond so many are left to the table (.csv).
constexpr std::size_t mostTimelineRows{3000};

[[nodiscard]] QString titleOf(const IncidentReport& report);
/// Two sentences: what broke, from when to when, and what users got.
[[nodiscard]] QString gistOf(const IncidentReport& report);
[[nodiscard]] std::vector<Fact> summaryOf(const IncidentReport& report);
/// "DEGRADED"; for an incident that a person declared and the console never found, "never seen worse".
[[nodiscard]] QString worstOf(const fleet::Incident& incident);
/// Why the fleet was at its worst, and before it what a person said: "by hand, ada: “checkout is slow”, ended by bob".
[[nodiscard]] QString whyOf(const fleet::Incident& incident);
/// How long each incident took to be seen, to be acted on and to end.
[[nodiscard]] Table incidentsTable(const IncidentReport& report);
[[nodiscard]] Table answersTable(const IncidentReport& report);
[[nodiscard]] Table timelineTable(const IncidentReport& report);
[[nodiscard]] Table actionsTable(const IncidentReport& report);
/// What the record is, and how it can be checked.
[[nodiscard]] QString provenanceOf(const IncidentReport& report);

/// "2026-11-30 14:27:05 UTC".
[[nodiscard]] QString dayAndTime(WallTime at);

} // namespace rungwatch::exchange
