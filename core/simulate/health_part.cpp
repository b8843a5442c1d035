// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/health/health_checker.h"
#include "rungwatch/simulate/part.h"
#include "rungwatch/simulate/read_measured.h"

#include <algorithm>
#include <set>

namespace rungwatch::simulate {

namespace {

class HealthPart final : public Part {
public:
    HealthPart(const HealthCheckerOptions& options, Faults& faults, World& world)
        : m_faults(faults)
        , m_world(world)
        , m_checker(options)
    {
    }

    [[nodiscard]] std::vector<std::string_view> actions() const override { return {"checks"}; }

    void passTime() override { look(); }

    void act(std::string_view action, StrictObject& step) override
    {
        std::vector<CheckReading> round;
        std::set<std::string> named;
        step.each(action, true,
            [&](const JsonValue& value, const std::string& pointer) { read(value, pointer, named, round); });
        if (m_faults.any())
            return;
        m_checker.record(round, m_world.clock.now());
        look();
    }

    void writeFacts(JsonWriter& out) const override
    {
        out.member("level", m_document.level);
        out.member("http_status", std::int64_t{m_document.httpStatus()});
        out.member("message", m_document.message);
        out.member("available_features", m_document.available);
        out.member("degraded_features", m_document.degraded);
    }

    void turnOn(const std::string& flag) { m_checker.setFlag(flag, true, m_world.clock.now()); }

private:
    /// One check into the round. The status "running" only begins it: it has not answered yet.
    void read(const JsonValue& value, const std::string& pointer, std::set<std::string>& named,
        std::vector<CheckReading>& round)
    {
        StrictObject check(value, pointer, m_faults);
        const auto name = check.text("name");
        const auto status = check.text("status");
        const auto latency = readLatency(check, "latency_ms");
        std::string error;
        if (const auto* given = value.find("error"); given && given->isNull())
            check.ignore("error"); // as the seeds' documents write none
        else
            error = check.text("error", "");
        check.finish();
        if (!m_checker.knows(name))
            check.fault("name", "expected one of the services, found \"" + name + "\"");
        else if (!named.insert(name).second)
            check.fault("name", "expected each service once, found \"" + name + "\" again");
        if (m_faults.any())
            return;
        if (status == "running")
            static_cast<void>(m_checker.begin(name, m_world.clock.now()));
        else
            round.push_back(readingOf(name, status, latency, error));
    }

    void look()
    {
        const auto now = m_world.clock.now();
        for (const auto& change : m_checker.takeChanges(now))
            m_world.happenings.push_back(
                {std::string(nameOf(change.from)), std::string(nameOf(change.to)), std::string(nameOf(change.cause))});
        m_document = m_checker.document(now);
    }

    Faults& m_faults;
    World& m_world;
    HealthChecker m_checker;
    HealthDocument m_document;
};

ServiceCheck readService(const JsonValue& value, const std::string& pointer, Faults& faults)
{
    StrictObject service(value, pointer, faults);
    ServiceCheck check;
    check.name = service.text("name");
    check.critical = service.boolean("critical", false);
    check.flag = service.text("flag", "");
    check.timeout = service.seconds("timeout_s", std::chrono::milliseconds{1}, std::chrono::hours{1}, check.timeout);
    service.finish();
    return check;
}

/// The flags that are on: an object of true and false by name, or a list of names. One that gates nothing is a fault.
std::vector<std::string> readFlags(
    StrictObject& object, const JsonValue& configuration, const std::vector<ServiceCheck>& services)
{
    std::vector<std::string> on;
    const auto* flags = configuration.find("flags");
    if (flags && flags->isArray())
        on = object.texts("flags");
    else if (flags && object.object("flags", true)) {
        for (const auto& flag : flags->members) {
            if (flag.value.kind != JsonValue::Kind::Boolean)
                object.fault("flags", "expected true or false for \"" + flag.key + "\"", "wrong-type");
            if (flag.value.boolean)
                on.push_back(flag.key);
        }
    }
    const auto gates = [&](const std::string& name) {
        return std::ranges::any_of(services, [&](const ServiceCheck& service) { return service.flag == name; });
    };
    for (const auto& name : on)
        if (name.empty() || !gates(name))
            object.fault("flags", "expected the flag of a service, found \"" + name + "\"");
    return on;
}

HealthCheckerOptions readOptions(StrictObject& object, Faults& faults)
{
    HealthCheckerOptions options;
    object.each("services", true, [&](const JsonValue& value, const std::string& pointer) {
        options.services.push_back(readService(value, pointer, faults));
    });
    options.downAfter = static_cast<std::uint32_t>(object.whole("down_after", 1, 100, options.downAfter));
    options.upAfter = static_cast<std::uint32_t>(object.whole("up_after", 1, 100, options.upAfter));
    if (object.has("interval_s"))
        options.interval = object.seconds("interval_s", std::chrono::milliseconds{1}, std::chrono::hours{24});
    return options;
}

} // namespace

std::unique_ptr<Part> makeHealthPart(
    const JsonValue& configuration, const std::string& pointer, Faults& faults, World& world)
{
    StrictObject object(configuration, pointer, faults);
    const auto options = readOptions(object, faults);
    const auto flags = readFlags(object, configuration, options.services);
    object.finish();
    // Each number was read within its range: what is left is how the services fit together.
    if (const auto fault = options.fault())
        object.fault("services", fault->message);
    if (faults.any())
        return nullptr;
    auto part = std::make_unique<HealthPart>(options, faults, world);
    for (const auto& flag : flags)
        part->turnOn(flag);
    return part;
}

} // namespace rungwatch::simulate
