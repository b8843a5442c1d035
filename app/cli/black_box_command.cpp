// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exchange_commands.h"
#include "app/composition.h"
#include "app/exchange/black_box.h"
#include "app/exchange/report_text.h"
#include "rungwatch/base/codec.h"

#include <CLI/CLI.hpp>

#include <QCoreApplication>
#include <QFileInfo>

#include <iostream>

namespace rungwatch::cli {

namespace {

using namespace exchange;

struct Options {
    std::string journal;
    std::string output;
    std::string last;
    std::string from;
    std::string to;
};

void say(const BlackBox& box, const std::string& output, bool asJson)
{
    if (!asJson) {
        std::cout << box.events << " events, " << dayAndTime(box.from).toStdString() << " to "
                  << dayAndTime(box.to).toStdString() << ", written to " << output << '\n';
        return;
    }
    JsonWriter json;
    json.beginObject();
    json.member("file", output);
    json.member("first_seq", box.firstSeq);
    json.member("events", box.events);
    json.member("from", rfc3339(box.from));
    json.member("to", rfc3339(box.to));
    json.member("bytes", static_cast<std::uint64_t>(box.bytes));
    json.end();
    std::cout << json.str() << '\n';
}

int runBlackBox(const Invocation& invocation, const Options& options)
{
    const QCoreApplication application(invocation.argc, invocation.argv);
    BlackBoxRequest request;
    const auto range = readRange(options.from, options.to);
    if (!range)
        return Unusable;
    request.range = *range;
    if (!options.last.empty())
        request.last = parseDuration(options.last).value();
    else if (!request.range.from)
        request.last = blackBoxLength;
    request.journal = QString::fromStdString(options.journal);
    request.file = QString::fromStdString(options.output);
    if (QFileInfo(request.file).exists()
        && QFileInfo(request.file).canonicalFilePath() == QFileInfo(request.journal).canonicalFilePath())
        return fail(options.output + ": expected another file than the journal itself");
    request.madeAt = SystemClock{}.wallNow();
    request.madeBy = operatorOfThisSeat().toStdString();
    request.program = "rungwatch " RUNGWATCH_VERSION;
    const auto made = writeBlackBox(request);
    if (!made)
        return fail(made.error().where, Error{made.error().code, made.error().message, {}});
    say(*made, options.output, invocation.json);
    return Holds;
}

} // namespace

Command blackBoxCommand()
{
    return {"blackbox", "the last minutes of a journal, or a stretch of it, as one file that opens anywhere",
        [](CLI::App& app) -> std::function<int(const Invocation&)> {
            auto options = std::make_shared<Options>();
            app.add_option("JOURNAL", options->journal, "a journal that a console wrote")->required();
            app.add_option("-o,--output", options->output, "the file to write")->required();
            auto* from = app.add_option("--from", options->from, "a time in UTC: nothing from before it");
            app.add_option("--to", options->to, "a time in UTC: nothing from after it");
            app.add_option("--last", options->last, "how much before the end, such as 15m (the default)")
                ->check(durationFault)
                ->excludes(from);
            return [options](const Invocation& invocation) { return runBlackBox(invocation, *options); };
        }};
}

} // namespace rungwatch::cli
