// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/answer_cache.h"

#include "rungwatch/cache/query_text.h"

#include <algorithm>

namespace rungwatch {

namespace {

constexpr std::size_t mostDimensions = 65'536;

Error unfit(std::string message)
{
    return {"bad-value", std::move(message), {}};
}

std::string scopeOf(const PreparedAnswer& answer)
{
    return answer.scope.value_or(std::string());
}

/// The places in the list, scope by scope; within one in the list's own order, which so decides between equals.
std::vector<std::size_t> byScope(const std::vector<PreparedAnswer>& answers)
{
    std::vector<std::size_t> order(answers.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return answers[a].scope < answers[b].scope; });
    return order;
}

std::size_t dimensionOf(const std::vector<PreparedAnswer>& answers, const AnswerCacheOptions& options)
{
    if (options.embedder)
        return options.embedder->dimension();
    for (const auto& answer : answers)
        if (!answer.vector.empty())
            return answer.vector.size();
    return 1;
}

/// Why answers of that age are not served.
std::optional<StaleRefusal> refusalOf(const std::optional<Duration>& age, Duration maxAge)
{
    if (!age)
        return StaleRefusal::AgeUnknown;
    if (*age < Duration{0})
        return StaleRefusal::AgeNegative;
    if (*age > maxAge)
        return StaleRefusal::TooOld;
    return std::nullopt;
}

} // namespace

std::optional<Error> AnswerCacheOptions::fault() const
{
    const auto wrong = [](const char* name, const char* expected) {
        return Error{"out-of-range", std::string("expected ") + expected, name};
    };
    if (threshold < 1 || threshold > 1'000'000)
        return wrong("threshold", "0.000001 to 1");
    if (categoryThreshold < 1 || categoryThreshold > 1'000'000)
        return wrong("category_threshold", "0.000001 to 1");
    if (maxAge <= Duration{0})
        return wrong("max_age_s", "more than 0 seconds");
    if (embedder && (embedder->dimension() < 1 || embedder->dimension() > mostDimensions))
        return wrong("embedder", "one of 1 to 65536 dimensions");
    return std::nullopt;
}

AnswerCache::AnswerCache(const Moment& builtAt, AnswerCacheOptions options, std::size_t dimension)
    : m_builtAt(builtAt)
    , m_options(std::move(options))
    , m_matrix(dimension)
{
}

Result<std::shared_ptr<const AnswerCache>> AnswerCache::build(
    AnswerSet set, const Moment& builtAt, AnswerCacheOptions options)
{
    if (auto fault = options.fault())
        return *fault;
    const auto dimension = dimensionOf(set.answers, options);
    if (dimension > mostDimensions)
        return Error{"out-of-range", "expected vectors of at most 65536 numbers", "/0"};
    const std::shared_ptr<AnswerCache> cache(new AnswerCache(builtAt, std::move(options), dimension));
    cache->m_coverage = set.coverage;
    for (const auto place : byScope(set.answers)) {
        if (auto error = cache->add(std::move(set.answers[place]))) {
            error->where = "/" + std::to_string(place);
            return *error;
        }
    }
    return std::shared_ptr<const AnswerCache>(cache);
}

std::optional<Error> AnswerCache::add(PreparedAnswer answer)
{
    if (answer.answer.empty())
        return unfit("expected an answer that is not empty");
    if (answer.scope && answer.scope->empty())
        return unfit("expected a scope that is not empty, or none");
    if (answer.query.empty()) {
        if (answer.category.empty())
            return unfit("expected a query, or the category that this is the template of");
        const AnswerKey key{answer.category, scopeOf(answer)};
        if (!m_templates.emplace(key, std::move(answer.answer)).second)
            return unfit("a second template of the category \"" + key.identity + "\"");
        return std::nullopt;
    }
    const AnswerKey key{normalisedQuery(answer.query), scopeOf(answer)};
    if (key.identity.empty())
        return unfit("expected a query that is more than white space");
    if (!m_exact.emplace(key, m_answers.size()).second)
        return unfit("a second answer to \"" + key.identity + "\"");
    if (auto error = addVector(answer))
        return error;
    m_answers.push_back(std::move(answer));
    return std::nullopt;
}

std::optional<Error> AnswerCache::addVector(const PreparedAnswer& answer)
{
    const auto vector = m_options.embedder ? m_options.embedder->embed(answer.query) : answer.vector;
    if (vector.empty())
        return std::nullopt;
    const auto row = m_matrix.rows();
    if (!m_matrix.append(vector))
        return unfit("expected a vector of " + std::to_string(m_matrix.dimension()) + " numbers, not all of them 0");
    m_answerOf.push_back(m_answers.size());
    auto& rows = m_rowsOf.try_emplace(scopeOf(answer), Rows{row, row}).first->second;
    rows.end = row + 1;
    return std::nullopt;
}

const PreparedAnswer* AnswerCache::exact(const AnswerQuestion& question) const
{
    AnswerKey key{normalisedQuery(question.query), std::string(question.scope)};
    auto found = m_exact.find(key);
    if (found == m_exact.end() && !key.scope.empty()) {
        key.scope.clear();
        found = m_exact.find(key);
    }
    return found == m_exact.end() ? nullptr : &m_answers[found->second];
}

const std::string* AnswerCache::templateOf(std::string_view category, std::string_view scope) const
{
    AnswerKey key{std::string(category), std::string(scope)};
    auto found = m_templates.find(key);
    if (found == m_templates.end() && !key.scope.empty()) {
        key.scope.clear();
        found = m_templates.find(key);
    }
    return found == m_templates.end() ? nullptr : &found->second;
}

std::optional<VectorMatrix::Nearest> AnswerCache::nearest(const AnswerQuestion& question) const
{
    if (m_matrix.rows() == 0)
        return std::nullopt;
    const auto query = m_options.embedder ? m_matrix.asQuery(m_options.embedder->embed(question.query))
                                          : m_matrix.asQuery(question.vector);
    if (!query)
        return std::nullopt;
    const auto within = [&](std::string_view scope) {
        const auto rows = m_rowsOf.find(scope);
        return rows == m_rowsOf.end() ? std::nullopt : m_matrix.nearest(*query, rows->second.begin, rows->second.end);
    };
    auto best = within(question.scope);
    if (question.scope.empty())
        return best;
    const auto everybodys = within({});
    return everybodys && (!best || everybodys->cosine > best->cosine) ? everybodys : best;
}

FoundAnswer AnswerCache::find(const AnswerQuestion& question, const Moment& now) const
{
    FoundAnswer found;
    found.age = ageOf(m_builtAt, now);
    found.refusal = refusalOf(found.age, m_options.maxAge);
    if (found.refusal)
        return found;
    const auto serve = [&](AnswerMatch match, const std::string& answer) {
        found.match = match;
        found.answer = answer;
        return found;
    };
    if (const auto* same = exact(question))
        return serve(AnswerMatch::Exact, same->answer);
    std::string_view category = question.category;
    if (const auto near = nearest(question)) {
        found.similarity = near->cosine;
        const auto& neighbour = m_answers[m_answerOf[near->row]];
        if (near->cosine >= m_options.threshold)
            return serve(AnswerMatch::Similar, neighbour.answer);
        if (category.empty() && near->cosine >= m_options.categoryThreshold)
            category = neighbour.category;
    }
    if (!category.empty())
        if (const auto* standing = templateOf(category, question.scope))
            return serve(AnswerMatch::Template, *standing);
    return found;
}

} // namespace rungwatch
