// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console_options.h"

#include "app/cli/command.h"

#include <CLI/CLI.hpp>

namespace rungwatch::cli {

void ConsoleOptions::declare(CLI::App& app)
{
    auto* file = app.add_option(
        "--fleet", fleet, "fleet file to watch; without one the demonstration book store is started and watched");
    app.add_option("--journal", journal, "file that events are written to; by default one in your data folder");
    app.add_option("--bookstore-speed", speed, "how fast the book store's clock runs, 1 to 120 (60)")
        ->check(CLI::Range(1, 120))
        ->excludes(file);
    app.add_option("--bookstore-scenario", scenario, "the scenario file that the book store follows")->excludes(file);
    app.add_option("--bookstore-start-minute", startMinute, "the scenario minute that the book store begins in")
        ->check(CLI::NonNegativeNumber)
        ->excludes(file);
}

Composition::Options ConsoleOptions::composition() const
{
    Composition::Options options;
    options.fleet = QString::fromStdString(fleet);
    options.journal = QString::fromStdString(journal);
    options.bookstore.scenario = QString::fromStdString(scenario);
    if (speed > 0)
        options.bookstore.speed = speed;
    if (startMinute >= 0)
        options.bookstore.startMinute = startMinute;
    return options;
}

bool ConsoleOptions::start(Composition& console) const
{
    if (const auto error = console.start()) {
        fail(subject(), *error);
        return false;
    }
    for (const auto& notice : console.notices())
        warn(subject() + ": " + notice);
    return true;
}

} // namespace rungwatch::cli
