// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/http_host.h"
#include "app/bookstore/scaled_clock.h"
#include "rungwatch/admission/quota.h"
#include "rungwatch/lab/scenario.h"

#include <QTimer>

#include <map>

namespace rungwatch::bookstore {

enum class Role { Primary, Secondary, Small };
constexpr std::array<std::string_view, 3> enumNames(Role)
{
    return {"primary", "secondary", "small"};
}

/// A model provider that fails, waits and refuses by script, over real HTTP. Call `GET /answer` with X-Purpose and
/// X-Feature; `GET /calls` counts what came; `GET /health` is a health document. Lives on one thread.
///
/// Each (purpose, feature) has its own count of calls, so that every one of them meets the scripted share of failures
/// exactly: call i fails when floor((i+1)p/100) > floor(ip/100). The failures of a minute are in turn 503, 529 and no
/// answer at all. One call in ten takes the scripted p95 plus 1 %, the others 0.4 of it. Past its capacity in a minute
/// a provider answers 429 at once.
class Provider : public QObject {
    Q_OBJECT

public:
    Provider(Role role, const lab::Scenario& scenario, const ScaledClock& clock);

    [[nodiscard]] HttpHost& host() { return m_host; }
    [[nodiscard]] std::string name() const { return "provider-" + std::string(nameOf(m_role)); }
    [[nodiscard]] std::string countersJson() const;

private:
    void handle(const HttpRequest& request, const Responder& responder);
    void answer(const HttpRequest& request, const Responder& responder);
    void beginMinute(std::int64_t minute);
    [[nodiscard]] std::optional<std::int64_t> capacity() const;
    /// Whether the minute's capacity has room for one more; then it is used. `now` in the scenario's time.
    [[nodiscard]] bool take(SteadyTime now);
    [[nodiscard]] std::int64_t errorPercent() const;
    [[nodiscard]] Duration p95() const;
    void count(const HttpRequest& request, const std::string& outcome);
    [[nodiscard]] HttpReply health() const;

    Role m_role;
    const lab::Scenario& m_scenario;
    const ScaledClock& m_clock;
    HttpHost m_host;
    std::int64_t m_minute{-1};
    /// In the scenario's time, by its minutes; the limit is the running minute's.
    admission::Quota m_quota{{0, std::chrono::minutes{1}}, SteadyTime{}};
    /// By (purpose, feature).
    std::map<std::pair<QByteArray, QByteArray>, std::uint64_t> m_index;
    std::map<std::pair<QByteArray, QByteArray>, std::uint64_t> m_failuresThisMinute;
    std::map<std::string, std::uint64_t> m_byPurpose;
    std::map<std::string, std::uint64_t> m_byFeature;
    std::map<std::string, std::uint64_t> m_okByFeature;
    std::map<std::string, std::uint64_t> m_byOutcome;
    std::uint64_t m_total{0};
};

} // namespace rungwatch::bookstore
