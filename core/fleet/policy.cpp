// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/policy_parts.h"

namespace rungwatch::fleet {

namespace {

/// The pointer of the member that stands on `line` under `key`; found again after reading, as only faults need it.
std::optional<std::string> pointerOf(const JsonValue& value, const std::string& key, int line, const std::string& at)
{
    for (const auto& member : value.members) {
        const auto pointer = at + "/" + member.key;
        if (member.key == key && member.line == line)
            return pointer;
        if (auto inside = pointerOf(member.value, key, line, pointer))
            return inside;
    }
    for (std::size_t i = 0; i < value.items.size(); ++i)
        if (auto inside = pointerOf(value.items[i], key, line, at + "/" + std::to_string(i)))
            return inside;
    return std::nullopt;
}

/// Names that must differ, and services that must exist.
void checkTogether(const JsonValue& root, const Policy& policy, Faults& faults)
{
    std::set<std::string> names;
    const auto* services = root.find("services");
    for (std::size_t i = 0; services && i < policy.services.size(); ++i) {
        const auto& service = policy.services[i];
        const auto pointer = "/services/" + std::to_string(i);
        const auto& value = services->items[i];
        if (!names.insert(service.name).second)
            faults.add(pointer + "/name", value.find("name")->line,
                "expected a name of its own, \"" + service.name + "\" is taken", "duplicate-name");
    }
    for (std::size_t i = 0; services && i < policy.services.size(); ++i) {
        const auto& service = policy.services[i];
        for (std::size_t k = 0; k < service.dependsOn.size(); ++k) {
            const auto& name = service.dependsOn[k];
            if (!names.contains(name) || name == service.name)
                faults.add("/services/" + std::to_string(i) + "/depends_on/" + std::to_string(k),
                    services->items[i].find("depends_on")->items[k].line,
                    "expected the name of another service in this file, found \"" + name + "\"", "unknown-service");
        }
    }
}

void readFeatures(StrictObject& root, Policy& policy, Faults& faults)
{
    std::set<std::string> names;
    root.each("features", false, [&](const JsonValue& value, const std::string& pointer) {
        auto feature = readFeature(value, pointer, policy.services, faults);
        if (!names.insert(feature.name).second)
            faults.add(pointer + "/name", value.find("name") ? value.find("name")->line : value.line,
                "expected a name of its own, \"" + feature.name + "\" is taken", "duplicate-name");
        policy.features.push_back(std::move(feature));
    });
}

std::vector<EndpointRef> endpointsIn(const std::vector<ServicePolicy>& services)
{
    std::vector<EndpointRef> endpoints;
    for (std::size_t service = 0; service < services.size(); ++service)
        for (std::size_t source = 0; source < services[service].sources.size(); ++source)
            endpoints.push_back({service, source});
    return endpoints;
}

} // namespace

const std::vector<EndpointRef>& endpointsOf(const Policy& policy)
{
    return policy.endpoints;
}

std::string endpointName(const Policy& policy, EndpointRef ref)
{
    const auto& service = policy.services.at(ref.service);
    return service.name + "/" + service.sources.at(ref.source).name;
}

Result<Policy> parsePolicy(std::string_view text)
{
    const auto document = parseJson(text, {.values = 2'000'000, .comments = true});
    if (!document)
        return Error{document.error().code, document.error().message, "/ (" + document.error().where + ")"};
    Faults faults;
    if (document->duplicateKey)
        faults.add(pointerOf(document->root, *document->duplicateKey, document->duplicateLine, {}).value_or(""),
            document->duplicateLine, "expected the key \"" + *document->duplicateKey + "\" only once", "duplicate-key");

    Policy policy;
    policy.text = text;
    StrictObject root(document->root, {}, faults);
    if (const auto version = root.whole("version", 1, 1'000'000); version != 1)
        root.fault("version", "expected version 1, found " + std::to_string(version) + ": a newer program reads it");
    policy.name = root.text("name", std::string{"Fleet"});
    root.each("services", false, [&](const JsonValue& value, const std::string& pointer) {
        policy.services.push_back(readService(value, pointer, faults));
    });
    if (!faults.any())
        checkTogether(document->root, policy, faults);
    policy.endpoints = endpointsIn(policy.services);
    readFeatures(root, policy, faults);
    root.each("targets", false, [&](const JsonValue& value, const std::string& pointer) {
        policy.targets.push_back(readTargets(value, pointer, faults));
    });
    if (const auto* value = root.object("operator", false)) {
        StrictObject object(*value, "/operator", faults);
        policy.readOnly = object.boolean("read_only", false);
        object.finish();
    }
    root.finish();
    if (faults.any())
        return faults.first();
    return policy;
}

} // namespace rungwatch::fleet
