// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/answer_cache.h"
#include "rungwatch/cache/ngram_embedder.h"
#include "rungwatch/simulate/part.h"

#include <cmath>

namespace rungwatch::simulate {

namespace {

class AnswerCachePart final : public Part {
public:
    AnswerCachePart(std::shared_ptr<const AnswerCache> cache, bool vectorsGiven, World& world)
        : m_world(world)
        , m_cache(std::move(cache))
        , m_vectorsGiven(vectorsGiven)
    {
    }

    [[nodiscard]] std::vector<std::string_view> actions() const override { return {"ask"}; }

    void passTime() override { m_found.reset(); }

    void act(std::string_view action, StrictObject& step) override;

    void writeFacts(JsonWriter& out) const override
    {
        const bool served = m_found && m_found->match != AnswerMatch::None;
        out.member("match", m_found ? std::optional<AnswerMatch>(m_found->match) : std::nullopt);
        out.key("similarity");
        if (m_found && m_found->similarity)
            out.number(static_cast<double>(*m_found->similarity) / 1e6);
        else
            out.null();
        out.member("answer", served ? std::optional<std::string>(m_found->answer) : std::nullopt);
    }

private:
    World& m_world;
    std::shared_ptr<const AnswerCache> m_cache;
    bool m_vectorsGiven;
    /// What this step asked for.
    std::optional<FoundAnswer> m_found;
};

/// The member "vector"; empty where it is absent. One where the embedder makes them is a fault.
std::vector<float> readVector(StrictObject& object, bool given)
{
    std::vector<float> vector;
    if (object.has("vector") && !given) {
        object.ignore("vector");
        object.fault("vector", "expected no vector: the embedder makes them, unless it is \"given\"");
        return vector;
    }
    object.each("vector", false, [&](const JsonValue& value, const std::string&) {
        if (value.kind != JsonValue::Kind::Number)
            object.fault("vector", "expected numbers only", "wrong-type");
        vector.push_back(static_cast<float>(value.number));
    });
    return vector;
}

PreparedAnswer readEntry(const JsonValue& value, const std::string& pointer, Faults& faults, bool vectorsGiven)
{
    StrictObject entry(value, pointer, faults);
    PreparedAnswer answer;
    answer.query = entry.text("query", "");
    answer.answer = entry.text("answer");
    answer.category = entry.text("category", "");
    if (entry.has("scope"))
        answer.scope = entry.text("scope");
    answer.vector = readVector(entry, vectorsGiven);
    entry.finish();
    return answer;
}

Millionths readCosine(StrictObject& object, std::string_view key, Millionths fallback)
{
    return std::llround(object.decimal(key, 0.000001, 1, 6, static_cast<double>(fallback) / 1e6) * 1e6);
}

void AnswerCachePart::act(std::string_view action, StrictObject& step)
{
    const auto query = step.text(action);
    const auto scope = step.text("scope", "");
    const auto category = step.text("category", "");
    const auto vector = readVector(step, m_vectorsGiven);
    if (!vector.empty() && m_cache->dimension() != 0 && vector.size() != m_cache->dimension())
        return step.fault(
            "vector", "expected " + std::to_string(m_cache->dimension()) + " numbers, as the entries have");
    m_found = m_cache->find({query, scope, category, vector}, m_world.clock.now());
}

} // namespace

std::unique_ptr<Part> makeAnswerCachePart(
    const JsonValue& configuration, const std::string& pointer, Faults& faults, World& world)
{
    StrictObject object(configuration, pointer, faults);
    AnswerCacheOptions options;
    options.threshold = readCosine(object, "threshold", options.threshold);
    options.categoryThreshold = readCosine(object, "category_threshold", options.categoryThreshold);
    options.maxAge =
        object.seconds("max_age_s", std::chrono::milliseconds{1}, std::chrono::hours{24 * 365 * 30}, options.maxAge);
    const auto embedder = object.text("embedder", "ngram");
    if (embedder == "ngram")
        options.embedder = std::make_shared<NgramEmbedder>();
    else if (embedder != "given")
        object.fault("embedder", "expected one of ngram, given, found \"" + embedder + "\"");
    AnswerSet set;
    std::vector<int> lines;
    object.each("entries", true, [&](const JsonValue& value, const std::string& place) {
        set.answers.push_back(readEntry(value, place, faults, embedder == "given"));
        lines.push_back(value.line);
    });
    object.finish();
    if (faults.any())
        return nullptr;
    auto cache = AnswerCache::build(std::move(set), world.clock.now(), options);
    if (!cache) {
        // Settings were read within their ranges, so it is an entry's place.
        const auto& where = cache.error().where;
        const auto place = static_cast<std::size_t>(std::stoul(where.substr(1)));
        faults.add(object.pointerTo("entries") + where, lines[place], cache.error().message);
        return nullptr;
    }
    return std::make_unique<AnswerCachePart>(*cache, embedder == "given", world);
}

} // namespace rungwatch::simulate
