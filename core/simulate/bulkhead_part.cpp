// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/admission/bulkhead_rules.h"
#include "rungwatch/simulate/part.h"

#include <limits>
#include <map>

namespace rungwatch::simulate {

namespace {

using admission::BulkheadOptions;
using admission::BulkheadRules;
using admission::WaiterId;

/// The rules alone: a script waits by letting time pass, so nothing here blocks.
class BulkheadPart final : public Part {
public:
    BulkheadPart(const BulkheadOptions& options, World& world)
        : m_world(world)
        , m_rules(options)
    {
    }

    [[nodiscard]] std::vector<std::string_view> actions() const override { return {"enter", "leave", "give_up"}; }

    void passTime() override
    {
        m_admitted.reset();
        m_rules.expire(now(), m_settled);
        takeSettled();
    }

    void act(std::string_view action, StrictObject& step) override
    {
        const auto id = step.id(action);
        if (id.empty())
            return;
        if (action == "enter")
            enter(step, id);
        else if (action == "leave")
            leave(step, id);
        else
            giveUp(step, id);
        takeSettled();
    }

    void writeFacts(JsonWriter& out) const override
    {
        out.member("admitted", m_admitted);
        out.member("in_flight", m_rules.inFlight());
        out.member("waiting", m_rules.waiting());
        out.member("refused", m_rules.counts().refused);
    }

private:
    enum class Stage { Waiting, Inside, Refused };
    struct Call {
        Stage stage{Stage::Waiting};
        WaiterId waiter{0};
    };

    [[nodiscard]] SteadyTime now() const { return m_world.clock.steadyNow(); }

    void enter(StrictObject& step, const std::string& id)
    {
        const auto known = m_calls.find(id);
        if (known != m_calls.end() && known->second.stage != Stage::Refused)
            return step.fault("enter", "expected an id that is neither inside nor waiting, found \"" + id + "\"");
        const auto entered = m_rules.enter(now(), std::nullopt, m_settled);
        m_admitted = entered.admitted();
        // A refused call is remembered too: a script may end what it began, whatever came of it.
        m_calls[id] = {entered.admitted() ? Stage::Inside
                : entered.waiter          ? Stage::Waiting
                                          : Stage::Refused,
            entered.waiter.value_or(0)};
    }

    void leave(StrictObject& step, const std::string& id)
    {
        const auto known = m_calls.find(id);
        if (known == m_calls.end() || known->second.stage == Stage::Waiting)
            return step.fault("leave", "expected the id of a call that was admitted, found \"" + id + "\"");
        forget(known);
    }

    /// Where the grant won the race, the permit is given back at once.
    void giveUp(StrictObject& step, const std::string& id)
    {
        const auto known = m_calls.find(id);
        if (known == m_calls.end())
            return step.fault("give_up", "expected the id of a call that entered, found \"" + id + "\"");
        if (known->second.stage == Stage::Waiting)
            m_rules.giveUp(known->second.waiter);
        forget(known);
    }

    void forget(std::map<std::string, Call>::iterator call)
    {
        if (call->second.stage == Stage::Inside)
            m_rules.leave(now(), m_settled);
        m_calls.erase(call);
    }

    void takeSettled()
    {
        for (const auto& one : m_settled)
            for (auto& [id, call] : m_calls) {
                if (call.stage != Stage::Waiting || call.waiter != one.waiter)
                    continue;
                call.stage = one.refusal ? Stage::Refused : Stage::Inside;
                m_world.happenings.push_back({"waiting", one.refusal ? "refused" : "admitted",
                    one.refusal ? std::string(nameOf(*one.refusal)) : "permit_free", id});
            }
        m_settled.clear();
    }

    World& m_world;
    BulkheadRules m_rules;
    std::map<std::string, Call> m_calls;
    std::vector<admission::Settled> m_settled;
    /// Whether this step's call was let in at once.
    std::optional<bool> m_admitted;
};

} // namespace

std::unique_ptr<Part> makeBulkheadPart(
    const JsonValue& configuration, const std::string& pointer, Faults& faults, World& world)
{
    StrictObject object(configuration, pointer, faults);
    const BulkheadOptions defaults;
    const auto calls = [&](const char* key, std::uint32_t fallback) {
        return static_cast<std::uint32_t>(object.whole(key, 0, std::numeric_limits<std::uint32_t>::max(), fallback));
    };
    BulkheadOptions options;
    options.permits = calls("permits", defaults.permits);
    options.queue = calls("queue", defaults.queue);
    if (object.has("max_wait_s") && !object.isNull("max_wait_s"))
        options.maxWait = object.seconds("max_wait_s", Duration{0}, std::chrono::hours{24});
    object.finish();
    if (const auto fault = options.fault(); fault && !faults.any())
        object.fault(fault->where, fault->message, fault->code);
    return faults.any() ? nullptr : std::make_unique<BulkheadPart>(options, world);
}

} // namespace rungwatch::simulate
