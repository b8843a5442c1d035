// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/event.h"

namespace rungwatch {
class ByteReader;
class ByteWriter;
} // namespace rungwatch

/// \file
/// The form in which a journal holds polls, the only thing there that happens a thousand times a second: column by
/// column, each value as its difference to the one before it. What is as usual is then a run of equal bytes, which
/// compresses to next to nothing.

namespace rungwatch::journal {

/// `at` is the steady time of the event that the round is the body of.
void writeRound(ByteWriter& writer, const fleet::PollRound& round, SteadyTime at);
/// Like every read of the reader: after damage it has failed, and what comes back is of no use.
[[nodiscard]] fleet::PollRound readRound(ByteReader& reader, SteadyTime at);

void writeStarts(ByteWriter& writer, const std::vector<fleet::PollStart>& polls);
[[nodiscard]] std::vector<fleet::PollStart> readStarts(ByteReader& reader);

/// A number that is often a round one: 8,000,000 takes a byte.
void writeRounded(ByteWriter& writer, std::int64_t value);
[[nodiscard]] std::int64_t readRounded(ByteReader& reader);

} // namespace rungwatch::journal
