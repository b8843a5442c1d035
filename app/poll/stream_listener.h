// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/poll/http_client.h"
#include "rungwatch/retry/backoff.h"

#include <QNetworkAccessManager>
#include <QTimer>

class QNetworkReply;

namespace rungwatch::poll {

/// Listens to server-sent events that go on and on, and hands over what came whenever it is asked, so that a stream is
/// a source like any other: one round an interval. Reconnects by itself, later after each failure in a row. On the
/// thread that made it.
class StreamListener : public QObject {
    Q_OBJECT

public:
    struct Options {
        Backoff backoff{std::chrono::seconds(1), std::chrono::seconds(30), Jitter::Full};
        /// A connection on which nothing at all came for so long, no keep-alive either, is taken for dead.
        Duration deadAfter{std::chrono::seconds(60)};
        /// A uniform draw, 0 to 1.
        std::function<double()> chance;
    };
    using Done = HttpClient::Done;

    StreamListener(const Clock& clock, Options options);
    ~StreamListener() override;

    /// Calls `done` once, never before this has returned: with the whole events that came since the last time, as an
    /// answer's body, as soon as there are any; else after the request's timeout with an empty body where it is
    /// connected, or with why it is not. An answer that is no stream is given as it is. `request`: how to connect from
    /// now on. Where a stream tells changes only (resilience4j's), the body begins with what it had told before.
    void ask(const HttpRequest& request, Done done);

private:
    void connectNow();
    void take();
    void takeEvents();
    void end();
    void giveUp(fleet::Transport why, std::string detail);
    void answerIfThereIsOne();
    void answerAtLast();
    void answer(HttpAnswer answer);
    [[nodiscard]] HttpAnswer eventsTaken();
    [[nodiscard]] bool isStream() const;

    const Clock& m_clock;
    const Options m_options;
    QNetworkAccessManager m_manager;
    HttpRequest m_request;
    Done m_done;
    SteadyTime m_askedAt;
    QNetworkReply* m_reply{nullptr};
    fleet::Transport m_certificate{fleet::Transport::None};
    /// Why the last connection ended, until the next one stands.
    std::optional<HttpAnswer> m_failure;
    int m_failures{0};
    /// Of the event that has not ended yet; of an answer that is no stream, all of it.
    QByteArray m_rest;
    QByteArray m_events;
    SteadyTime m_eventAt;
    /// What was handed over already, of a stream that tells changes only.
    QByteArray m_told;
    QTimer m_wait{this};
    QTimer m_retry{this};
    QTimer m_head{this};
    QTimer m_dead{this};
};

} // namespace rungwatch::poll
