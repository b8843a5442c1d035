// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/journal/replayed.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/lab/what_if.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>

namespace rungwatch::cli {

namespace {

struct Options {
    std::string journal;
    std::string policy;
    std::vector<std::string> set;
};

Result<lab::Recording> recordingOf(const std::string& file)
{
    lab::Recorder recorder;
    const auto fault = journal::replayed(QString::fromStdString(file),
        [&](const fleet::Event& event, const fleet::FleetState& after) { recorder.add(event, after); });
    if (fault)
        return *fault;
    auto recording = recorder.take();
    if (recording.features.empty())
        return Error{
            "nothing-recorded", "no closed interval of a feature is recorded: there is nothing to decide again", {}};
    return recording;
}

/// The shortest way to see a lane: a letter an interval.
std::string lettersOf(const lab::Lane& lane)
{
    std::string letters;
    for (const auto& interval : lane)
        letters += interval.mode ? nameOf(*interval.mode).front() : '?';
    return letters;
}

void writeFigures(JsonWriter& json, const lab::LaneFigures& figures, const lab::Lane& lane)
{
    json.beginObject();
    json.member("modes", lettersOf(lane));
    json.member("trips", figures.trips);
    json.member("returns", figures.returns);
    json.member("switches", figures.switches);
    json.member("degraded_intervals", figures.degradedIntervals);
    json.member("estimated_intervals", figures.estimatedIntervals);
    json.member("served", figures.served);
    json.member("unavailable", figures.unavailable);
    json.member("queued", figures.queued);
    json.member("required_on_small_model", figures.requiredOnSmallModel);
    json.end();
}

void writeDifferences(JsonWriter& json, const lab::WhatIfFeature& feature)
{
    json.beginArray();
    for (std::size_t i = 0; i < feature.recorded.size(); ++i) {
        const auto& was = feature.recorded[i];
        const auto& otherwise = feature.otherwise[i];
        if (was.mode == otherwise.mode && was.served == otherwise.served)
            continue;
        json.beginObject();
        json.member("interval", was.n);
        json.member("life", was.life);
        json.member("mode", was.mode);
        json.member("what_if_mode", otherwise.mode);
        json.member("served", was.served);
        json.member("what_if_served", otherwise.served);
        json.member("estimated", otherwise.estimated);
        json.end();
    }
    json.end();
}

void printJson(const std::vector<lab::WhatIfFeature>& features)
{
    JsonWriter json;
    json.beginObject();
    json.key("features");
    json.beginArray();
    for (const auto& feature : features) {
        json.beginObject();
        json.member("feature", feature.name);
        json.member("service", feature.service);
        json.key("recorded");
        writeFigures(json, figuresOf(feature.recorded, feature), feature.recorded);
        json.key("what_if");
        writeFigures(json, figuresOf(feature.otherwise, feature), feature.otherwise);
        json.key("differences");
        writeDifferences(json, feature);
        json.end();
    }
    json.end();
    json.end();
    std::cout << json.str() << '\n';
}

std::string numbers(const std::vector<std::uint64_t>& intervals)
{
    return intervals.empty() ? "none" : fmt::format("{}", fmt::join(intervals, ", "));
}

void printLane(std::string_view title, const lab::Lane& lane, const lab::WhatIfFeature& feature)
{
    const auto figures = figuresOf(lane, feature);
    std::cout << fmt::format("  {:<12} {}\n", title, lettersOf(lane));
    std::cout << fmt::format("               trips {}; returns {}; {} switches; {} degraded intervals\n",
        numbers(figures.trips), numbers(figures.returns), figures.switches, figures.degradedIntervals);
    std::cout << "               served";
    for (const auto& rung : feature.ladder)
        if (const auto served = figures.served.find(rung.name); served != figures.served.end())
            std::cout << fmt::format("  {} {}", rung.name, served->second);
    std::cout << fmt::format(
        "\n               unavailable {}, of which queued for a person {}", figures.unavailable, figures.queued);
    if (feature.required)
        std::cout << fmt::format("; decided by the small model {}", figures.requiredOnSmallModel);
    if (figures.estimatedIntervals > 0)
        std::cout << fmt::format(
            "\n               estimated in {} intervals: nobody asked those rungs then", figures.estimatedIntervals);
    std::cout << '\n';
}

void printText(const std::vector<lab::WhatIfFeature>& features)
{
    std::cout << "a letter an interval: p primary, d degraded, k killed, f forced, ? not known\n";
    for (const auto& feature : features) {
        std::cout << feature.name << " on " << feature.service << '\n';
        printLane("as recorded", feature.recorded, feature);
        printLane("what if", feature.otherwise, feature);
    }
}

int runWhatIf(const Options& options, bool json)
{
    const auto recording = recordingOf(options.journal);
    if (!recording)
        return fail(options.journal, recording.error());
    lab::Changes changes;
    if (!options.policy.empty()) {
        const auto text = readFile(options.policy);
        const auto policy = text ? fleet::parsePolicy(*text) : Result<fleet::Policy>(text.error());
        if (!policy)
            return fail(options.policy, policy.error());
        changes = lab::changesOf(*recording, *policy);
    }
    for (const auto& assignment : options.set)
        if (const auto fault = lab::setChange(changes, *recording, assignment))
            return fail("--set", *fault);
    const auto features = lab::decideAgain(*recording, changes);
    json ? printJson(features) : printText(features);
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
                "a fleet file: its features' mode controllers and forbidden rungs in the place of the recorded ones");
            app.add_option("--set", options->set,
                   "[FEATURE.]KEY=VALUE: hold, max_error_pct, max_p95_s, latency_trigger=false, min_requests, "
                   "kill=FIRST-LAST, forbid=RUNG, undrilled=RUNG, or CAPACITY.limit=REQUESTS")
                ->expected(1)
                ->take_all();
            return [options](const Invocation& invocation) { return runWhatIf(*options, invocation.json); };
        }};
}

} // namespace rungwatch::cli
