// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/source_policy.h"

namespace rungwatch::fleet {

namespace {

/// Of "http://h:9090/x/": "http://h:9090/x".
std::string withoutLastSlash(std::string url)
{
    while (url.ends_with('/'))
        url.pop_back();
    return url;
}

bool hasPath(std::string_view url)
{
    const auto scheme = url.find("://");
    const auto slash = url.find('/', scheme == std::string_view::npos ? 0 : scheme + 3);
    return slash != std::string_view::npos && slash + 1 < url.size();
}

/// RFC 3986: all but the unreserved characters.
std::string percentEncoded(std::string_view text)
{
    constexpr std::string_view digits{"0123456789ABCDEF"};
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'
            || c == '_' || c == '.' || c == '~';
        if (plain)
            out += c;
        else
            (out += '%', out += digits[byte >> 4], out += digits[byte & 15]);
    }
    return out;
}

} // namespace

std::string askedUrl(const SourcePolicy& source)
{
    switch (source.kind) {
    case SourceKind::Prometheus:
        return withoutLastSlash(source.url)
            + "/api/v1/query?query=" + percentEncoded(source.query.empty() ? standardQuery : source.query);
    case SourceKind::Alertmanager:
        return hasPath(source.url) ? source.url : withoutLastSlash(source.url) + "/api/v2/alerts";
    case SourceKind::Statuspage:
        return hasPath(source.url) ? source.url : withoutLastSlash(source.url) + "/api/v2/summary.json";
    case SourceKind::Health:
    case SourceKind::Telemetry:
    case SourceKind::Metrics:
    case SourceKind::Actuator:
    case SourceKind::HystrixStream:
        break;
    }
    return source.url;
}

std::string formatPin(const SourcePolicy& source)
{
    if (source.format != "auto")
        return source.format;
    switch (source.kind) {
    case SourceKind::Actuator:
        return "resilience4j-circuitbreakers";
    case SourceKind::HystrixStream:
        return "hystrix-stream";
    case SourceKind::Prometheus:
        return "prometheus-api";
    case SourceKind::Alertmanager:
        return "alertmanager-alerts";
    case SourceKind::Health:
    case SourceKind::Telemetry:
    case SourceKind::Metrics:
    case SourceKind::Statuspage:
        break;
    }
    return "auto";
}

} // namespace rungwatch::fleet
