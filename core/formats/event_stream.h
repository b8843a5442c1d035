// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rungwatch::formats {

struct StreamEvent {
    /// The `event:` field, empty for none.
    std::string type;
    std::string id;
    /// The `data:` lines, joined by newlines.
    std::string data;
};

struct EventStream {
    /// Those with data.
    std::vector<StreamEvent> events;
    /// Keep-alives: lines with a field named ping, and events of that type without data.
    std::uint64_t pings{0};
    /// What follows the last blank line is no event yet, and was dropped.
    bool truncatedTail{false};
    /// In ms, as the last `retry:` said.
    std::optional<std::uint64_t> retryMs;
    /// More than this many events stood in one body, or one was longer than a MiB.
    bool tooLarge{false};
};

inline constexpr std::size_t maxStreamEvents{50'000};

/// Server-sent events out of a piece of a stream, as far as they are complete: lines end LF, CRLF or CR, and only a
/// blank line completes an event.
[[nodiscard]] EventStream parseEventStream(std::string_view body);

} // namespace rungwatch::formats
