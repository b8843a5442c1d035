// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/retry/retry_budget.h"
#include "rungwatch/simulate/part.h"

namespace rungwatch::simulate {

namespace {

/// Calls and the retries that are wanted of them.
class RetryBudgetPart final : public Part {
public:
    RetryBudgetPart(const RetryBudgetOptions& options, Faults& faults, World& world)
        : m_faults(faults)
        , m_world(world)
        , m_budget(options)
    {
    }

    [[nodiscard]] std::vector<std::string_view> actions() const override { return {"calls"}; }
    void passTime() override { m_allowed.reset(); }

    void act(std::string_view, StrictObject& step) override
    {
        const auto calls = step.whole("calls", 0, 1'000'000'000);
        const auto wanted = step.whole("retries_wanted", 0, 1'000'000, 0);
        if (m_faults.any())
            return;
        const auto now = m_world.clock.steadyNow();
        m_budget.addCalls(static_cast<std::uint64_t>(calls), now);
        std::int64_t allowed = 0;
        while (allowed < wanted && m_budget.tryRetry(now))
            ++allowed;
        m_allowed = allowed;
    }

    void writeFacts(JsonWriter& out) const override { out.member("retries_allowed", m_allowed); }

private:
    Faults& m_faults;
    World& m_world;
    RetryBudget m_budget;
    std::optional<std::int64_t> m_allowed;
};

} // namespace

std::unique_ptr<Part> makeRetryBudgetPart(
    const JsonValue& configuration, const std::string& pointer, Faults& faults, World& world)
{
    using namespace std::chrono_literals;
    RetryBudgetOptions options;
    StrictObject object(configuration, pointer, faults);
    if (object.has("ratio"))
        options.ratio = Percent::from(object.decimal("ratio", 0, 10, 5) * 100).value_or(options.ratio);
    options.minPerSecond = object.number("min_per_s", 0, 1e6, options.minPerSecond);
    options.window = object.seconds("window_s", 1s, 1h, options.window);
    object.finish();
    return faults.any() ? nullptr : std::make_unique<RetryBudgetPart>(options, faults, world);
}

} // namespace rungwatch::simulate
