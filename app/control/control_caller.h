// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/poll/http_client.h"
#include "app/poll/poll_worker.h"
#include "rungwatch/fleet/decide.h"

#include <QObject>

namespace rungwatch::control {

/// The call that CONTRACTS has for a command, at the service whose telemetry is read from `telemetry`: the last segment
/// of that URL's path is kept, so that a service behind a prefix is reached as its telemetry is.
/// `authorization`: the header's value; empty: none is sent.
[[nodiscard]] poll::HttpRequest requestFor(
    const fleet::Command& command, const fleet::SourcePolicy& telemetry, const QByteArray& authorization);
/// What the answer says, as an input of the spine. Words of the service become plain text.
[[nodiscard]] fleet::EffectResult resultOf(const std::string& commandId, const poll::HttpAnswer& answer);

/// Carries out commands at services, on the thread that it is moved to. Each call ends with exactly one ended(), after
/// 10 s at the latest, but for those under way when it is stopped.
class ControlCaller : public QObject {
    Q_OBJECT

public:
    explicit ControlCaller(poll::HttpClientFactory makeClient);
    ~ControlCaller() override;

public Q_SLOTS:
    void configure(rungwatch::poll::PolicyPtr policy);
    void call(const rungwatch::fleet::ControlEffect& effect);
    void stop();

Q_SIGNALS:
    void ended(const rungwatch::fleet::EffectResult& result);

private:
    /// Ends a command that no call is made for.
    void leave(const fleet::ControlEffect& effect, const std::string& why);

    const poll::HttpClientFactory m_makeClient;
    std::unique_ptr<poll::HttpClient> m_client;
    poll::PolicyPtr m_policy;
};

} // namespace rungwatch::control
