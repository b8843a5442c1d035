// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/options.h"

#include "rungwatch/breaker/read_options.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <iostream>

namespace rungwatch::bookstore {

namespace {

using namespace std::chrono_literals;

breaker::Options defaultBreakers()
{
    breaker::Options options;
    options.window = breaker::WindowKind::Time;
    options.windowLength = 30s;
    options.failureRate = Percent{50'000};
    options.minCalls = 10;
    options.cooldown = 30s;
    options.probeTimeout = 30s;
    return options;
}

} // namespace

Result<Play> parsePlay(std::string_view text)
{
    auto scenario = lab::parseScenario(text);
    if (!scenario)
        return scenario.error();
    Play play{std::move(scenario).value(), defaultBreakers()};
    const auto document = parseJson(text, {.comments = true});
    const auto* block = document->root.find("store");
    if (!block)
        return play;
    Faults faults;
    StrictObject store(*block, "/store", faults);
    if (const auto* value = store.object("breaker", false))
        play.breakers = breaker::readOptions(*value, "/store/breaker", faults, play.breakers);
    store.finish();
    if (faults.any())
        return faults.first();
    return play;
}

std::optional<Options> parseArguments(int argc, char** argv, int& exitCode)
{
    CLI::App app{"A book store whose three features degrade on a failing model provider, over real HTTP on loopback.",
        "rungwatch-bookstore"};
    Options options;
    app.add_option("--speed", options.speed, "scenario seconds a second, 1 to 120")->check(CLI::Range(1.0, 120.0));
    app.add_option("--scenario", options.scenarioPath,
        "a scenario file; the built-in outage hour without one. After its last minute it goes on with that one's "
        "values");
    app.add_option("--fleet-out", options.fleetOut, "write a fleet file for what was started");
    app.add_option("--start-minute", options.startMinute, "the scenario's minute to begin at")
        ->check(CLI::Range(0, 10'000));
    try {
        app.parse(argc, argv);
        // The range's check lets it through: it is neither below nor above anything.
        if (std::isnan(options.speed))
            throw CLI::ValidationError("--speed", "expected a number from 1 to 120");
    } catch (const CLI::CallForHelp& help) {
        exitCode = app.exit(help);
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        std::cerr << "rungwatch-bookstore: " << error.what() << '\n';
        exitCode = 2;
        return std::nullopt;
    }
    return options;
}

} // namespace rungwatch::bookstore
