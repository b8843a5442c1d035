// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/policy_parts.h"

#include "rungwatch/breaker/read_options.h"
#include "rungwatch/formats/reader.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

constexpr Duration leastInterval{50ms};
constexpr Duration mostInterval{24h};

bool isControl(char c)
{
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

/// What is wrong with a URL that is to be polled; empty where nothing is.
std::string urlFault(const std::string& url)
{
    const auto afterScheme = url.starts_with("http://") ? 7u : url.starts_with("https://") ? 8u : 0u;
    if (afterScheme == 0)
        return "expected a URL that starts with http:// or https://";
    if (std::any_of(url.begin(), url.end(), [](char c) { return isControl(c) || c == ' '; }))
        return "expected a URL without blanks and control characters";
    const auto authority = url.substr(afterScheme, url.find_first_of("/?#", afterScheme) - afterScheme);
    if (authority.find('@') != std::string::npos)
        return "expected a URL without a user or password: secrets are never in a fleet file";
    const auto colon = authority.rfind(':');
    const bool hasPort = colon != std::string::npos && authority.find(']', colon) == std::string::npos;
    const auto host = hasPort ? authority.substr(0, colon) : authority;
    if (host.empty())
        return "expected a URL with a host";
    const auto port = hasPort ? authority.substr(colon + 1) : "80";
    const bool digits = !port.empty() && port.size() <= 5 && port.find_first_not_of("0123456789") == std::string::npos;
    if (!digits || std::stoul(port) < 1 || std::stoul(port) > 65535)
        return "expected a port from 1 to 65535, found \"" + port + "\"";
    return {};
}

bool isEnvironmentName(const std::string& name)
{
    const auto fits = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; };
    return !name.empty() && fits(name[0])
        && std::all_of(name.begin(), name.end(), [&](char c) { return fits(c) || (c >= '0' && c <= '9'); });
}

std::string readBearer(StrictObject& source, Faults& faults)
{
    const auto* value = source.object("bearer", false);
    if (!value)
        return {};
    StrictObject bearer(*value, source.pointerTo("bearer"), faults);
    const auto name = bearer.text("env");
    if (!isEnvironmentName(name))
        bearer.fault("env", "expected the name of an environment variable, found \"" + name + "\"");
    bearer.finish();
    return name;
}

SourcePolicy readSource(const JsonValue& value, const std::string& pointer, Faults& faults)
{
    StrictObject object(value, pointer, faults);
    SourcePolicy source;
    source.kind = readWord<SourceKind>(object, "kind");
    source.url = object.text("url");
    if (const auto fault = urlFault(source.url); !fault.empty())
        object.fault("url", fault + ", found \"" + source.url + "\"");
    source.interval = object.seconds("interval_s", leastInterval, mostInterval, source.interval);
    source.timeout =
        object.seconds("timeout_s", 1ms, mostInterval, std::min<Duration>(source.timeout, source.interval * 4 / 5));
    if (source.timeout >= source.interval)
        object.fault("timeout_s", "expected a timeout shorter than the interval of this source");
    source.format = object.text("format", source.format);
    if (!formats::isFormat(source.format))
        object.fault("format", "expected \"auto\" or the name of a format, found \"" + source.format + "\"");
    source.bearerEnv = readBearer(object, faults);
    object.finish();
    return source;
}

/// The kind, and from the second of a kind on with its number: "health", "health-2".
std::string sourceName(const ServicePolicy& service, SourceKind kind)
{
    const auto before = std::count_if(
        service.sources.begin(), service.sources.end(), [&](const SourcePolicy& s) { return s.kind == kind; });
    const std::string word(nameOf(kind));
    return before == 0 ? word : word + "-" + std::to_string(before + 1);
}

} // namespace

void checkName(StrictObject& object, std::string_view key, const std::string& name)
{
    if (name.empty() || name.size() > 200 || name.find('/') != std::string::npos
        || std::any_of(name.begin(), name.end(), isControl))
        object.fault(key, "expected a name of 1 to 200 characters without \"/\" and control characters");
}

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
