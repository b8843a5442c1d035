// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/ttl_cache.h"
#include "rungwatch/simulate/part.h"
#include "rungwatch/simulate/read_measured.h"
#include "rungwatch/simulate/read_outcome.h"
#include "rungwatch/simulate/read_value.h"

#include <set>
#include <stdexcept>

namespace rungwatch::simulate {

namespace {

using namespace std::chrono_literals;

/// Of a part whose keys need no scope.
constexpr const char* everybody = "public";

struct CacheConfiguration {
    TtlOptions options;
    /// Without a ttl nothing is valid unasked: every get asks the upstream.
    bool asksAlways{true};
    bool scopeRequired{true};
};

CacheConfiguration readConfiguration(const JsonValue& value, const std::string& pointer, Faults& faults)
{
    constexpr Duration longest = 24h * 3650;
    CacheConfiguration read;
    StrictObject object(value, pointer, faults);
    read.options.staleIfError = StalePolicy{object.seconds("max_age_s", 0s, longest, 120s)};
    read.asksAlways = !object.has("ttl_s");
    if (!read.asksAlways)
        read.options.ttl = object.seconds("ttl_s", -longest, longest * 2);
    if (object.has("ttl_spread_pct"))
        read.options.spread = object.percent("ttl_spread_pct");
    if (object.has("revalidate_max_age_s"))
        read.options.staleWhileRevalidate = StalePolicy{object.seconds("revalidate_max_age_s", 0s, longest)};
    for (const auto* key : {"ttl_spread_pct", "revalidate_max_age_s"})
        if (read.asksAlways && object.has(key))
            object.fault(key, "expected a ttl_s with it");
    read.scopeRequired = object.boolean("scope_required", true);
    object.finish();
    if (const auto fault = read.options.fault(); fault && !faults.any())
        object.fault(fault->where, fault->message, fault->code);
    return read;
}

class CachePart final : public Part {
public:
    CachePart(const CacheConfiguration& configuration, Faults& faults, World& world)
        : m_configuration(configuration)
        , m_faults(faults)
        , m_world(world)
        , m_cache(configuration.options, world.clock)
    {
    }

    [[nodiscard]] std::vector<std::string_view> actions() const override { return {"put", "get", "set", "invalidate"}; }

    void passTime() override
    {
        m_answer.reset();
        m_reason.reset();
    }

    void act(std::string_view action, StrictObject& step) override
    {
        if (action == "put")
            put(step);
        else if (action == "get")
            get(step);
        else if (action == "set")
            set(step);
        else
            invalidate(step);
    }

    void writeFacts(JsonWriter& out) const override
    {
        const bool served = m_answer && m_answer->value;
        out.member("mode", m_answer ? std::optional<AnswerMode>(m_answer->mode) : std::nullopt);
        out.key("value");
        writeValue(out, served ? m_answer->value : std::nullopt);
        out.member("age_s", served ? m_answer->age : std::nullopt);
        out.member("reason", m_reason);
        out.member("live_calls", m_liveCalls);
    }

private:
    /// What `set` put there for every scope that the script names.
    struct SetForAll {
        DatedValue answer;
        std::set<std::string> given;
    };
    /// How the upstream would answer this step.
    struct Upstream {
        std::string value;
        std::optional<FailureClass> failure;
    };

    AnswerKey readKey(std::string_view action, StrictObject& step)
    {
        AnswerKey key{step.nonEmpty(action), readScope(step)};
        if (key.scope.empty() && !m_configuration.scopeRequired)
            key.scope = everybody;
        return key;
    }

    static std::string readScope(StrictObject& step)
    {
        return step.isNull("scope") ? std::string() : step.text("scope", std::string());
    }

    void put(StrictObject& step)
    {
        const auto key = readKey("put", step);
        const auto value = readValue(step, "value", true);
        if (m_faults.any())
            return;
        giveSet(key);
        m_upstream[key] = *value;
        if (!m_cache.put(key, {*value, AgeStamp::obtained(m_world.clock.now())}))
            m_reason = nameOf(key.scope.empty() ? StaleRefusal::NoScope : StaleRefusal::Empty);
    }

    /// As the seeds' example sets its cache by hand: without a scope, for every scope that the script names.
    void set(StrictObject& step)
    {
        const AnswerKey key{step.nonEmpty("set"), readScope(step)};
        const auto value = readValue(step, "value", true);
        std::optional<Duration> age;
        if (!step.isNull("age_s"))
            age = readMeasuredSeconds(step, "age_s", -1e9, 1e9, Limit::Exceeded);
        if (m_faults.any())
            return;
        const DatedValue answer{*value, {age, m_world.clock.now()}};
        if (key.scope.empty()) {
            m_cache.invalidate(key.identity);
            m_set[key.identity] = {answer, {}};
            return;
        }
        m_set[key.identity].given.insert(key.scope);
        m_cache.invalidate(key);
        m_cache.put(key, answer);
    }

    /// The first time that a scope is named.
    void giveSet(const AnswerKey& key)
    {
        const auto found = m_set.find(key.identity);
        if (found != m_set.end() && !key.scope.empty() && found->second.given.insert(key.scope).second)
            m_cache.put(key, found->second.answer);
    }

    void invalidate(StrictObject& step)
    {
        const auto identity = step.nonEmpty("invalidate");
        if (m_faults.any())
            return;
        m_set.erase(identity);
        m_cache.invalidate(identity);
    }

    /// Nothing where nobody is asked. An upstream that is well and names no value gives what it gave last.
    std::optional<Upstream> readUpstream(const AnswerKey& key, StrictObject& step)
    {
        auto value = readValue(step, "value", false);
        if (!step.has("upstream") && !value)
            return std::nullopt;
        Upstream upstream;
        if (step.has("upstream"))
            upstream.failure = readOutcome(step, "upstream");
        if (upstream.failure || m_faults.any())
            return upstream;
        const auto before = m_upstream.find(key);
        if (value)
            m_upstream[key] = *value;
        else if (before != m_upstream.end())
            value = before->second;
        else
            step.fault("value", "expected what the upstream answers: it has not answered for this key before");
        upstream.value = value.value_or("");
        return upstream;
    }

    void get(StrictObject& step)
    {
        const auto key = readKey("get", step);
        const auto upstream = readUpstream(key, step);
        if (m_faults.any())
            return;
        giveSet(key);
        m_answer = upstream ? ask(key, *upstream) : withoutAsking(key);
        if (auto reason = m_answer->reason(); !reason.empty())
            m_reason = std::move(reason);
    }

    CachedAnswer ask(const AnswerKey& key, const Upstream& upstream)
    {
        const TtlCache::Load load = [&]() -> std::variant<std::string, FailureClass> {
            ++m_liveCalls;
            if (!upstream.failure)
                return upstream.value;
            if (upstream.failure->kind() == FailureClass::Kind::Thrown)
                throw std::runtime_error("the script says so");
            return *upstream.failure;
        };
        if (m_configuration.asksAlways)
            return m_cache.reload(key, load);
        auto answer = m_cache.get(key, load);
        if (answer.refresh) {
            const auto renewed = m_cache.refresh(*std::exchange(answer.refresh, std::nullopt), load);
            m_world.happenings.push_back({std::string(nameOf(answer.mode)), std::string(nameOf(renewed.mode)),
                renewed.failure ? renewed.failure->name() : "revalidated"});
        }
        return answer;
    }

    CachedAnswer withoutAsking(const AnswerKey& key)
    {
        if (!m_configuration.asksAlways)
            if (auto answer = m_cache.valid(key))
                return std::move(*answer);
        return m_cache.standIn(key, std::nullopt);
    }

    const CacheConfiguration m_configuration;
    Faults& m_faults;
    World& m_world;
    TtlCache m_cache;
    std::map<std::string, SetForAll> m_set;
    /// What the upstream gave last.
    std::map<AnswerKey, std::string> m_upstream;
    std::uint64_t m_liveCalls{0};
    // Of this step.
    std::optional<CachedAnswer> m_answer;
    std::optional<std::string> m_reason;
};

} // namespace

std::unique_ptr<Part> makeCachePart(
    const JsonValue& configuration, const std::string& pointer, Faults& faults, World& world)
{
    const auto read = readConfiguration(configuration, pointer, faults);
    return faults.any() ? nullptr : std::make_unique<CachePart>(read, faults, world);
}

} // namespace rungwatch::simulate
