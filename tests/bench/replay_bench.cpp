// SPDX-License-Identifier: GPL-3.0-or-later
// A replay of a long recording of a large fleet: opening it, seeking to any instant, playing on. By default a small
// one, so that this runs as a test; RUNGWATCH_BENCH_SERVICES=1000 RUNGWATCH_BENCH_MINUTES=1440 is a day of a thousand
// services. RUNGWATCH_BENCH_JOURNAL keeps the recording, and takes it where it is there already.
#include "app/session/replay_cursor.h"
#include "rungwatch/base/hash.h"
#include "tests/bench/bench_main.h"
#include "tests/bench/long_journal.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>

using namespace rungwatch;

namespace {

int numberOf(const char* variable, int otherwise)
{
    const auto given = qEnvironmentVariableIntValue(variable);
    return given > 0 ? given : otherwise;
}

const QString& journal()
{
    static const QTemporaryDir folder;
    static const auto file = [] {
        const auto kept = qEnvironmentVariable("RUNGWATCH_BENCH_JOURNAL");
        const auto path = kept.isEmpty() ? folder.filePath(QStringLiteral("bench.journal")) : kept;
        if (!QFile::exists(path))
            bench::LongJournal(path, static_cast<std::size_t>(numberOf("RUNGWATCH_BENCH_SERVICES", 50)),
                numberOf("RUNGWATCH_BENCH_MINUTES", 2));
        return path;
    }();
    return file;
}

void open(benchmark::State& state)
{
    (void)journal();
    for (auto _ : state) {
        const auto cursor = ReplayCursor::open(journal());
        if (!cursor)
            return state.SkipWithError(cursor.error().message.c_str());
    }
}

double percentile(std::vector<double>& sorted, double share)
{
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

/// Each one elsewhere; the figure is the mean, the counters the percentiles in milliseconds.
void seek(benchmark::State& state)
{
    auto cursor = ReplayCursor::open(journal());
    if (!cursor)
        return state.SkipWithError(cursor.error().message.c_str());
    auto& replay = cursor.value();
    const auto length = static_cast<std::uint64_t>((replay.lastWall() - replay.firstWall()).count());
    std::vector<double> took;
    std::uint64_t draws = 0;
    for (auto _ : state) {
        const auto at = replay.firstWall() + Duration{static_cast<std::int64_t>(draw(1, "seek", ++draws) % length)};
        const auto began = std::chrono::steady_clock::now();
        if (const auto error = replay.seek(at))
            return state.SkipWithError(error->message.c_str());
        took.push_back(1e3 * toSeconds(std::chrono::steady_clock::now() - began));
    }
    std::sort(took.begin(), took.end());
    state.counters["p50_ms"] = percentile(took, 0.5);
    state.counters["p99_ms"] = percentile(took, 0.99);
    state.counters["worst_ms"] = took.back();
    state.counters["events"] = static_cast<double>(replay.lastSeq());
}

/// A minute of the recording at a time, from its beginning on and then again.
void playMinute(benchmark::State& state)
{
    auto cursor = ReplayCursor::open(journal());
    if (!cursor)
        return state.SkipWithError(cursor.error().message.c_str());
    auto& replay = cursor.value();
    std::uint64_t events = 0;
    for (auto _ : state) {
        if (replay.atEnd() && replay.seek(replay.firstWall()))
            return state.SkipWithError("can't begin again");
        const auto passed = replay.advance(std::chrono::minutes{1}, [&events](const fleet::Event&) {
            ++events;
            return true;
        });
        if (!passed)
            return state.SkipWithError(passed.error().message.c_str());
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(events));
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    bench::registerLimits();
    benchmark::RegisterBenchmark("replay/open", open)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("replay/seek", seek)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("replay/play_minute", playMinute)->Unit(benchmark::kMillisecond);
    return bench::run(argc, argv);
}
