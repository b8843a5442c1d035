// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exchange_commands.h"
#include "app/exchange/export_lines.h"
#include "app/exchange/report_files.h"
#include "rungwatch/base/codec.h"

#include <CLI/CLI.hpp>

#include <QFileInfo>
#include <QGuiApplication>

#include <iostream>

namespace rungwatch::cli {

namespace {

using namespace exchange;

struct Options {
    std::string journal;
    std::string output;
    std::string from;
    std::string to;
};

enum class Form { Lines, PackedLines, Table, Markdown, Html, Pdf };

std::optional<Form> formOf(const std::string& file)
{
    constexpr std::pair<std::string_view, Form> ends[]{{".jsonl", Form::Lines}, {".jsonl.gz", Form::PackedLines},
        {".csv", Form::Table}, {".md", Form::Markdown}, {".html", Form::Html}, {".pdf", Form::Pdf}};
    for (const auto& [end, form] : ends)
        if (file.ends_with(end))
            return form;
    return std::nullopt;
}

/// False where it was said what is wrong.
bool readTime(const char* option, const std::string& text, std::optional<WallTime>& time)
{
    if (text.empty())
        return true;
    time = fromRfc3339(text);
    if (!time)
        fail(std::string(option) + ": expected a time such as 2026-11-30T14:27:05Z, found \"" + text + "\"");
    return time.has_value();
}

/// Pages need fonts, and fonts an application, but no display.
QByteArray pagesOf(const IncidentReport& report, const Invocation& invocation)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(invocation.argc, invocation.argv);
    return pdfOf(report);
}

/// Gives how much was written, in events or rows.
Result<std::uint64_t> writeForm(Form form, journal::JournalReader& reader, const TimeRange& range,
    const Options& options, FileSink& sink, const Invocation& invocation)
{
    if (form == Form::Lines || form == Form::PackedLines)
        return writeLines(reader, QString::fromStdString(options.journal), range, sink);
    if (form == Form::Table)
        return writeTable(reader, range, sink);
    const auto name = QFileInfo(QString::fromStdString(options.journal)).fileName();
    const auto report = reportOf(reader, range, name);
    if (!report)
        return report.error();
    const auto bytes = form == Form::Markdown ? markdownOf(*report)
        : form == Form::Html                  ? htmlOf(*report)
                                              : pagesOf(*report, invocation);
    sink.write({bytes.data(), static_cast<std::size_t>(bytes.size())});
    return report->events;
}

int runExport(const Invocation& invocation, const Options& options)
{
    const auto form = formOf(options.output);
    if (!form)
        return fail(options.output + ": expected a name that ends in .jsonl, .jsonl.gz, .csv, .md, .html or .pdf");
    const auto range = readRange(options.from, options.to);
    if (!range)
        return Unusable;
    auto reader = journal::JournalReader::open(QString::fromStdString(options.journal));
    if (!reader)
        return fail(options.journal, Error{reader.error().code, reader.error().message, {}});
    if (const auto error = reader.value().freeze()) // a console may be writing it
        return fail(options.journal, Error{error->code, error->message, {}});
    const auto output = QString::fromStdString(options.output);
    if (QFileInfo(output).canonicalFilePath() == QFileInfo(QString::fromStdString(options.journal)).canonicalFilePath())
        return fail(options.output + ": expected another file than the journal itself");
    FileSink sink(output, form == Form::PackedLines ? Packing::Gzip : Packing::Plain);
    if (const auto error = sink.open())
        return fail(options.output, *error);
    const auto written = writeForm(*form, reader.value(), *range, options, sink, invocation);
    if (!written)
        return fail(options.journal, Error{written.error().code, written.error().message, {}});
    if (const auto error = sink.close())
        return fail(options.output, *error);
    const auto* what = *form == Form::Table ? "rows" : "events";
    if (invocation.json) {
        JsonWriter json;
        json.beginObject();
        json.member("file", options.output);
        json.member(what, *written);
        json.end();
        std::cout << json.str() << '\n';
    } else
        std::cout << *written << ' ' << what << " written to " << options.output << '\n';
    return Holds;
}

} // namespace

std::optional<TimeRange> readRange(const std::string& from, const std::string& to)
{
    TimeRange range;
    if (!readTime("--from", from, range.from) || !readTime("--to", to, range.to))
        return std::nullopt;
    if (range.from && range.to && *range.to < *range.from) {
        fail("--to: expected a time at or after --from, found \"" + to + "\"");
        return std::nullopt;
    }
    return range;
}

Command exportCommand()
{
    return {"export", "a journal as JSON Lines (.jsonl, .jsonl.gz), a table (.csv) or a report (.md, .html, .pdf)",
        [](CLI::App& app) -> std::function<int(const Invocation&)> {
            auto options = std::make_shared<Options>();
            app.add_option("JOURNAL", options->journal, "a journal that a console wrote")->required();
            app.add_option("-o,--output", options->output, "the file to write; its name's end says what")->required();
            app.add_option("--from", options->from, "a time in UTC: nothing from before it");
            app.add_option("--to", options->to, "a time in UTC: nothing from after it");
            return [options](const Invocation& invocation) { return runExport(invocation, *options); };
        }};
}

} // namespace rungwatch::cli
