// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console_options.h"

#include "app/cli/command.h"

#include <CLI/CLI.hpp>

#include <charconv>

namespace rungwatch::cli {

namespace {

std::string bytesFault(const std::string& text)
{
    const auto bytes = parseBytes(text);
    return bytes.ok() ? std::string() : bytes.error().message;
}

} // namespace

Result<std::uint64_t> parseBytes(const std::string& text)
{
    const Error fault{"bad-argument",
        "expected a size from 1MB to 1000TB with its unit, such as 500MB or 20GB, found \"" + text + "\"", {}};
    constexpr std::uint64_t least = 1'000'000;
    constexpr std::uint64_t most = 1000ULL * 1'000'000'000'000;
    std::uint64_t number = 0;
    const auto* end = text.data() + text.size();
    const auto [unit, trouble] = std::from_chars(text.data(), end, number);
    const std::string word(unit, end);
    const std::uint64_t factor = word == "kB" ? 1'000
        : word == "MB"                        ? 1'000'000
        : word == "GB"                        ? 1'000'000'000
        : word == "TB"                        ? 1'000'000'000'000
                                              : 0;
    if (trouble != std::errc{} || factor == 0 || number > most / factor || number * factor < least)
        return fault;
    return number * factor;
}

void ConsoleOptions::declare(CLI::App& app)
{
    auto* file = app.add_option(
        "--fleet", fleet, "fleet file to watch; without one the demonstration book store is started and watched");
    app.add_option("--journal", journal, "file that events are written to; by default one in your data folder");
    app.add_option("--keep-age", keepAge, "how far back the journal has to go, such as 30d; without it for ever")
        ->check(durationFault);
    app.add_option(
           "--keep-size", keepSize, "how large the journal may be, such as 20GB; without it as large as it gets")
        ->check(bytesFault);
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
    if (!keepAge.empty())
        options.keep.age = parseDuration(keepAge).value();
    if (!keepSize.empty())
        options.keep.bytes = parseBytes(keepSize).value();
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
