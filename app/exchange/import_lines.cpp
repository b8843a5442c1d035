// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/import_lines.h"

#include "app/exchange/line_source.h"
#include "app/exchange/start_line.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/fleet/event_line_reader.h"
#include "rungwatch/fleet/replay.h"

namespace rungwatch::exchange {

using namespace fleet;

namespace {

/// A journal begins with its first event and a session, and its numbers have no hole.
std::optional<Error> orderFault(const Event& event, std::uint64_t before)
{
    if (event.seq != before + 1)
        return Error{"bad-order",
            "expected event " + std::to_string(before + 1) + ", found " + std::to_string(event.seq)
                + (before == 0 ? ": lines that begin later need the line journal_start, which an export writes" : ""),
            "/seq"};
    if (before == 0 && !std::holds_alternative<SessionStarted>(event.body))
        return Error{"bad-order", "expected session_started as the first event", "/kind"};
    return std::nullopt;
}

/// The first line says what the journal begins with, where it is not event 1.
struct Beginning {
    std::optional<journal::JournalStart> start;
    /// The first line that holds an event; absent: none does.
    std::optional<std::string> line;
};

Error placed(const Error& error, std::uint64_t line)
{
    return {error.code, error.message,
        "line " + std::to_string(line) + (error.where.empty() || error.where == "/" ? "" : ": " + error.where)};
}

std::optional<std::string> nextLine(LineSource& source)
{
    auto text = source.next();
    while (text && text->find_first_not_of(" \t\r") == std::string::npos)
        text = source.next();
    if (!text)
        return std::nullopt;
    return std::string(*text);
}

Result<Beginning> beginningOf(LineSource& source)
{
    Beginning beginning;
    beginning.line = nextLine(source);
    if (!beginning.line)
        return beginning;
    auto start = startFromLine(*beginning.line);
    if (!start)
        return start.error();
    if (*start) {
        beginning.start = std::move(**start);
        beginning.line = nextLine(source);
    }
    return beginning;
}

} // namespace

Result<ImportedLines> importLines(const std::string& file, const QString& journal, const std::string& program)
{
    auto source = LineSource::open(file);
    if (!source)
        return source.error();
    const auto beginning = beginningOf(source.value());
    if (!beginning)
        return placed(beginning.error(), source.value().line());
    const auto& start = beginning->start;
    JournalMaker maker(journal, program, start);
    if (const auto error = maker.open())
        return Error{error->code, error->message, journal.toStdString()};

    ImportedLines imported;
    Replayer replayer(start ? start->state : FleetState());
    for (auto text = beginning->line; text; text = nextLine(source.value())) {
        const auto event = eventFromLine(*text);
        if (!event)
            return placed(event.error(), source.value().line());
        if (const auto fault = orderFault(*event, replayer.state().seq))
            return placed(*fault, source.value().line());
        if (const auto fault = replayer.add(*event))
            return placed(*fault, source.value().line());
        imported.inputs += isInput(event->body);
        imported.otherwiseWritten += jsonLine(*event) != *text;
        maker.add({*event}, replayer.state());
    }
    if (const auto& fault = source.value().fault())
        return *fault;
    imported.events = replayer.state().seq - (start ? start->state.seq : 0);
    if (imported.events == 0)
        return Error{"empty", "expected a line an event, found none", "line 1"};
    imported.hash = replayer.hash();
    const auto made = maker.finish();
    if (!made)
        return Error{made.error().code, made.error().message, journal.toStdString()};
    imported.made = *made;
    return imported;
}

} // namespace rungwatch::exchange
