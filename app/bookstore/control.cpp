// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/control.h"

#include "app/bookstore/telemetry.h"

#include <algorithm>

namespace rungwatch::bookstore {

namespace {

using namespace std::chrono_literals;

struct Call {
    QLatin1String path;
    QByteArrayList methods;
    void (Control::*answer)(const HttpRequest&, const Responder&);
};

} // namespace

Control::Control(Store& store, QByteArray token)
    : m_store(store)
    , m_token("Bearer " + token)
    , m_drills(std::make_shared<Drills>(store))
{
}

bool Control::handle(const HttpRequest& request, const Responder& responder)
{
    static const std::array<Call, 3> calls{{
        {QLatin1String("/resilience/kill-switch"), {"PUT", "DELETE"}, &Control::killSwitch},
        {QLatin1String("/resilience/probe"), {"POST"}, &Control::probe},
        {QLatin1String("/resilience/drill"), {"POST", "DELETE"}, &Control::drill},
    }};
    const auto call = std::ranges::find(calls, request.path, &Call::path);
    if (call == calls.end())
        return false;
    if (!call->methods.contains(request.method)) {
        auto wrong = refusal(405, "method_not_allowed");
        wrong.headers.emplace_back("Allow", call->methods.join(", "));
        responder.send(wrong);
    } else if (request.authorization != m_token) {
        auto unauthorized = refusal(401, "unauthorized");
        unauthorized.headers.emplace_back("WWW-Authenticate", "Bearer");
        responder.send(unauthorized);
    } else {
        (this->*call->answer)(request, responder);
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
    const auto expiresIn = secondsOf(order->document, "expires_in_s", 30 * 24h);
    if (!expiresIn)
        return responder.send(refusal(400, expiresIn.error().message));
    const auto answer = request.method == "PUT"
        ? feature->kill({order->by, order->reason, order->commandId, {}, *expiresIn})
        : feature->revive(order->commandId);
    if (answer == KillSwitch::Answer::AlreadyKilled || answer == KillSwitch::Answer::NotKilled)
        return responder.send(refusal(409, nameOf(answer)));
    responder.send(jsonReply(200, featureJson(*feature)));
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
            answer = jsonReply(200, out.str());
        }
        probes->remember(id, answer);
        responder.send(answer);
    });
}

void Control::drill(const HttpRequest& request, const Responder& responder)
{
    const auto order = readOrder(request.body);
    if (!order)
        return responder.send(refusal(400, order.error().message));
    responder.send(request.method == "POST" ? m_drills->begin(*order) : m_drills->end(*order));
}

} // namespace rungwatch::bookstore
