// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/health/degraded_response.h"

#include "rungwatch/base/codec.h"

#include <nlohmann/json.hpp>

namespace rungwatch {

namespace {

struct Words {
    std::string_view status;
    std::string_view message;
};

/// The seeds' words for a level.
Words wordsOf(DegradationLevel level)
{
    switch (level) {
    case DegradationLevel::None:
        return {"ok", ""};
    case DegradationLevel::Partial:
        return {"partial", "Some features unavailable"};
    case DegradationLevel::Severe:
        return {"degraded", "Significantly reduced functionality"};
    case DegradationLevel::Unavailable:
        break;
    }
    return {"unavailable", "Service temporarily unavailable"};
}

std::string unavailableBody(const Degradation& degradation)
{
    const auto words = wordsOf(degradation.level);
    JsonWriter out;
    out.beginObject();
    out.member("status", words.status);
    out.member("message", words.message);
    out.member("affected", degradation.affected);
    out.end();
    return out.str();
}

/// The result stays the text that it is: its numbers keep all their digits.
std::string answeredBody(std::string_view result, const Degradation& degradation)
{
    auto body =
        "{\"status\":\"" + std::string(wordsOf(degradation.level).status) + "\",\"data\":" + std::string(result);
    if (degradation.level != DegradationLevel::None)
        body += ",\"degradation\":" + degradationJson(degradation);
    return body + "}";
}

} // namespace

std::optional<Error> DegradedResponseOptions::fault() const
{
    if (retryAfter < std::chrono::seconds{1} || retryAfter > std::chrono::hours{24})
        return Error{"out-of-range", "expected 1 to 86400 seconds", "retry_after_s"};
    return std::nullopt;
}

std::string degradationJson(const Degradation& degradation)
{
    JsonWriter out;
    out.beginObject();
    out.member("level", degradation.level);
    out.member("message", wordsOf(degradation.level).message);
    out.member("affected", degradation.affected);
    out.member("fallbacks", degradation.fallbacks);
    out.end();
    return out.str();
}

std::string headerList(const std::vector<std::string>& names)
{
    constexpr std::string_view hex = "0123456789ABCDEF";
    std::string list;
    for (const auto& name : names) {
        if (!list.empty() && !name.empty())
            list += ',';
        for (const char c : name) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte > 0x20 && byte < 0x7f && c != ',' && c != '%') {
                list += c;
            } else {
                list += '%';
                list += hex[byte >> 4];
                list += hex[byte & 0x0f];
            }
        }
    }
    return list;
}

Result<DegradedResponse> degradedResponse(
    std::string_view result, const Degradation& degradation, const DegradedResponseOptions& options)
{
    if (const auto fault = options.fault())
        return *fault;
    DegradedResponse response;
    response.headers.emplace_back("X-Degradation", nameOf(degradation.level));
    if (degradation.level == DegradationLevel::Unavailable) {
        response.statusCode = 503;
        response.headers.emplace_back("Retry-After", std::to_string(options.retryAfter.count()));
        response.body = unavailableBody(degradation);
        return response;
    }
    if (result.starts_with("\xEF\xBB\xBF"))
        result.remove_prefix(3); // a byte order mark is allowed before a text, not within one
    if (!nlohmann::json::accept(result))
        return Error{"bad-json", "expected the result as one JSON value", "result"};
    if (degradation.level == DegradationLevel::Partial)
        response.headers.emplace_back("X-Degraded-Features", headerList(degradation.affected));
    response.body = answeredBody(result, degradation);
    return response;
}

} // namespace rungwatch
