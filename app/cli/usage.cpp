// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include "app/poll/plain_text.h"

#include <charconv>
#include <cmath>
#include <fstream>
#include <iostream>
#include <iterator>

namespace rungwatch::cli {

int fail(const std::string& message)
{
    warn(message);
    return Unusable;
}

void warn(const std::string& message)
{
    std::cerr << "rungwatch: " << poll::plainText(message, std::string::npos) << '\n';
}

int fail(const std::string& what, const Error& error)
{
    return fail(what + ": " + (error.where.empty() ? "" : error.where + ": ") + error.message);
}

Result<Duration> parseDuration(const std::string& text)
{
    const Error fault{
        "bad-argument", "expected a duration with its unit, such as 90s, 15m, 2h or 500ms, found \"" + text + "\"", {}};
    double number = 0;
    const auto* end = text.data() + text.size();
    const auto [unit, trouble] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
    if (trouble != std::errc{} || !(number > 0))
        return fault;
    const std::string word(unit, end);
    const double seconds = word == "ms" ? 0.001
        : word == "s"                   ? 1
        : word == "m"                   ? 60
        : word == "h"                   ? 3600
        : word == "d"                   ? 86'400
                                        : 0;
    if (seconds == 0 || number * seconds > 366.0 * 86'400)
        return fault;
    return fromSeconds(number * seconds);
}

std::string durationFault(const std::string& text)
{
    const auto duration = parseDuration(text);
    return duration.ok() ? std::string() : duration.error().message;
}

Result<std::string> readFile(const std::string& path)
{
    if (path == "-")
        return std::string(std::istreambuf_iterator<char>(std::cin), {});
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return Error{"unreadable", "can't be opened for reading", {}};
    std::string text(std::istreambuf_iterator<char>(file), {});
    if (file.bad())
        return Error{"unreadable", "can't be read", {}};
    return text;
}

} // namespace rungwatch::cli
