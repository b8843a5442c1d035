// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/versions.h"
#include "rungwatch/base/result.h"
#include "rungwatch/fleet/event.h"

#include <QByteArray>

#include <span>

namespace rungwatch::journal {

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
