// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"
#include "rungwatch/base/result.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace rungwatch::cli {

/// What every subcommand ends with (CONTRACTS).
enum ExitCode {
    Holds = 0,
    /// What it checked does not hold.
    DoesNotHold = 1,
    /// Wrong usage or unreadable input; one line on standard error says what, where, and what was expected.
    Unusable = 2,
};

/// The program's arguments, for the application object that a command makes for itself.
struct Invocation {
    int& argc;
    char** argv;
    bool json{false};
};

/// A subcommand: one file in this folder, one line in commands.cpp. `declare` adds its options to `app` and gives what
/// runs once they are parsed; the options' storage lives in that function.
struct Command {
    const char* name;
    const char* summary;
    std::function<std::function<int(const Invocation&)>(CLI::App& app)> declare;
};

[[nodiscard]] const std::vector<Command>& commands();

/// Parses the arguments and runs what they ask for; without a subcommand, the window.
int run(int argc, char** argv);

/// "rungwatch: FILE: PLACE: MESSAGE" on standard error, in one line; gives Unusable.
int fail(const std::string& what, const Error& error);
int fail(const std::string& message);
/// The same line for what is no reason to end.
void warn(const std::string& message);

/// "90s", "15m", "2h", "500ms": a positive number with a unit, always.
[[nodiscard]] Result<Duration> parseDuration(const std::string& text);

/// A whole file, or standard input for "-".
[[nodiscard]] Result<std::string> readFile(const std::string& path);

/// Lets a CLI11 option take a duration, with a usage error otherwise.
[[nodiscard]] std::string durationFault(const std::string& text);

// One function a file of this folder.
Command incidentsCommand();
Command labCommand();
Command pollCommand();
Command readCommand();
Command replayCommand();
Command screenshotCommand();
Command simulateCommand();
Command watchCommand();
Command whatIfCommand();

/// The window; options of the program itself, without a subcommand.
struct WindowOptions;
int runWindow(const Invocation& invocation, const WindowOptions& options);

} // namespace rungwatch::cli
