// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/base/deadline.h"
#include "rungwatch/simulate/part.h"

#include <algorithm>

namespace rungwatch::simulate {

namespace {

using namespace std::chrono_literals;

struct DeadlineConfiguration {
    std::optional<Duration> budget;
    /// In the ladder's order, both.
    std::vector<std::string> names;
    std::vector<RungShare> shares;
};

DeadlineConfiguration readConfiguration(const JsonValue& value, const std::string& pointer, Faults& faults)
{
    DeadlineConfiguration read;
    StrictObject object(value, pointer, faults);
    if (!object.isNull("budget_s") && object.has("budget_s"))
        read.budget = object.seconds("budget_s", 0s, 24h * 30);
    object.each("rungs", true, [&](const JsonValue& item, const std::string& place) {
        StrictObject rung(item, place, faults);
        auto name = rung.nonEmpty("name");
        if (std::ranges::find(read.names, name) != read.names.end())
            rung.fault("name", "expected a name that no other rung has, found \"" + name + "\"");
        RungShare share;
        if (!rung.isNull("limit_s") && rung.has("limit_s"))
            share.limit = rung.seconds("limit_s", 1ms, 24h * 30);
        share.reserve = rung.seconds("reserve_s", 0s, 24h * 30, 0s);
        rung.finish();
        read.names.push_back(std::move(name));
        read.shares.push_back(share);
    });
    if (read.names.empty())
        object.fault("rungs", "expected at least one rung");
    object.finish();
    return read;
}

/// One request a step, down the whole ladder: each rung takes as long as the step says (nothing where it does not),
/// never longer than it is given, and then the next has its turn.
class DeadlinePart final : public Part {
public:
    DeadlinePart(DeadlineConfiguration configuration, Faults& faults, World& world)
        : m_configuration(std::move(configuration))
        , m_faults(faults)
        , m_world(world)
    {
    }

    [[nodiscard]] std::vector<std::string_view> actions() const override { return {"took_s"}; }
    void passTime() override { m_times.reset(); }

    void act(std::string_view, StrictObject& step) override
    {
        const auto took = readTook(step);
        if (m_faults.any())
            return;
        auto now = m_world.clock.steadyNow();
        const auto deadline = m_configuration.budget ? Deadline::after(now, *m_configuration.budget) : Deadline::none();
        std::vector<RungTime> times;
        for (std::size_t i = 0; i < took.size(); ++i) {
            times.push_back(timeForRung(m_configuration.shares, i, deadline, now));
            const auto& given = times.back().given;
            now = saturatingAdd(now, given ? std::min(took[i], *given) : took[i]);
        }
        m_times = std::move(times);
    }

    void writeFacts(JsonWriter& out) const override
    {
        out.key("given_s");
        if (m_times) {
            out.beginObject();
            for (std::size_t i = 0; i < m_times->size(); ++i)
                out.member(m_configuration.names[i], (*m_times)[i].given);
            out.end();
        } else {
            out.null();
        }
        out.member("started", namesWhere(false));
        out.member("skipped", namesWhere(true));
    }

private:
    /// By rung, in the ladder's order.
    std::vector<Duration> readTook(StrictObject& step)
    {
        std::vector<Duration> took;
        const auto* value = step.object("took_s", true);
        if (!value)
            return took;
        StrictObject object(*value, step.pointerTo("took_s"), m_faults);
        for (const auto& name : m_configuration.names)
            took.push_back(object.seconds(name, 0s, 24h * 30, 0s));
        object.finish();
        return took;
    }

    [[nodiscard]] std::optional<std::vector<std::string>> namesWhere(bool skipped) const
    {
        if (!m_times)
            return std::nullopt;
        std::vector<std::string> names;
        for (std::size_t i = 0; i < m_times->size(); ++i)
            if ((*m_times)[i].skipped == skipped)
                names.push_back(m_configuration.names[i]);
        return names;
    }

    DeadlineConfiguration m_configuration;
    Faults& m_faults;
    World& m_world;
    /// The step's request's.
    std::optional<std::vector<RungTime>> m_times;
};

} // namespace

std::unique_ptr<Part> makeDeadlinePart(
    const JsonValue& configuration, const std::string& pointer, Faults& faults, World& world)
{
    auto read = readConfiguration(configuration, pointer, faults);
    return faults.any() ? nullptr : std::make_unique<DeadlinePart>(std::move(read), faults, world);
}

} // namespace rungwatch::simulate
