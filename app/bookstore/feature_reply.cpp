// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/feature_reply.h"

#include "rungwatch/base/codec.h"

namespace rungwatch::bookstore {

namespace {

Degradation degradation(const std::string& feature, const FeatureAnswer& answer)
{
    Degradation said{degradationOf(answer), {}, {}};
    if (answer.degraded) {
        said.affected.push_back(feature);
        said.fallbacks.push_back(answer.rungName);
    }
    return said;
}

/// The store's own members of the body. `answer` says at every level what the customer reads.
std::string membersOf(const std::string& feature, const FeatureAnswer& answer)
{
    JsonWriter out;
    out.beginObject();
    out.member("feature", feature);
    out.member("answer", answer.body);
    out.member("rung", answer.rungName);
    out.member("reason", answer.reason);
    out.member("age_s", answer.age);
    if (answer.honest && !answer.honest->otherPaths.empty())
        out.member("other_path", answer.honest->otherPaths.front().target);
    if (answer.honest && answer.honest->place) {
        out.member("position", answer.honest->place->position);
        out.member("wait_estimate_s", answer.honest->place->wait);
    }
    out.end();
    return out.str();
}

/// Two JSON objects as one; neither is empty, and they share no name.
std::string merged(std::string object, const std::string& other)
{
    object.back() = ',';
    return object + other.substr(1);
}

QByteArray bytes(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

} // namespace

DegradationLevel degradationOf(const FeatureAnswer& answer)
{
    if (answer.outcome == Outcome::Full)
        return DegradationLevel::None;
    if (answer.outcome == Outcome::Degraded)
        return isModel(answer.kind) ? DegradationLevel::Partial : DegradationLevel::Severe;
    return answer.outcome == Outcome::Queued ? DegradationLevel::Severe : DegradationLevel::Unavailable;
}

HttpReply replyOf(const std::string& feature, const FeatureAnswer& answer)
{
    const auto said = degradation(feature, answer);
    const auto built = degradedResponse(jsonText(answer.body), said);
    if (!built) // not with a text and the seeds' own settings
        return {500, "application/json", R"({"cause":"no_answer"})", {}};
    auto body = merged(built->body, membersOf(feature, answer));
    if (said.level == DegradationLevel::None || said.level == DegradationLevel::Unavailable)
        body = merged(body, R"({"degradation":)" + degradationJson(said) + "}"); // as at the levels between
    HttpReply reply{built->statusCode, "application/json", bytes(body), {}};
    for (const auto& [name, value] : built->headers)
        reply.headers.emplace_back(bytes(name), bytes(value));
    reply.headers.emplace_back("X-Rung", bytes(headerList({answer.rungName})));
    if (!said.affected.empty() && said.level != DegradationLevel::Partial)
        reply.headers.emplace_back("X-Degraded-Features", bytes(headerList(said.affected)));
    if (answer.age)
        reply.headers.emplace_back("Age", QByteArray::number(qint64(*answer.age / std::chrono::seconds(1))));
    return reply;
}

} // namespace rungwatch::bookstore
