// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exchange_commands.h"
#include "app/exchange/foreign_journal.h"
#include "app/exchange/import_lines.h"
#include "app/poll/plain_text.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/base/plain_line.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <QCoreApplication>

#include <algorithm>
#include <iostream>

namespace rungwatch::cli {

namespace {

using namespace exchange;

struct Options {
    std::string kind;
    std::string file;
    std::string journal;
};

constexpr const char* thereAlready{"; the journal was there already and stays as it is"};

int sayLines(const ImportedLines& imported, const Options& options, bool json)
{
    if (imported.otherwiseWritten > 0)
        warn(fmt::format("{}: {} lines are written otherwise than this program would: an export of the journal says "
                         "the same in its own words",
            options.file, imported.otherwiseWritten));
    if (json) {
        JsonWriter writer;
        writer.beginObject();
        writer.member("journal", options.journal);
        writer.member("events", imported.events);
        writer.member("inputs", imported.inputs);
        writer.member("hash", fmt::format("{:016x}", imported.hash));
        writer.member("there_already", imported.made == JournalMaker::Made::ThereAlready);
        writer.end();
        std::cout << writer.str() << '\n';
        return Holds;
    }
    std::cout << fmt::format("events {}, inputs {}, hash {:016x}{}\n", imported.events, imported.inputs, imported.hash,
        imported.made == JournalMaker::Made::ThereAlready ? thereAlready : "");
    return Holds;
}

/// What could not be placed is said, all of it in JSON and the first ones to a person.
void sayUnplaced(const std::vector<timeline::Unplaced>& unplaced)
{
    constexpr std::size_t shown = 20;
    for (std::size_t i = 0; i < std::min(shown, unplaced.size()); ++i)
        std::cout << poll::plainText(fmt::format("not placed: {}: {}", unplaced[i].where, unplaced[i].what), 300)
                  << '\n';
    if (unplaced.size() > shown)
        std::cout << fmt::format("not placed: {} more (--json lists all)\n", unplaced.size() - shown);
}

int sayTimeline(const ImportedTimeline& imported, const Options& options, bool json)
{
    const bool already = imported.made == JournalMaker::Made::ThereAlready;
    if (json) {
        JsonWriter writer;
        writer.beginObject();
        writer.member("journal", options.journal);
        writer.member("placed", imported.placed);
        writer.key("unplaced");
        writer.beginArray();
        for (const auto& entry : imported.unplaced) {
            writer.beginObject();
            writer.member("where", entry.where);
            writer.member("what", plainLine(entry.what));
            writer.end();
        }
        writer.end();
        writer.member("gaps", imported.gaps);
        writer.member("events", imported.events);
        writer.member("inputs", imported.inputs);
        writer.member("hash", fmt::format("{:016x}", imported.hash));
        writer.member("there_already", already);
        writer.end();
        std::cout << writer.str() << '\n';
        return Holds;
    }
    std::cout << fmt::format(
        "placed {}, not placed {}, gaps {}\n", imported.placed, imported.unplaced.size(), imported.gaps);
    sayUnplaced(imported.unplaced);
    std::cout << fmt::format("events {}, inputs {}, hash {:016x}{}\n", imported.events, imported.inputs, imported.hash,
        already ? thereAlready : "");
    return Holds;
}

/// The fault's place is in the file that was read, or it is the journal.
int failImport(const Options& options, const Error& error)
{
    if (error.where == options.journal)
        return fail(options.journal, Error{error.code, error.message, {}});
    return fail(options.file, error);
}

int runImport(const Invocation& invocation, const Options& options)
{
    const QCoreApplication application(invocation.argc, invocation.argv);
    const auto journal = QString::fromStdString(options.journal);
    if (options.kind == "jsonl") {
        const auto imported = importLines(options.file, journal, "rungwatch import");
        return imported ? sayLines(*imported, options, invocation.json) : failImport(options, imported.error());
    }
    for (const auto& kind : timeline::timelineKinds())
        if (kind.name == options.kind) {
            const auto imported = importTimeline(kind, options.file, journal, "rungwatch import " + options.kind);
            return imported ? sayTimeline(*imported, options, invocation.json) : failImport(options, imported.error());
        }
    std::string expected = "jsonl";
    for (const auto& kind : timeline::timelineKinds())
        expected += ", " + std::string(kind.name);
    return fail("KIND: expected one of " + expected + ", found \"" + options.kind + "\"");
}

} // namespace

Command importCommand()
{
    return {"import", "a timeline from elsewhere, or an export of ours, into a journal",
        [](CLI::App& app) -> std::function<int(const Invocation&)> {
            auto options = std::make_shared<Options>();
            app.add_option("KIND", options->kind,
                   "jsonl (an export of ours), statuspage, incidentio, pagerduty, resilience4j-events, "
                   "prometheus-range")
                ->required();
            app.add_option("FILE", options->file, "the file to read, plain or packed with gzip")->required();
            app.add_option("-o,--output", options->journal, "the journal to make")->required();
            return [options](const Invocation& invocation) { return runImport(invocation, *options); };
        }};
}

} // namespace rungwatch::cli
