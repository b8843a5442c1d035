// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/resource_text.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/lab/outage_hour.h"

#include <CLI/CLI.hpp>

#include <iostream>

namespace rungwatch::cli {

namespace {

struct Options {
    std::string fixture;
    std::vector<std::string> set;
    std::string expect;
};

void printText(const lab::Figures& figures, const lab::Run& run)
{
    const auto list = [](const std::vector<std::int64_t>& minutes) {
        std::string text;
        for (const auto minute : minutes)
            text += (text.empty() ? "" : ", ") + std::to_string(minute);
        return text.empty() ? std::string("none") : text;
    };
    std::cout << "trip minutes: " << list(figures.tripMinutes) << "\nreturn minutes: " << list(figures.returnMinutes)
              << '\n';
    for (const auto& [name, count] : figures.counts)
        std::cout << name << ": " << count << '\n';
    for (const auto& [feature, byRung] : run.total) {
        std::cout << feature << ':';
        for (const auto& [rung, requests] : byRung)
            std::cout << ' ' << rung << ' ' << requests;
        std::cout << '\n';
    }
    std::cout << "mode in force: " << run.modeInForce << '\n';
}

void printJson(const lab::Figures& figures, const lab::Run& run)
{
    JsonWriter out;
    out.beginObject();
    out.member("mode_in_force_by_minute", run.modeInForce);
    out.member("mode_after_observing_minute", run.modeAfter);
    out.key("figures");
    out.beginObject();
    out.member("trip_minutes", figures.tripMinutes);
    out.member("return_minutes", figures.returnMinutes);
    for (const auto& [name, count] : figures.counts) {
        out.member(name, count);
    }
    out.end();
    out.member("requests_by_feature_and_rung", run.total);
    out.end();
    std::cout << out.str() << '\n';
}

int compare(const lab::Scenario& scenario, const std::string& path, bool json)
{
    const auto expected = readFile(path);
    if (!expected)
        return fail(path, expected.error());
    const auto differences = lab::compareWithExpected(scenario, *expected);
    if (!differences)
        return fail(path, differences.error());
    const int exitCode = differences->empty() ? Holds : DoesNotHold;
    if (json) {
        JsonWriter out;
        out.beginObject();
        out.member("settings", static_cast<std::int64_t>(scenario.settings.size()));
        out.member("differences", *differences);
        out.end();
        std::cout << out.str() << '\n';
        return exitCode;
    }
    for (const auto& difference : *differences)
        std::cout << difference << '\n';
    if (differences->empty())
        std::cout << "all figures of " << scenario.settings.size() << " settings are as expected\n";
    return exitCode;
}

int runLab(const Options& options, bool json)
{
    const auto name = options.fixture.empty() ? std::string("the built-in outage hour") : options.fixture;
    const auto text =
        options.fixture.empty() ? resourceText(":/scenarios/outage_hour.json") : readFile(options.fixture);
    if (!text)
        return fail(name, text.error());
    const auto scenario = lab::parseScenario(*text);
    if (!scenario)
        return fail(name, scenario.error());
    auto toggles = scenario->defaults;
    for (const auto& assignment : options.set)
        if (const auto fault = lab::setToggle(toggles, assignment))
            return fail("--set", *fault);
    if (!options.expect.empty())
        return compare(*scenario, options.expect, json);
    const auto run = lab::runHour(*scenario, toggles);
    const auto figures = lab::figuresOf(*scenario, run);
    json ? printJson(figures, run) : printText(figures, run);
    return Holds;
}

} // namespace

Command labCommand()
{
    return {"lab", "run the scripted outage hour and print its figures",
        [](CLI::App& app) -> std::function<int(const Invocation&)> {
            auto options = std::make_shared<Options>();
            app.add_option("FIXTURE", options->fixture, "a scenario file; the built-in outage hour without one");
            auto* set = app.add_option("--set", options->set, "KEY=VALUE, a toggle by its name in the file")
                            ->expected(1)
                            ->take_all();
            app.add_option("--expect", options->expect, "compare every figure of every named setting with this file")
                ->excludes(set);
            return [options](const Invocation& invocation) { return runLab(*options, invocation.json); };
        }};
}

} // namespace rungwatch::cli
