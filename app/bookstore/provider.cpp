// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/provider.h"

#include "app/bookstore/spacing.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/health/health_document.h"

namespace rungwatch::bookstore {

namespace {

using namespace std::chrono_literals;

/// The fallback models answer evenly; only the primary is scripted.
constexpr auto fallbackP95 = 2s;

HttpReply refused(int status, const char* type)
{
    const auto body = QByteArray(R"({"type":"error","error":{"type":")") + type + R"("}})";
    return {status, "application/json", body, {}};
}

} // namespace

Provider::Provider(Role role, const lab::Scenario& scenario, const ScaledClock& clock)
    : m_role(role)
    , m_scenario(scenario)
    , m_clock(clock)
    , m_host([this](const HttpRequest& request, const Responder& responder) { handle(request, responder); })
{
}

void Provider::handle(const HttpRequest& request, const Responder& responder)
{
    if (request.method != "GET")
        responder.send({405, "application/json", R"({"error":"only GET"})", {{"Allow", "GET"}}});
    else if (request.path == QLatin1String("/answer"))
        answer(request, responder);
    else if (request.path == QLatin1String("/calls"))
        responder.send({200, "application/json", QByteArray::fromStdString(countersJson()), {}});
    else if (request.path == QLatin1String("/health"))
        responder.send(health());
    else
        responder.send({404, "application/json", R"({"error":"not found"})", {}});
}

void Provider::beginMinute(std::int64_t minute)
{
    if (minute == m_minute)
        return;
    m_minute = minute;
    m_failuresThisMinute.clear();
}

std::optional<std::int64_t> Provider::capacity() const
{
    if (m_role == Role::Secondary)
        return m_scenario.secondaryQuotaAt(m_minute);
    if (m_role == Role::Small)
        return m_scenario.smallCapacity;
    return std::nullopt;
}

bool Provider::take(SteadyTime now)
{
    const auto limit = capacity();
    if (!limit)
        return true;
    m_quota.setLimit(now, *limit);
    return m_quota.take(now);
}

std::int64_t Provider::errorPercent() const
{
    return m_role == Role::Primary ? m_scenario.errorPercentAt(m_minute) : 0;
}

Duration Provider::p95() const
{
    return m_role == Role::Primary ? Duration(std::chrono::seconds(m_scenario.p95SecondsAt(m_minute))) : fallbackP95;
}

void Provider::answer(const HttpRequest& request, const Responder& responder)
{
    const SteadyTime now{m_clock.scenarioNow()};
    beginMinute(now.time_since_epoch() / 1min);
    if (!take(now)) {
        count(request, "429");
        auto reply = refused(429, "rate_limit_error");
        const auto left = m_quota.renewsIn(now);
        reply.headers.emplace_back(
            "Retry-After", QByteArray::number(qint64(std::chrono::ceil<std::chrono::seconds>(left).count())));
        responder.send(reply);
        return;
    }
    const auto who = std::pair(request.purpose, request.feature);
    // A stream of single probes begins at 1: call 0 never fails, and the first trial would always succeed.
    const auto i = m_index.try_emplace(who, request.purpose.endsWith("probe") ? 1 : 0).first->second++;
    const auto wait = m_clock.real(i % 10 == 9 ? p95() * 101 / 100 : p95() * 4 / 10);
    HttpReply reply{200, "application/json", R"({"answer":"from )" + QByteArray::fromStdString(name()) + R"("})", {}};
    if (spaced(i, static_cast<std::uint64_t>(errorPercent()))) {
        const auto turn = m_failuresThisMinute[who]++ % 3;
        if (turn == 2) {
            count(request, "timeout");
            return; // silence: the caller's deadline ends it
        }
        reply = turn == 0 ? refused(503, "api_error") : refused(529, "overloaded_error");
    }
    count(request, reply.status == 200 ? "ok" : std::to_string(reply.status));
    QTimer::singleShot(std::chrono::ceil<std::chrono::milliseconds>(wait), Qt::PreciseTimer, this,
        [responder, reply] { responder.send(reply); });
}

void Provider::count(const HttpRequest& request, const std::string& outcome)
{
    ++m_total;
    ++m_byPurpose[request.purpose.isEmpty() ? "customer" : request.purpose.toStdString()];
    ++m_byFeature[request.feature.toStdString()];
    ++m_byOutcome[outcome];
    if (outcome == "ok")
        ++m_okByFeature[request.feature.toStdString()];
}

std::string Provider::countersJson() const
{
    JsonWriter out;
    out.beginObject();
    out.member("provider", name());
    out.member("total", m_total);
    out.member("by_purpose", m_byPurpose);
    out.member("by_feature", m_byFeature);
    out.member("ok_by_feature", m_okByFeature);
    out.member("by_outcome", m_byOutcome);
    out.end();
    return out.str();
}

HttpReply Provider::health() const
{
    // A provider's own word on itself: down when it fails every call, whatever its clients think of it.
    const auto minute = m_clock.scenarioNow() / 1min;
    const bool down = m_role == Role::Primary && m_scenario.errorPercentAt(minute) >= m_scenario.fullyOutAtPercent;
    const auto document = healthDocument({{"model", down ? CheckStatus::Unhealthy : CheckStatus::Healthy, true, 3ms,
        down ? "the model answers nothing" : ""}});
    return {document.httpStatus(), "application/json", QByteArray::fromStdString(document.json()), {}};
}

} // namespace rungwatch::bookstore
