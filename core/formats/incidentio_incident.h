// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/incident_list.h"

namespace rungwatch::formats {

/// The components of one page as far as it names them, and where each stands in the reading.
struct PageParts {
    /// In the page's order; the hidden ones are left out.
    std::vector<std::string> names;
    std::map<std::string, std::string> nameOfId;
    PartLevels levels;
};

/// From `components` and from the groups of `structure`.
[[nodiscard]] PageParts pagePartsOf(const JsonValue& page);
/// One affected component, with its name or an id. An id that the page does not name stays an id ("unknown-component").
void addAffected(const JsonValue& entry, PageParts& parts, Reading& reading);
/// Adds one incident in any of incident.io's forms. Its component impacts, where it has them, go to the timeline.
void addIncidentioIncident(const JsonValue& entry, PageParts& parts, Reading& reading);

} // namespace rungwatch::formats
