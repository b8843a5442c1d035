// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/fleet/event.h"

#include <QByteArray>

#include <span>

namespace rungwatch::journal {

/// The binary form of events that this program writes, and the only one that it reads. Raised when a field of an event
/// or of a reading is added or changed.
constexpr int codecVersion = 3;
/// At most so many events in one block.
constexpr std::size_t blockEvents = 1000;
/// A block is closed when its body reaches this size before it is compressed.
constexpr std::size_t blockBytes = 512 * 1024;

/// A run of events as one row: their bytes, compressed, under a checksum that also covers the row's numbers.
struct Block {
    std::uint64_t firstSeq{0};
    std::uint64_t lastSeq{0};
    WallTime firstWall;
    WallTime lastWall;
    int codec{codecVersion};
    /// Before compression.
    std::uint64_t rawBytes{0};
    QByteArray body;
    std::uint32_t checksum{0};
};

/// How hard to compress: what is written now, or what is rewritten for good.
enum class Effort { Quick, Thorough };

/// Why bytes of that version can't be read: "newer-version", "older-version". `what` begins the sentence.
[[nodiscard]] std::optional<Error> codecFault(int version, const std::string& what);

/// `events` in order, without a hole, at least one.
[[nodiscard]] Block packed(std::span<const fleet::Event> events, Effort effort);
/// The events, or what is wrong: "newer-version", "older-version", "damaged". Never throws and never allocates more
/// than the row says.
[[nodiscard]] Result<std::vector<fleet::Event>> unpacked(const Block& block);

/// The same for bytes alone, for keyframes.
[[nodiscard]] QByteArray compressed(std::string_view bytes, Effort effort);
[[nodiscard]] Result<std::string> inflated(const QByteArray& body, std::uint64_t rawBytes);
[[nodiscard]] std::uint32_t checksumOf(const QByteArray& body, std::initializer_list<std::uint64_t> numbers);

} // namespace rungwatch::journal
