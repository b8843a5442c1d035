// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/store_server.h"

#include "app/bookstore/telemetry.h"

namespace rungwatch::bookstore {

namespace {

/// The seeds' Retry-After of an unavailable answer, in seconds.
constexpr auto retryAfter = "30";
/// Questions are kept as keys, so a stranger's must not be long.
constexpr std::size_t longestQuestion = 200;
constexpr auto telemetryType = "application/vnd.rungwatch.resilience+json";

/// none, partial, severe or unavailable (CONTRACTS, X-Degradation).
std::string_view degradationOf(const FeatureAnswer& answer)
{
    if (!answer.rung || isHonestEnd(answer.kind))
        return "unavailable";
    if (!answer.degraded)
        return "none";
    return isModel(answer.kind) ? "partial" : "severe";
}

/// One word and one sentence for a level, as the seeds' degraded answers have them.
std::pair<std::string_view, std::string_view> wordsOf(std::string_view level)
{
    if (level == "none")
        return {"ok", "Full service"};
    if (level == "partial")
        return {"partial", "Answered by another model"};
    if (level == "severe")
        return {"degraded", "Answered without a model"};
    return {"unavailable", "Not answered now; there is another path"};
}

std::string bodyOf(const std::string& feature, const FeatureAnswer& answer, const std::string& otherPath)
{
    JsonWriter out;
    out.beginObject();
    const auto level = degradationOf(answer);
    const auto [status, message] = wordsOf(level);
    out.member("status", status);
    out.member("feature", feature);
    out.member("answer", answer.body);
    out.member("rung", answer.rungName);
    out.member("reason", answer.reason);
    out.member("age_s", answer.age);
    if (level == "unavailable")
        out.member("other_path", otherPath);
    out.key("degradation");
    out.beginObject();
    out.member("level", level);
    out.member("message", message);
    out.member("affected", answer.degraded ? std::vector<std::string>{feature} : std::vector<std::string>{});
    out.member("fallbacks", answer.degraded ? std::vector<std::string>{answer.rungName} : std::vector<std::string>{});
    out.end();
    out.end();
    return out.str();
}

HttpReply replyOf(const Feature& asked, const FeatureAnswer& answer)
{
    const auto& feature = asked.name();
    const auto level = degradationOf(answer);
    const auto& otherPath = asked.ladder().rungs.back().otherPath;
    HttpReply reply{200, "application/json", QByteArray::fromStdString(bodyOf(feature, answer, otherPath)), {}};
    if (level == "unavailable") {
        reply.status = 503;
        reply.headers.emplace_back("Retry-After", retryAfter);
    }
    reply.headers.emplace_back("X-Degradation", QByteArray(level.data(), qsizetype(level.size())));
    reply.headers.emplace_back("X-Rung", QByteArray::fromStdString(answer.rungName));
    if (answer.degraded)
        reply.headers.emplace_back("X-Degraded-Features", QByteArray::fromStdString(feature));
    if (answer.age)
        reply.headers.emplace_back("Age", QByteArray::number(qint64(*answer.age / std::chrono::seconds(1))));
    return reply;
}

} // namespace

StoreServer::StoreServer(Store& store, const QByteArray& token)
    : m_store(store)
    , m_control(store, token)
    , m_host([this](const HttpRequest& request, const Responder& responder) { handle(request, responder); })
{
}

void StoreServer::handle(const HttpRequest& request, const Responder& responder)
{
    if (m_control.handle(request, responder))
        return;
    if (request.method != "GET") {
        responder.send({405, "application/json", R"({"cause":"method_not_allowed"})", {{"Allow", "GET"}}});
    } else if (request.path == QLatin1String("/health")) {
        const auto health = storeHealth(m_store);
        responder.send({health.httpStatus(), "application/json", QByteArray::fromStdString(health.json()), {}});
    } else if (request.path == QLatin1String("/resilience")) {
        responder.send({200, telemetryType, QByteArray::fromStdString(telemetryJson(m_store, "store-1")), {}});
    } else if (request.path == QLatin1String("/resilience/events")) {
        const auto after = request.queryValue(QStringLiteral("after")).toULongLong();
        responder.send({200, "application/json", QByteArray::fromStdString(eventsJson(m_store, after)), {}});
    } else if (request.path.startsWith(QLatin1String("/features/"))) {
        serveFeature(request, responder);
    } else {
        responder.send({404, "application/json", R"({"cause":"not_found"})", {}});
    }
}

void StoreServer::serveFeature(const HttpRequest& request, const Responder& responder)
{
    auto* feature = m_store.feature(request.path.mid(10).toStdString());
    if (!feature)
        return responder.send({404, "application/json", R"({"cause":"unknown_feature"})", {}});
    const auto question = request.queryValue(QStringLiteral("q")).toStdString();
    if (question.size() > longestQuestion)
        return responder.send({400, "application/json", R"({"cause":"a question of at most 200 bytes"})", {}});
    m_store.inBackground([feature, responder, question] {
        responder.send(replyOf(*feature, feature->serve({question.empty() ? "question-0" : question, "public"})));
    });
}

} // namespace rungwatch::bookstore
