// SPDX-License-Identifier: GPL-3.0-or-later
// Prepared answers: 10,000 of them, as they are asked while no model answers. A whole question each time, its vector
// made too.
#include "rungwatch/cache/answer_cache.h"
#include "rungwatch/cache/ngram_embedder.h"
#include "tests/bench/bench_main.h"

#include <stdexcept>

using namespace rungwatch;

namespace {

const SystemClock precise;

std::string query(int number)
{
    static const char* const verbs[]{
        "where is", "how do I return", "can I change", "why was I charged for", "who wrote"};
    static const char* const things[]{"my order", "a damaged book", "the delivery address", "two copies", "this atlas"};
    return std::string(verbs[number % 5]) + " " + things[number / 5 % 5] + " number " + std::to_string(number * 7919);
}

const AnswerCache& answers()
{
    static const auto cache = [] {
        AnswerSet set;
        for (int i = 0; i < 10'000; ++i)
            set.answers.push_back({query(i), "answer " + std::to_string(i), {}, std::nullopt, {}});
        AnswerCacheOptions options;
        options.embedder = std::make_shared<const NgramEmbedder>();
        auto built = AnswerCache::build(std::move(set), precise.now(), options);
        if (!built)
            throw std::logic_error(built.error().message);
        return std::move(built).value();
    }();
    return *cache;
}

void ask(benchmark::State& state, const std::string& text, AnswerMatch expected)
{
    const auto& cache = answers();
    const auto now = precise.now();
    AnswerQuestion question;
    question.query = text;
    if (cache.find(question, now).match != expected)
        return state.SkipWithError("matched otherwise than meant");
    for (auto _ : state)
        benchmark::DoNotOptimize(cache.find(question, now));
}

void exact(benchmark::State& state)
{
    ask(state, query(4'321), AnswerMatch::Exact);
}
void similar(benchmark::State& state)
{
    ask(state, query(4'321) + "s", AnswerMatch::Similar);
}
void none(benchmark::State& state)
{
    ask(state, "quantum chromodynamics lecture notes", AnswerMatch::None);
}

} // namespace

int main(int argc, char** argv)
{
    bench::registerLimits();
    benchmark::RegisterBenchmark("answers/exact_of_10000", exact);
    benchmark::RegisterBenchmark("answers/similar_of_10000", similar);
    benchmark::RegisterBenchmark("answers/none_of_10000", none);
    return bench::run(argc, argv);
}
