// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/control.h"

#include "app/bookstore/telemetry.h"
#include "rungwatch/base/located_json.h"

#include <algorithm>

namespace rungwatch::bookstore {

namespace {

/// What every control call says of itself.
struct Order {
    std::string commandId;
    std::string by;
    std::string reason;
    std::optional<Duration> expiresIn;
};

HttpReply reply(int status, const std::string& json)
{
    return {status, "application/json", QByteArray::fromStdString(json), {}};
}

/// {"cause": ..., "retry_in_s": ...} as 409 and the other refusals say it.
HttpReply refusal(int status, std::string_view cause, std::optional<Duration> retryIn = std::nullopt)
{
    JsonWriter out;
    out.beginObject();
    out.member("cause", cause);
    out.member("retry_in_s", retryIn);
    out.end();
    return reply(status, out.str());
}

std::string textOf(const JsonValue& root, std::string_view key)
{
    const auto* value = root.find(key);
    return value && value->isText() ? value->text : std::string();
}

Result<Order> readOrder(const QByteArray& body)
{
    const auto document = parseJson(std::string_view(body.data(), static_cast<std::size_t>(body.size())));
    if (!document)
        return document.error();
    const auto& root = document->root;
    Order order{textOf(root, "command_id"), textOf(root, "by"), textOf(root, "reason"), std::nullopt};
    if (order.commandId.empty() || order.by.empty() || order.reason.empty())
        return Error{"bad-request", "expected command_id, by and reason, each a text", {}};
    const auto* expires = root.find("expires_in_s");
    if (expires && !expires->isNull()) {
        if (expires->kind != JsonValue::Kind::Number || !(expires->number > 0) || expires->number > 30 * 86'400.0)
            return Error{"bad-request", "expected expires_in_s above 0 and at most 30 days, or null", {}};
        order.expiresIn = fromSeconds(expires->number);
    }
    return order;
}

} // namespace

std::optional<HttpReply> ProbeAnswers::begin(const std::string& commandId)
{
    const std::lock_guard lock(m_mutex);
    const auto known = std::ranges::find(m_entries, commandId, &Entry::commandId);
    if (known != m_entries.end())
        return known->answer ? *known->answer : refusal(409, "probe_in_flight");
    m_entries.push_back({commandId, std::nullopt});
    if (m_entries.size() > 64)
        m_entries.pop_front();
    return std::nullopt;
}

void ProbeAnswers::remember(const std::string& commandId, const HttpReply& answer)
{
    const std::lock_guard lock(m_mutex);
    const auto entry = std::ranges::find(m_entries, commandId, &Entry::commandId);
    if (entry != m_entries.end())
        entry->answer = answer;
}

Control::Control(Store& store, QByteArray token)
    : m_store(store)
    , m_token("Bearer " + token)
{
}

bool Control::handle(const HttpRequest& request, const Responder& responder)
{
    const bool isKill = request.path == QLatin1String("/resilience/kill-switch");
    const bool isProbe = request.path == QLatin1String("/resilience/probe");
    if (!isKill && !isProbe)
        return false;
    const bool method = isKill ? request.method == "PUT" || request.method == "DELETE" : request.method == "POST";
    if (!method) {
        auto wrong = refusal(405, "method_not_allowed");
        wrong.headers.emplace_back("Allow", isKill ? "PUT, DELETE" : "POST");
        responder.send(wrong);
    } else if (request.authorization != m_token) {
        auto unauthorized = refusal(401, "unauthorized");
        unauthorized.headers.emplace_back("WWW-Authenticate", "Bearer");
        responder.send(unauthorized);
    } else {
        isKill ? killSwitch(request, responder) : probe(request, responder);
    }
    return true;
}

void Control::killSwitch(const HttpRequest& request, const Responder& responder)
{
    auto* feature = m_store.feature(request.queryValue(QStringLiteral("feature")).toStdString());
    const auto order = readOrder(request.body);
    if (!feature)
        return responder.send(refusal(404, "unknown_feature"));
    if (!order)
        return responder.send(refusal(400, order.error().message));
    const auto answer = request.method == "PUT"
        ? feature->kill({order->by, order->reason, order->commandId, {}, order->expiresIn})
        : feature->revive(order->commandId);
    if (answer == KillSwitch::Answer::AlreadyKilled || answer == KillSwitch::Answer::NotKilled)
        return responder.send(refusal(409, nameOf(answer)));
    responder.send(reply(200, featureJson(*feature)));
}

void Control::probe(const HttpRequest& request, const Responder& responder)
{
    auto* provider = m_store.provider(request.queryValue(QStringLiteral("breaker")).toStdString());
    const auto order = readOrder(request.body);
    if (!provider)
        return responder.send(refusal(404, "unknown_breaker"));
    if (!order)
        return responder.send(refusal(400, order.error().message));
    if (const auto known = m_probes->begin(order->commandId))
        return responder.send(*known);
    m_store.inBackground([provider, responder, id = order->commandId, probes = m_probes] {
        const auto end = provider->probe(true);
        auto answer = refusal(409, end.outcome, end.retryIn);
        if (end.admitted) {
            JsonWriter out;
            out.beginObject();
            out.member("outcome", end.outcome);
            out.member("state", provider->breaker().phase());
            out.end();
            answer = reply(200, out.str());
        }
        probes->remember(id, answer);
        responder.send(answer);
    });
}

} // namespace rungwatch::bookstore
