// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"
#include "rungwatch/formats/level_words.h"

/// \file
/// What the readers of status pages and pagers share.

namespace rungwatch::formats {

/// The words of Statuspage, incident.io and their clones, of indicators, impacts and components alike: "none" is
/// HEALTHY and "critical" the worst. Exporters mix the two lists up, and no word of one means another thing in the
/// other.
[[nodiscard]] LevelWord pageLevel(std::string_view word);
/// A resolved, postmortem or completed incident is over; every word that is not known is not.
[[nodiscard]] bool isOver(std::string_view status);

/// Oldest first; entries without a time come first, and equal times keep their order.
void sortByTime(std::vector<TimelineEntry>& entries);
void sortByTime(std::vector<IncidentUpdate>& updates);

/// Whether an incident weighs on the service now: not over, and not maintenance that is only planned.
[[nodiscard]] bool isUnderWay(const IncidentReading& incident);
/// The worst level of the incidents under way; HEALTHY where there is none.
[[nodiscard]] HealthLevel levelOf(const std::vector<IncidentReading>& incidents);
/// The worst component, but UNAVAILABLE counts as CRITICAL while another is better (FORMATS 2.5). Nothing where none of
/// them says anything.
[[nodiscard]] std::optional<HealthLevel> worstOfParts(const std::vector<Component>& components);

/// Gives a component its level, or the worse of two where it has one already. For the components of one reading.
class PartLevels {
public:
    void add(Reading& reading, const std::string& name, HealthLevel level);

private:
    std::map<std::string, std::size_t> m_places;
};

/// "too-large" where one of the lists is.
[[nodiscard]] std::optional<Error> listFault(const JsonValue& root, std::initializer_list<const char*> lists);

} // namespace rungwatch::formats
