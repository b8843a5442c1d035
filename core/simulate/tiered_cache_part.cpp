// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/file_level.h"
#include "rungwatch/cache/memory_level.h"
#include "rungwatch/cache/tiered_cache.h"
#include "rungwatch/simulate/breakable_level.h"
#include "rungwatch/simulate/part.h"
#include "rungwatch/simulate/read_value.h"
#include "rungwatch/simulate/temporary_directory.h"

#include <algorithm>

namespace rungwatch::simulate {

namespace {

using namespace std::chrono_literals;

enum class LevelKind { Memory, File, Remote };
constexpr std::array<std::string_view, 3> enumNames(LevelKind)
{
    return {"memory", "file", "remote"};
}

struct TieredConfiguration {
    std::vector<LevelKind> levels;
    StalePolicy policy;
};

TieredConfiguration readConfiguration(const JsonValue& value, const std::string& pointer, Faults& faults)
{
    TieredConfiguration read;
    StrictObject object(value, pointer, faults);
    read.policy.maxAge = object.seconds("max_age_s", 0s, 24h * 3650, 120s);
    if (!object.has("levels"))
        read.levels = {LevelKind::Memory, LevelKind::File, LevelKind::Remote};
    for (const auto& word : object.texts("levels")) {
        const auto kind = enumFromName<LevelKind>(word);
        if (!kind || std::ranges::find(read.levels, *kind) != read.levels.end())
            object.fault("levels", "expected memory, file and remote, each at most once, found \"" + word + "\"");
        else
            read.levels.push_back(*kind);
    }
    if (read.levels.empty() && !faults.any())
        object.fault("levels", "expected at least one of memory, file, remote");
    object.finish();
    return read;
}

class TieredCachePart final : public Part {
public:
    TieredCachePart(
        const TieredConfiguration& configuration, TemporaryDirectory directory, Faults& faults, World& world)
        : m_faults(faults)
        , m_world(world)
        , m_directory(std::move(directory))
        , m_cache(makeLevels(configuration.levels), configuration.policy, world.clock)
    {
    }

    [[nodiscard]] std::vector<std::string_view> actions() const override
    {
        return {"put", "get", "drop", "break", "restore", "invalidate"};
    }

    void passTime() override { m_found = {}; }

    void act(std::string_view action, StrictObject& step) override
    {
        if (action == "put")
            return put(step);
        const auto word = step.nonEmpty(action);
        if (m_faults.any())
            return;
        if (action == "get")
            m_found = m_cache.get(keyOf(word));
        else if (action == "invalidate")
            m_cache.invalidate(word);
        else
            change(action, word, step);
    }

    void writeFacts(JsonWriter& out) const override
    {
        const auto stats = m_cache.stats();
        out.key("level");
        m_found.level ? out.text(stats[*m_found.level].name) : out.null();
        out.key("value");
        writeValue(out, m_found.value);
        out.member("age_s", m_found.value ? m_found.age : std::nullopt);
        out.key("stats");
        out.beginObject();
        for (const auto& level : stats) {
            out.key(level.name);
            out.beginObject();
            out.member("hits", level.hits);
            out.member("misses", level.misses);
            out.member("errors", level.errors);
            out.member("refused", level.refused);
            out.end();
        }
        out.end();
    }

private:
    static AnswerKey keyOf(const std::string& identity) { return {identity, "public"}; }

    std::unique_ptr<CacheLevel> makeLevel(LevelKind kind) const
    {
        if (kind == LevelKind::File)
            return std::make_unique<FileLevel>(FileLevel::Options{m_directory.path(), "the script's"});
        return std::make_unique<MemoryLevel>(std::string(nameOf(kind)));
    }

    std::vector<std::unique_ptr<CacheLevel>> makeLevels(const std::vector<LevelKind>& kinds)
    {
        std::vector<std::unique_ptr<CacheLevel>> levels;
        for (const auto kind : kinds) {
            auto level = std::make_unique<BreakableLevel>(makeLevel(kind));
            m_levels.push_back(level.get());
            levels.push_back(std::move(level));
        }
        return levels;
    }

    void put(StrictObject& step)
    {
        const auto key = keyOf(step.nonEmpty("put"));
        const auto value = readValue(step, "value", true);
        if (value && value->empty())
            step.fault("value", "expected a value that is not empty");
        if (m_faults.any())
            return;
        m_cache.put(key, {*value, AgeStamp::obtained(m_world.clock.now())}, m_cache.begin(key.identity));
    }

    void change(std::string_view action, const std::string& name, StrictObject& step)
    {
        const auto found = std::ranges::find(m_levels, name, [](const auto* level) { return level->name(); });
        if (found == m_levels.end())
            return step.fault(action, "expected one of the configured levels, found \"" + name + "\"");
        if (action != "drop")
            return (*found)->setBroken(action == "break");
        if (const auto error = (*found)->drop())
            step.fault(action, error->message, error->code);
    }

    Faults& m_faults;
    World& m_world;
    TemporaryDirectory m_directory;
    /// The cache's own, as the script calls them.
    std::vector<BreakableLevel*> m_levels;
    TieredCache m_cache;
    /// What this step asked for.
    TieredCache::Found m_found;
};

} // namespace

std::unique_ptr<Part> makeTieredCachePart(
    const JsonValue& configuration, const std::string& pointer, Faults& faults, World& world)
{
    const auto read = readConfiguration(configuration, pointer, faults);
    if (faults.any())
        return nullptr;
    TemporaryDirectory directory;
    if (std::ranges::find(read.levels, LevelKind::File) != read.levels.end()) {
        auto made = TemporaryDirectory::make();
        if (!made) {
            faults.add(
                pointer, configuration.line, made.error().message + " (" + made.error().where + ")", made.error().code);
            return nullptr;
        }
        directory = std::move(made).value();
    }
    return std::make_unique<TieredCachePart>(read, std::move(directory), faults, world);
}

} // namespace rungwatch::simulate
