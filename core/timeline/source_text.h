// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/located_json.h"
#include "rungwatch/timeline/foreign_timeline.h"

/// \file
/// What the readers of timelines share.

namespace rungwatch::timeline {

/// The source's JSON, without a byte order mark and outer blanks. Errors are placed by their line.
[[nodiscard]] Result<JsonValue> rootOf(std::string_view bytes);
/// "/incidents/2 (line 40)".
[[nodiscard]] std::string placeOf(const std::string& pointer, const JsonValue& value);
/// The parts that say something, joined by ": ".
[[nodiscard]] std::string sentence(std::initializer_list<std::string_view> parts);
/// The timeline in order, or the error "empty" where nothing of it could be placed.
[[nodiscard]] Result<ForeignTimeline> finished(ForeignTimeline timeline);
/// An address that a source may have, else empty.
[[nodiscard]] std::string webAddress(const std::string& text);

/// One incident of a page, as its reader of single answers understood it: its updates become notes, its moves levels of
/// the parts that it names, and where it names none, of the page. `part` holds that incident alone.
void placeIncident(const Reading& part, const std::string& where, ForeignTimeline& timeline);

} // namespace rungwatch::timeline
