// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/poll_columns.h"

#include "rungwatch/base/codec.h"

#include <limits>

namespace rungwatch::journal {

using namespace fleet;

namespace {

/// What a result has besides the columns that all have.
enum Shape : std::uint8_t { Unchanged = 1, HasReading = 2, NoAnswer = 4, HasError = 8 };

std::uint8_t shapeOf(const PollResult& result)
{
    unsigned shape = 0;
    if (result.unchanged)
        shape |= Unchanged;
    if (result.reading)
        shape |= HasReading;
    if (result.transport != Transport::None)
        shape |= NoAnswer;
    if (!result.errorCode.empty() || !result.errorDetail.empty())
        shape |= HasError;
    return static_cast<std::uint8_t>(shape);
}

// Differences are taken in unsigned arithmetic: every value has one, and adding it gives the value back.
std::int64_t difference(std::uint64_t value, std::uint64_t before)
{
    return static_cast<std::int64_t>(value - before);
}
std::uint64_t ticksOf(SteadyTime time)
{
    return static_cast<std::uint64_t>(time.time_since_epoch().count());
}

/// One column: `get` gives an item's value as 64 bits, `set` puts it there.
template <class Item, class Get> void writeColumn(ByteWriter& writer, const std::vector<Item>& items, Get&& get)
{
    std::uint64_t before = 0;
    for (const auto& item : items) {
        const std::uint64_t value = get(item);
        writer.write(difference(value, before));
        before = value;
    }
}
template <class Item, class Set> void readColumn(ByteReader& reader, std::vector<Item>& items, Set&& set)
{
    std::uint64_t before = 0;
    for (auto& item : items) {
        before += static_cast<std::uint64_t>(reader.read<std::int64_t>());
        set(item, before);
    }
}

/// The column that tells how many there are: a damaged count ends where the bytes do.
template <class Item> void writeEndpoints(ByteWriter& writer, const std::vector<Item>& items)
{
    writer.write(std::uint64_t{items.size()});
    writeColumn(writer, items, [](const Item& item) { return item.endpoint; });
}
template <class Item> std::vector<Item> readEndpoints(ByteReader& reader)
{
    std::vector<Item> items;
    std::uint64_t before = 0;
    for (auto left = reader.read<std::uint64_t>(); left > 0 && !reader.failed(); --left) {
        before += static_cast<std::uint64_t>(reader.read<std::int64_t>());
        Item item;
        item.endpoint = static_cast<std::uint32_t>(before);
        items.push_back(std::move(item));
    }
    return items;
}

template <class Item> void writePermits(ByteWriter& writer, const std::vector<Item>& items)
{
    writeColumn(writer, items, [](const Item& item) { return item.permit.generation; });
    writeColumn(writer, items, [](const Item& item) { return item.permit.number; });
}
template <class Item> void readPermits(ByteReader& reader, std::vector<Item>& items)
{
    readColumn(reader, items, [](Item& item, std::uint64_t value) { item.permit.generation = value; });
    readColumn(reader, items, [](Item& item, std::uint64_t value) { item.permit.number = value; });
}

/// What only some results have, in the order of their shapes.
void writeRest(ByteWriter& writer, const PollResult& result)
{
    const auto shape = shapeOf(result);
    if (shape & NoAnswer)
        writer.write(result.transport);
    if (shape & HasError) {
        writer.write(result.errorCode);
        writer.write(result.errorDetail);
    }
    if (shape & HasReading)
        writer.write(*result.reading);
}
void readRest(ByteReader& reader, PollResult& result, std::uint64_t shape)
{
    result.unchanged = shape & Unchanged;
    if (shape & NoAnswer)
        reader.readInto(result.transport);
    if (shape & HasError) {
        reader.readInto(result.errorCode);
        reader.readInto(result.errorDetail);
    }
    if (shape & HasReading)
        reader.readInto(result.reading.emplace());
}

constexpr int maxExponent = 8;
/// Instead of an exponent: the number follows as it is.
constexpr std::uint64_t unrounded = 9;

std::uint64_t zigzag(std::int64_t value)
{
    return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}

} // namespace

void writeRounded(ByteWriter& writer, std::int64_t value)
{
    std::uint64_t exponent = 0;
    auto mantissa = value;
    while (mantissa != 0 && exponent < maxExponent && mantissa % 10 == 0) {
        mantissa /= 10;
        ++exponent;
    }
    const auto folded = zigzag(mantissa);
    if (folded > std::numeric_limits<std::uint64_t>::max() / 16) {
        writer.write(unrounded);
        writer.write(value);
        return;
    }
    writer.write(folded * 10 + exponent);
}

std::int64_t readRounded(ByteReader& reader)
{
    const auto code = reader.read<std::uint64_t>();
    if (code % 10 == unrounded)
        return reader.read<std::int64_t>();
    const auto folded = code / 10;
    auto value =
        static_cast<std::uint64_t>(static_cast<std::int64_t>(folded >> 1) ^ -static_cast<std::int64_t>(folded & 1));
    for (auto exponent = code % 10; exponent > 0; --exponent)
        value *= 10; // damaged bytes may overflow: unsigned, and the checksum tells
    return static_cast<std::int64_t>(value);
}

void writeRound(ByteWriter& writer, const PollRound& round, SteadyTime at)
{
    const auto& results = round.results;
    writeEndpoints(writer, results);
    writePermits(writer, results);
    writeColumn(writer, results, shapeOf);
    auto before = ticksOf(at);
    for (const auto& result : results) {
        writeRounded(writer, difference(ticksOf(result.obtainedAt), before));
        before = ticksOf(result.obtainedAt);
    }
    for (const auto& result : results)
        writeRounded(writer, result.latency.count());
    writeColumn(writer, results, [](const PollResult& result) { return static_cast<std::uint64_t>(result.status); });
    writeColumn(writer, results, [](const PollResult& result) { return result.bytes; });
    for (const auto& result : results)
        writeRest(writer, result);
}

PollRound readRound(ByteReader& reader, SteadyTime at)
{
    PollRound round;
    auto& results = round.results = readEndpoints<PollResult>(reader);
    readPermits(reader, results);
    std::vector<std::uint64_t> shapes;
    shapes.reserve(results.size());
    readColumn(reader, results, [&](PollResult&, std::uint64_t value) { shapes.push_back(value); });
    auto before = ticksOf(at);
    for (auto& result : results) {
        before += static_cast<std::uint64_t>(readRounded(reader));
        result.obtainedAt = SteadyTime{Duration{static_cast<std::int64_t>(before)}};
    }
    for (auto& result : results)
        result.latency = Duration{readRounded(reader)};
    readColumn(
        reader, results, [](PollResult& result, std::uint64_t value) { result.status = static_cast<int>(value); });
    readColumn(reader, results, [](PollResult& result, std::uint64_t value) { result.bytes = value; });
    for (std::size_t i = 0; i < results.size(); ++i)
        readRest(reader, results[i], shapes[i]);
    return round;
}

void writeStarts(ByteWriter& writer, const std::vector<PollStart>& polls)
{
    writeEndpoints(writer, polls);
    writePermits(writer, polls);
}

std::vector<PollStart> readStarts(ByteReader& reader)
{
    auto polls = readEndpoints<PollStart>(reader);
    readPermits(reader, polls);
    return polls;
}

} // namespace rungwatch::journal
