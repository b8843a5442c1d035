// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/policy_parts.h"

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

/// A path in `key`; empty where the key is absent.
std::string readPath(StrictObject& object, std::string_view key)
{
    auto path = object.text(key, std::string{});
    if (object.has(key) && (path.empty() || std::any_of(path.begin(), path.end(), isControl)))
        object.fault(key, "expected the path of a file");
    return path;
}

/// {"env": NAME} or {"file": PATH}: the place of a secret, never the secret.
SecretPolicy readSecret(StrictObject& parent, std::string_view key, bool required, Faults& faults)
{
    SecretPolicy secret;
    const auto* value = parent.object(key, required);
    if (!value)
        return secret;
    StrictObject object(*value, parent.pointerTo(key), faults);
    if (object.has("env") == object.has("file"))
        object.fault(object.has("file") ? "file" : "", "expected one of the keys \"env\" and \"file\"");
    secret.env = object.text("env", std::string{});
    if (object.has("env") && !isEnvironmentName(secret.env))
        object.fault("env", "expected the name of an environment variable, found \"" + secret.env + "\"");
    secret.file = readPath(object, "file");
    object.finish();
    return secret;
}

BasicPolicy readBasic(StrictObject& source, Faults& faults)
{
    BasicPolicy basic;
    const auto* value = source.object("basic", false);
    if (!value)
        return basic;
    if (source.has("bearer"))
        source.fault("basic", "expected at most one of the keys \"bearer\" and \"basic\"");
    StrictObject object(*value, source.pointerTo("basic"), faults);
    basic.user = object.text("user");
    if (basic.user.empty() || basic.user.find(':') != std::string::npos
        || std::any_of(basic.user.begin(), basic.user.end(), isControl))
        object.fault("user", "expected a user's name without \":\" and control characters");
    basic.password = readSecret(object, "password", true, faults);
    object.finish();
    return basic;
}

TlsPolicy readTls(StrictObject& source, bool https, Faults& faults)
{
    TlsPolicy tls;
    const auto* value = source.object("tls", false);
    if (!value)
        return tls;
    if (!https)
        source.fault("tls", "expected only where the URL is https");
    StrictObject object(*value, source.pointerTo("tls"), faults);
    tls.caFile = readPath(object, "ca_file");
    tls.certFile = readPath(object, "cert_file");
    tls.keyFile = readPath(object, "key_file");
    if (tls.certFile.empty() != tls.keyFile.empty())
        object.fault(tls.certFile.empty() ? "key_file" : "cert_file",
            "expected \"cert_file\" and \"key_file\" together: a client's certificate and its key");
    object.finish();
    return tls;
}

void readTiming(StrictObject& object, SourcePolicy& source)
{
    const bool server = source.kind == SourceKind::Prometheus || source.kind == SourceKind::Alertmanager;
    const bool page = source.kind == SourceKind::Statuspage;
    const Duration interval = page ? 60s : server ? 15s : 1s;
    const Duration timeout = page || server ? Duration{10s} : Duration{800ms};
    source.interval = object.seconds("interval_s", leastInterval, mostInterval, interval);
    source.timeout =
        object.seconds("timeout_s", 1ms, mostInterval, std::min<Duration>(timeout, source.interval * 4 / 5));
    if (source.timeout >= source.interval)
        object.fault("timeout_s", "expected a timeout shorter than the interval of this source");
}

/// A key that only sources of some kinds have.
bool belongs(StrictObject& object, std::string_view key, bool fits, std::string_view kinds)
{
    if (!fits && object.has(key)) {
        object.ignore(key);
        object.fault(key, "expected only in a source of kind " + std::string(kinds));
    }
    return fits;
}

void readKindsOwn(StrictObject& object, SourcePolicy& source)
{
    const bool prometheus = source.kind == SourceKind::Prometheus;
    if (belongs(object, "preset", source.kind == SourceKind::Metrics, "metrics"))
        source.preset = readWord<MetricsPreset>(object, "preset", MetricsPreset::None);
    if (belongs(object, "query", prometheus, "prometheus"))
        source.query = object.text("query", std::string{});
    if (object.has("query") && source.query.find_first_not_of(" \t\n") == std::string::npos)
        object.fault("query", "expected a query in Prometheus' language");
    if (belongs(object, "group_by", prometheus || source.kind == SourceKind::Alertmanager, "prometheus, alertmanager"))
        source.groupBy = object.text("group_by", std::string{"job"});
    if (object.has("group_by") && source.groupBy.empty())
        object.fault("group_by", "expected the name of a label");
}

} // namespace

void checkName(StrictObject& object, std::string_view key, const std::string& name)
{
    if (name.empty() || name.size() > 200 || name.find('/') != std::string::npos
        || std::any_of(name.begin(), name.end(), isControl))
        object.fault(key, "expected a name of 1 to 200 characters without \"/\" and control characters");
}

std::string readUrl(StrictObject& object, std::string_view key)
{
    auto url = object.text(key);
    if (const auto fault = urlFault(url); !fault.empty())
        object.fault(key, fault + ", found \"" + url + "\"");
    return url;
}

void readAccess(StrictObject& object, bool https, SourcePolicy& source, Faults& faults)
{
    source.bearer = readSecret(object, "bearer", false, faults);
    source.basic = readBasic(object, faults);
    source.tls = readTls(object, https, faults);
}

void readSourceTerms(StrictObject& object, bool https, SourcePolicy& source, Faults& faults)
{
    readTiming(object, source);
    source.format = object.text("format", source.format);
    if (!formats::isFormat(source.format))
        object.fault("format", "expected \"auto\" or the name of a format, found \"" + source.format + "\"");
    readAccess(object, https, source, faults);
    readKindsOwn(object, source);
}

SourcePolicy readSource(const JsonValue& value, const std::string& pointer, Faults& faults)
{
    StrictObject object(value, pointer, faults);
    SourcePolicy source;
    source.kind = readWord<SourceKind>(object, "kind");
    source.url = readUrl(object, "url");
    readSourceTerms(object, source.url.starts_with("https://"), source, faults);
    object.finish();
    return source;
}

} // namespace rungwatch::fleet
