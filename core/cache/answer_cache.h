// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/cache/embedder.h"
#include "rungwatch/cache/stale_policy.h"
#include "rungwatch/cache/vector_matrix.h"

namespace rungwatch {

/// An answer made before it is needed.
struct PreparedAnswer {
    /// What it answers. Empty: it is the template of its category, for any query of that kind.
    std::string query;
    /// Never empty.
    std::string answer;
    /// Empty: none.
    std::string category;
    /// Whose answer it is: served to that scope alone. Absent: everybody's. Never present and empty, so that an answer
    /// that has lost its scope does not become everybody's.
    std::optional<std::string> scope;
    /// Of the query, where the cache has no embedder. Empty: found by its exact query only.
    std::vector<float> vector;
};

struct AnswerSet {
    std::vector<PreparedAnswer> answers;
    /// Of the traffic they were chosen from, the share they cover; absent: not known.
    std::optional<Percent> coverage;
};

/// How an answer was found, in the order in which it is looked for.
enum class AnswerMatch { Exact, Similar, Template, None };
constexpr std::array<std::string_view, 4> enumNames(AnswerMatch)
{
    return {"exact", "similar", "template", "none"};
}

struct AnswerCacheOptions {
    /// The least cosine of a similar query, reached at >=; 1 to 1'000'000. 0.92 is the seeds'.
    Millionths threshold{920'000};
    /// The least cosine at which a query without a category takes that of the query nearest to it; 1 to 1'000'000.
    Millionths categoryThreshold{500'000};
    /// The answers are served while 0 <= age <= maxAge. > 0. Built weekly, one build may fail.
    Duration maxAge{std::chrono::hours{24 * 14}};
    /// Makes the vectors. Null: answers and questions bring their own.
    std::shared_ptr<const Embedder> embedder;

    /// The first setting out of its range, by its name in scripts.
    [[nodiscard]] std::optional<Error> fault() const;
};

struct AnswerQuestion {
    std::string_view query{};
    /// Whose rights it is asked under. Empty: only everybody's answers.
    std::string_view scope{};
    /// By the caller's own classifier. Empty: that of the nearest query (AnswerCacheOptions::categoryThreshold).
    std::string_view category{};
    /// Read only where the cache has no embedder.
    std::span<const float> vector{};
};

struct FoundAnswer {
    AnswerMatch match{AnswerMatch::None};
    std::string answer;
    /// To the nearest query that this scope may see; absent where none was computed (an exact match, no vectors).
    std::optional<Millionths> similarity;
    /// Of the whole cache, as it was judged.
    std::optional<Duration> age;
    /// Why nothing of it is served; absent where it only holds nothing that fits.
    std::optional<StaleRefusal> refusal;
};

/// The prepared answers of one build, for when nothing can answer live. An answer is looked for by the exact query
/// (query_text.h), then by the most similar one, then as the template of the category; of two that fit alike, that of
/// the asker's own scope. Immutable: any thread may ask, and a refresh is a new cache (answer_store.h).
class AnswerCache {
public:
    /// `builtAt`: when the answers were made; for answers read from a file the present moment, set back by the age that
    /// the file's calendar time gives. An error names the setting, or the answer by its place in the list ("/3").
    [[nodiscard]] static Result<std::shared_ptr<const AnswerCache>> build(
        AnswerSet set, const Moment& builtAt, AnswerCacheOptions options = {});

    [[nodiscard]] FoundAnswer find(const AnswerQuestion& question, const Moment& now) const;

    [[nodiscard]] const Moment& builtAt() const { return m_builtAt; }
    [[nodiscard]] std::optional<Percent> coverage() const { return m_coverage; }
    /// Answers to a query, and templates.
    [[nodiscard]] std::size_t size() const { return m_answers.size() + m_templates.size(); }
    /// Numbers that a question's vector must have; 0: there are no vectors.
    [[nodiscard]] std::size_t dimension() const { return m_matrix.rows() == 0 ? 0 : m_matrix.dimension(); }

private:
    struct Rows {
        std::size_t begin{0};
        std::size_t end{0};
    };
    AnswerCache(const Moment& builtAt, AnswerCacheOptions options, std::size_t dimension);

    [[nodiscard]] std::optional<Error> add(PreparedAnswer answer);
    [[nodiscard]] std::optional<Error> addVector(const PreparedAnswer& answer);
    [[nodiscard]] const PreparedAnswer* exact(const AnswerQuestion& question) const;
    [[nodiscard]] const std::string* templateOf(std::string_view category, std::string_view scope) const;
    [[nodiscard]] std::optional<VectorMatrix::Nearest> nearest(const AnswerQuestion& question) const;

    Moment m_builtAt;
    std::optional<Percent> m_coverage;
    AnswerCacheOptions m_options;
    /// Those with a query, scope by scope.
    std::vector<PreparedAnswer> m_answers;
    /// By normalised query and scope; by category and scope. No scope is "" here.
    std::map<AnswerKey, std::size_t> m_exact;
    std::map<AnswerKey, std::string> m_templates;
    VectorMatrix m_matrix;
    /// The answer of each row, and the rows of each scope.
    std::vector<std::size_t> m_answerOf;
    std::map<std::string, Rows, std::less<>> m_rowsOf;
};

} // namespace rungwatch
