// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/whatif_output.h"
#include "app/journal/journal_reader.h"
#include "app/session/recorded_what_if.h"

#include <CLI/CLI.hpp>

#include <iostream>

namespace rungwatch::cli {

namespace {

struct Options {
    std::string journal;
    std::string policy;
    std::vector<std::string> set;
};

/// The policy's changes first, then the single ones. The place of an error is the option or the file.
Result<lab::Changes> changesAsked(const Options& options, const lab::Recording& recording)
{
    lab::Changes changes;
    if (!options.policy.empty()) {
        const auto text = readFile(options.policy);
        const auto policy = text ? fleet::parsePolicy(*text) : Result<fleet::Policy>(text.error());
        if (!policy) {
            const auto& error = policy.error();
            return Error{error.code, error.message, options.policy + (error.where.empty() ? "" : ": " + error.where)};
        }
        changes = lab::changesOf(recording, *policy);
    }
    for (const auto& assignment : options.set)
        if (const auto fault = lab::setChange(changes, recording, assignment))
            return Error{fault->code, fault->message, "--set: " + fault->where};
    return changes;
}

void warnOfCut(const std::string& file)
{
    const auto reader = journal::JournalReader::open(QString::fromStdString(file));
    if (reader && reader->firstSeq() > 1)
        warn(file + ": it begins at event " + std::to_string(reader->firstSeq())
            + ": how many healthy intervals a controller had counted before is not known, and counted from none");
}

int runWhatIf(const Options& options, bool json)
{
    const auto recording = recordingIn(QString::fromStdString(options.journal));
    if (!recording)
        return fail(options.journal, recording.error());
    const auto changes = changesAsked(options, *recording);
    if (!changes)
        return fail(changes.error().where + ": " + changes.error().message);
    const WhatIf whatIf{lab::decideAgain(*recording, *changes),
        lab::decideBreakersAgain(recording->breakers, changes->breakers), recording->breakers.endsEarly};
    std::cout << (json ? whatIfJson(whatIf) : whatIfText(whatIf));
    warnOfCut(options.journal);
    return Holds;
}

} // namespace

Command whatIfCommand()
{
    return {"whatif", "decide a recorded incident again under another policy and print what would have been otherwise",
        [](CLI::App& app) -> std::function<int(const Invocation&)> {
            auto options = std::make_shared<Options>();
            app.add_option("JOURNAL", options->journal, "a journal file")->required();
            app.add_option("--policy", options->policy,
                "a fleet file: its features' mode controllers and forbidden rungs, and its services' breakers, in the "
                "place of the recorded ones");
            app.add_option("--set", options->set,
                   "[FEATURE.]KEY=VALUE: hold, max_error_pct, max_p95_s, latency_trigger, min_requests, "
                   "kill=FIRST-LAST or FROM..TO (times in UTC), forbid=RUNG, allow=RUNG, undrilled=RUNG; "
                   "CAPACITY.limit=REQUESTS; [SERVICE.]KEY=VALUE of the console's own breakers as in the fleet file: "
                   "failure_threshold, cooldown_s, window=time:30, ...")
                ->expected(1)
                ->take_all();
            return [options](const Invocation& invocation) { return runWhatIf(*options, invocation.json); };
        }};
}

} // namespace rungwatch::cli
