// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "rungwatch/simulate/script.h"

#include <CLI/CLI.hpp>

#include <iostream>

namespace rungwatch::cli {

namespace {

/// A list of JSON objects either way, since a script's output is compared and kept as a bug report: for a person one
/// step a line, with --json all on one.
void print(const std::vector<std::string>& steps, bool json)
{
    const char* between = json ? "," : ",\n";
    std::cout << (json ? "[" : "[\n");
    for (std::size_t i = 0; i < steps.size(); ++i)
        std::cout << (i == 0 ? "" : between) << steps[i];
    std::cout << (json ? "]\n" : "\n]\n");
}

int runSimulate(const std::string& path, bool json)
{
    const auto text = readFile(path);
    if (!text)
        return fail(path, text.error());
    const auto steps = simulate::runScript(*text);
    if (!steps)
        return fail(path, steps.error());
    print(*steps, json);
    return Holds;
}

} // namespace

Command simulateCommand()
{
    return {"simulate", "run a script of calls and times against a part of the core, on a clock of its own",
        [](CLI::App& app) -> std::function<int(const Invocation&)> {
            auto path = std::make_shared<std::string>();
            app.add_option("SCRIPT", *path, "a JSON file (-: standard input)")->required();
            return [path](const Invocation& invocation) { return runSimulate(*path, invocation.json); };
        }};
}

} // namespace rungwatch::cli
