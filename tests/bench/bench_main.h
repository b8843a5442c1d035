// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/limits.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <string>

/// \file
/// One way to run a benchmark: the machine's limits first, and at the end the ratios to them, as text and, with
/// --ratios=FILE, as JSON.

namespace rungwatch::bench {

/// Prints as usual and remembers each figure, in nanoseconds of real time.
class Remembering final : public benchmark::ConsoleReporter {
public:
    Remembering()
        : ConsoleReporter(OO_Tabular)
    {
    }

    void ReportRuns(const std::vector<Run>& runs) override
    {
        ConsoleReporter::ReportRuns(runs);
        for (const auto& run : runs)
            if (run.run_type == Run::RT_Iteration && !run.error_occurred)
                figures[run.benchmark_name()] = run.GetAdjustedRealTime() * nanosecondsOf(run.time_unit);
    }

    std::map<std::string, double> figures;

private:
    static double nanosecondsOf(benchmark::TimeUnit unit) { return 1e9 / benchmark::GetTimeUnitMultiplier(unit); }
};

/// {"breaker/...": {"ns": 12.7, "to": {"limit/steady_clock": 0.43, ...}}, ...}
inline std::string ratiosOf(const std::map<std::string, double>& figures)
{
    std::string text;
    char number[64];
    for (const auto& [name, ns] : figures) {
        std::snprintf(number, sizeof number, "{\"ns\": %.2f", ns);
        text += (text.empty() ? "{\n  \"" : ",\n  \"") + name + "\": " + number;
        std::string to;
        for (const auto& [limit, of] : figures) {
            if (!limit.starts_with("limit/") || name.starts_with("limit/") || of <= 0)
                continue;
            std::snprintf(number, sizeof number, "%.3f", ns / of);
            to += (to.empty() ? ", \"to\": {\"" : ", \"") + limit + "\": " + number;
        }
        text += to + (to.empty() ? "}" : "}}");
    }
    return text + "\n}\n";
}

/// The end of a benchmark's main(). `--ratios=FILE` is ours, the rest Google Benchmark's.
inline int run(int argc, char** argv)
{
    std::string file;
    int kept = 0;
    for (int i = 0; i < argc; ++i)
        if (std::strncmp(argv[i], "--ratios=", 9) == 0)
            file = argv[i] + 9;
        else
            argv[kept++] = argv[i];
    benchmark::Initialize(&kept, argv);
    if (benchmark::ReportUnrecognizedArguments(kept, argv))
        return 2;
    Remembering reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
    if (file.empty())
        return 0;
    std::ofstream out(file);
    out << ratiosOf(reporter.figures);
    if (out.flush())
        return 0;
    std::fprintf(stderr, "%s: expected a file that can be written\n", file.c_str());
    return 2;
}

} // namespace rungwatch::bench
