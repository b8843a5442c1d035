// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/store_server.h"

#include "app/bookstore/feature_reply.h"
#include "app/bookstore/telemetry.h"

namespace rungwatch::bookstore {

namespace {

/// Questions are kept as keys, so a stranger's must not be long.
constexpr std::size_t longestQuestion = 200;
constexpr auto telemetryType = "application/vnd.rungwatch.resilience+json";

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
        const auto health = m_store.health();
        responder.send({health.httpStatus(), "application/json", QByteArray::fromStdString(health.json()), {}});
    } else if (request.path == QLatin1String("/resilience")) {
        responder.send({200, telemetryType, QByteArray::fromStdString(telemetryJson(m_store, "store-1")), {}});
    } else if (request.path == QLatin1String("/resilience/events")) {
        const auto text = request.queryValue(QStringLiteral("after"));
        bool isNumber = true;
        const auto after = text.isEmpty() ? 0 : text.toULongLong(&isNumber);
        if (!isNumber)
            return responder.send({400, "application/json", R"({"cause":"expected a whole number as after"})", {}});
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
        const auto answer = feature->serve({question.empty() ? "question-0" : question, "public"});
        responder.send(replyOf(feature->name(), answer));
    });
}

} // namespace rungwatch::bookstore
