// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/prepared_answers.h"

#include "app/bookstore/customers.h"
#include "rungwatch/cache/traffic_log.h"

namespace rungwatch::bookstore {

namespace {

/// Each of the rarer questions comes up about once in so many.
constexpr std::uint64_t logged = 5'000;
/// The twenty popular questions and a fifth of the others.
constexpr std::size_t prepared = 1'020;

} // namespace

std::shared_ptr<const AnswerCache> preparedAnswers(const std::string& feature, const Moment& builtAt)
{
    TrafficLog log;
    for (std::uint64_t n = 0; n < logged; ++n)
        log.record(questionOf(n).identity);
    const auto answer = [&feature](const TrafficLog::Asked&) {
        return PreparedAnswer{{}, "prepared answer", feature, std::nullopt, {}};
    };
    auto set = preparedFor(log, answer, prepared);
    set.answers.push_back({{}, "Here is how most customers go on: https://example.org/help", feature, {}, {}});
    auto built = AnswerCache::build(std::move(set), builtAt, {.maxAge = preparedMaxAge, .embedder = nullptr});
    return built ? std::move(built).value() : nullptr; // only a faulty set is refused
}

} // namespace rungwatch::bookstore
