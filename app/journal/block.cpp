// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/block.h"

#include "app/journal/event_run.h"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace rungwatch::journal {

namespace {

/// Far above any block or keyframe; a damaged number must not ask for memory.
constexpr std::uint64_t maxRawBytes = 1ULL << 30;

std::uint32_t blockChecksum(const Block& block)
{
    return checksumOf(block.body,
        {block.firstSeq, block.lastSeq, static_cast<std::uint64_t>(block.firstWall.time_since_epoch().count()),
            static_cast<std::uint64_t>(block.lastWall.time_since_epoch().count()),
            static_cast<std::uint64_t>(block.codec), block.rawBytes});
}

Error damaged(const Block& block, const std::string& what)
{
    return Error{"damaged",
        "the block of events " + std::to_string(block.firstSeq) + " to " + std::to_string(block.lastSeq) + " " + what,
        {}};
}

} // namespace

QByteArray compressed(std::string_view bytes, Effort effort)
{
    auto size = compressBound(static_cast<uLong>(bytes.size()));
    QByteArray body(static_cast<qsizetype>(size), Qt::Uninitialized);
    // Can't fail: the buffer has the size that zlib asked for.
    compress2(reinterpret_cast<Bytef*>(body.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
        static_cast<uLong>(bytes.size()), effort == Effort::Quick ? 1 : 6);
    body.resize(static_cast<qsizetype>(size));
    return body;
}

Result<std::string> inflated(const QByteArray& body, std::uint64_t rawBytes)
{
    if (rawBytes > maxRawBytes)
        return Error{"damaged", "the size before compression is beyond any that is written", {}};
    std::string bytes(rawBytes, '\0');
    auto size = static_cast<uLong>(bytes.size());
    const int code = uncompress(reinterpret_cast<Bytef*>(bytes.data()), &size,
        reinterpret_cast<const Bytef*>(body.constData()), static_cast<uLong>(body.size()));
    if (code != Z_OK || size != rawBytes)
        return Error{"damaged", "the compressed bytes can't be read", {}};
    return bytes;
}

std::uint32_t checksumOf(const QByteArray& body, std::initializer_list<std::uint64_t> numbers)
{
    auto sum = crc32(0L, nullptr, 0);
    for (const auto number : numbers) {
        // Byte by byte, so that the file means the same on every machine.
        std::array<Bytef, 8> bytes{};
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<Bytef>(number >> (8 * i));
        sum = crc32(sum, bytes.data(), static_cast<uInt>(bytes.size()));
    }
    return static_cast<std::uint32_t>(
        crc32(sum, reinterpret_cast<const Bytef*>(body.constData()), static_cast<uInt>(body.size())));
}

Block packed(std::span<const fleet::Event> events, Effort effort)
{
    const auto bytes = runBytes(events);
    Block block;
    block.firstSeq = events.front().seq;
    block.lastSeq = events.back().seq;
    block.firstWall = events.front().wall;
    block.lastWall = events.back().wall;
    block.rawBytes = bytes.size();
    block.body = compressed(bytes, effort);
    block.checksum = blockChecksum(block);
    return block;
}

Result<std::vector<fleet::Event>> unpacked(const Block& block)
{
    const auto range = "events " + std::to_string(block.firstSeq) + " to " + std::to_string(block.lastSeq);
    if (auto fault = codecFault(block.codec, range + " are"))
        return *fault;
    if (block.checksum != blockChecksum(block))
        return damaged(block, "does not have the checksum that was written with it");
    auto bytes = inflated(block.body, block.rawBytes);
    if (!bytes)
        return damaged(block, "can't be unpacked");
    auto events = eventsOfRun(raisedEvents(block.codec, std::move(bytes).value()), block.firstSeq);
    const auto isKnown = [&](const fleet::Event& event) { return hasKind(block.codec, event.body); };
    if (!events || !std::ranges::all_of(*events, isKnown))
        return damaged(block, "holds an event that its version does not know");
    if (events->back().seq != block.lastSeq)
        return damaged(block, "does not end with its last event");
    return std::move(*events);
}

} // namespace rungwatch::journal
