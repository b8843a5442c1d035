// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

/// \file
/// What follows from the figures of one run: the ratios that the requirements are written in.

namespace rungwatch::bench {

/// A figure less so many times a limit of the same run: what a closed call costs over the clock reads that it needs.
struct Over {
    std::string name;
    std::string limit;
    std::uint32_t times{1};
};

inline std::string asText(double number, const char* format = "%.3f")
{
    char text[64];
    std::snprintf(text, sizeof text, format, number);
    return text;
}

/// `name` with another number of threads: ".../threads:1" for ".../threads:2".
inline std::string withThreads(const std::string& name, int threads)
{
    const auto at = name.rfind("/threads:");
    return at == std::string::npos ? std::string() : name.substr(0, at) + "/threads:" + std::to_string(threads);
}

/// How many times the calls of one thread two threads get: figures are real nanoseconds a call over all threads.
/// Nothing for what did not run with two.
inline std::string speedUp(const std::string& name, double ns, const std::map<std::string, double>& figures)
{
    if (name.empty() || !name.ends_with("/threads:2") || ns <= 0)
        return {};
    const auto one = figures.find(withThreads(name, 1));
    return one == figures.end() ? std::string() : ", \"two_threads_to_one\": " + asText(one->second / ns);
}

/// {"breaker/...": {"ns": 12.7, "to": {"limit/steady_clock": 0.43, ...}, "over_ns": {"2 x limit/steady_clock": 3.1},
/// "two_threads_to_one": 1.9}, ...}
inline std::string ratiosOf(const std::map<std::string, double>& figures, const std::vector<Over>& overs)
{
    std::string text;
    for (const auto& [name, ns] : figures) {
        text += (text.empty() ? "{\n  \"" : ",\n  \"") + name + "\": {\"ns\": " + asText(ns, "%.2f");
        std::string to;
        for (const auto& [limit, of] : figures)
            if (limit.starts_with("limit/") && !name.starts_with("limit/") && of > 0)
                to += (to.empty() ? ", \"to\": {\"" : ", \"") + limit + "\": " + asText(ns / of);
        text += to + (to.empty() ? "" : "}");
        std::string beyond;
        for (const auto& over : overs)
            if (const auto limit = figures.find(over.limit); over.name == name && limit != figures.end())
                beyond += (beyond.empty() ? ", \"over_ns\": {\"" : ", \"") + std::to_string(over.times) + " x "
                    + over.limit + "\": " + asText(ns - over.times * limit->second, "%.2f");
        text += beyond + (beyond.empty() ? "" : "}") + speedUp(name, ns, figures) + "}";
    }
    return text + "\n}\n";
}

} // namespace rungwatch::bench
