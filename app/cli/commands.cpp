// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exchange_commands.h"
#include "app/cli/window_options.h"

#include <CLI/CLI.hpp>

#include <iostream>

namespace rungwatch::cli {

const std::vector<Command>& commands()
{
    static const std::vector<Command> all{
        blackBoxCommand(),
        exportCommand(),
        importCommand(),
        incidentsCommand(),
        labCommand(),
        pollCommand(),
        readCommand(),
        replayCommand(),
        screenshotCommand(),
        simulateCommand(),
        watchCommand(),
        whatIfCommand(),
    };
    return all;
}

int run(int argc, char** argv)
{
    CLI::App app{
        "Rungwatch, an operations console for graceful degradation. Without a subcommand: the window.", "rungwatch"};
    app.set_version_flag("--version", "rungwatch " RUNGWATCH_VERSION);
    app.require_subcommand(0, 1);
    WindowOptions window;
    window.console.declare(app);
    app.add_option("--theme", window.theme, "dark, light or high-contrast");
    app.add_option("--blackbox-last", window.blackBoxLast, "how much the key B writes into a file, such as 15m")
        ->check(durationFault);

    bool json = false;
    std::vector<std::pair<CLI::App*, std::function<int(const Invocation&)>>> runs;
    for (const auto& command : commands()) {
        auto* sub = app.add_subcommand(command.name, command.summary);
        sub->add_flag("--json", json, "print JSON instead of text");
        runs.emplace_back(sub, command.declare(*sub));
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp& help) {
        return app.exit(help);
    } catch (const CLI::CallForVersion& version) {
        return app.exit(version);
    } catch (const CLI::ParseError& error) {
        return fail(error.what());
    }
    const Invocation invocation{argc, argv, json};
    for (const auto& [sub, action] : runs)
        if (sub->parsed())
            return action(invocation);
    return runWindow(invocation, window);
}

} // namespace rungwatch::cli
