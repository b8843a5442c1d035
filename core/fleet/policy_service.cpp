// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/policy_parts.h"

#include "rungwatch/breaker/read_options.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

/// The kind, and from the second of a kind on with its number: "health", "health-2".
std::string sourceName(const ServicePolicy& service, SourceKind kind)
{
    const auto before = std::count_if(
        service.sources.begin(), service.sources.end(), [&](const SourcePolicy& s) { return s.kind == kind; });
    const std::string word(nameOf(kind));
    return before == 0 ? word : word + "-" + std::to_string(before + 1);
}

} // namespace

ServicePolicy readService(const JsonValue& value, const std::string& pointer, Faults& faults)
{
    StrictObject object(value, pointer, faults);
    ServicePolicy service;
    service.name = object.text("name");
    checkName(object, "name", service.name);
    service.critical = object.boolean("critical", false);
    service.tags = object.texts("tags");
    service.dependsOn = object.texts("depends_on");
    object.each("sources", false, [&](const JsonValue& item, const std::string& itemPointer) {
        auto source = readSource(item, itemPointer, faults);
        source.name = sourceName(service, source.kind);
        service.sources.push_back(std::move(source));
    });
    static const JsonValue defaults = [] {
        JsonValue empty;
        empty.kind = JsonValue::Kind::Object;
        return empty;
    }();
    // The console's own: three polls in a row that get no answer, then a probe every 15 s.
    breaker::Options options;
    options.failureThreshold = 3;
    options.cooldown = 15s;
    const auto* breaker = object.object("breaker", false);
    service.breaker = breaker::readOptions(breaker ? *breaker : defaults, object.pointerTo("breaker"), faults, options);
    object.finish();
    return service;
}

} // namespace rungwatch::fleet
