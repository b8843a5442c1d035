// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 3, row 1: server-sent events.
[[nodiscard]] bool looksLikeEventStream(const Document& document);
/// FORMATS 5.2, and the streams of resilience4j (5.1): told apart by each event's JSON. Of several events about one
/// breaker the last counts. A stream of pings alone is connected and has no data.
[[nodiscard]] Result<Reading> readHystrixStream(const Document& document);

/// Row 26: one event of the stream as a document of its own.
[[nodiscard]] bool looksLikeHystrixEvent(const Document& document);
[[nodiscard]] Result<Reading> readHystrixEvent(const Document& document);

} // namespace rungwatch::formats
