// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/event_run.h"

#include "app/journal/poll_columns.h"
#include "rungwatch/base/codec.h"

namespace rungwatch::journal {

using namespace fleet;

namespace {

/// What a body begins with. The other kinds stand behind it as the core writes them, with their own number.
enum class Form { Tick, Round, Starts, Other };
constexpr std::array<std::string_view, 4> enumNames(Form)
{
    return {"tick", "round", "starts", "other"};
}

/// Where the head of the event before stands.
struct Before {
    std::int64_t steady{0};
    std::int64_t offset{0};
};

std::int64_t wrapped(std::int64_t a, std::int64_t minus)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(minus));
}

/// The calendar's lead over the steady clock hardly changes: it costs a byte where both times would cost many.
void writeHead(ByteWriter& writer, const Event& event, Before& before)
{
    const auto steady = event.steady.time_since_epoch().count();
    const auto offset = wrapped(event.wall.time_since_epoch().count(), steady);
    writeRounded(writer, wrapped(steady, before.steady));
    writeRounded(writer, wrapped(offset, before.offset));
    writer.write(event.causedBy == 0 ? std::uint64_t{0} : event.seq - event.causedBy + 1);
    before = {steady, offset};
}

void readHead(ByteReader& reader, Event& event, Before& before)
{
    before.steady = wrapped(before.steady, wrapped(0, readRounded(reader)));
    before.offset = wrapped(before.offset, wrapped(0, readRounded(reader)));
    event.steady = SteadyTime{Duration{before.steady}};
    event.wall = WallTime{Duration{wrapped(before.offset, wrapped(0, before.steady))}};
    const auto back = reader.read<std::uint64_t>();
    event.causedBy = back == 0 ? 0 : event.seq - (back - 1);
}

void writeBody(ByteWriter& writer, const Event& event)
{
    if (std::holds_alternative<Tick>(event.body)) {
        writer.write(Form::Tick);
    } else if (const auto* round = std::get_if<PollRound>(&event.body)) {
        writer.write(Form::Round);
        writeRound(writer, *round, event.steady);
    } else if (const auto* started = std::get_if<PollsStarted>(&event.body)) {
        writer.write(Form::Starts);
        writeStarts(writer, started->polls);
    } else {
        writer.write(Form::Other);
        writer.write(event.body);
    }
}

EventBody readBody(ByteReader& reader, SteadyTime at)
{
    switch (reader.read<Form>()) {
    case Form::Tick:
        return Tick{};
    case Form::Round:
        return readRound(reader, at);
    case Form::Starts:
        return PollsStarted{readStarts(reader)};
    case Form::Other:
        break;
    }
    return reader.read<EventBody>();
}

} // namespace

std::string runBytes(std::span<const Event> events)
{
    ByteWriter writer;
    Before before;
    for (const auto& event : events) {
        writeHead(writer, event, before);
        writeBody(writer, event);
    }
    return writer.take();
}

std::optional<std::vector<Event>> eventsOfRun(std::string_view bytes, std::uint64_t firstSeq)
{
    ByteReader reader(bytes);
    Before before;
    std::vector<Event> events;
    while (!reader.atEnd()) {
        Event event;
        event.seq = firstSeq + events.size();
        readHead(reader, event, before);
        event.body = readBody(reader, event.steady);
        if (reader.failed())
            return std::nullopt;
        events.push_back(std::move(event));
    }
    if (events.empty())
        return std::nullopt;
    return events;
}

} // namespace rungwatch::journal
