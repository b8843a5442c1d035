// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/limits.h"
#include "tests/bench/ratios.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <string>

/// \file
/// One way to run a benchmark: the machine's limits first, and at the end, with --ratios=FILE, what follows from them
/// as JSON (ratios.h).

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

/// The end of a benchmark's main(). `--ratios=FILE` is ours, the rest Google Benchmark's. `overs`: what is measured
/// beyond the limits that it needs.
inline int run(int argc, char** argv, const std::vector<Over>& overs = {})
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
    out << ratiosOf(reporter.figures, overs);
    if (out.flush())
        return 0;
    std::fprintf(stderr, "%s: expected a file that can be written\n", file.c_str());
    return 2;
}

} // namespace rungwatch::bench
