// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/poll/http_client.h"

#include <QNetworkAccessManager>
#include <QNetworkRequest>
#include <QSslError>

class QNetworkReply;

namespace rungwatch::poll {

/// HttpClient over QtNetwork. Make and destroy it on the thread that uses it. Connections are kept and used again, six
/// at most to one host and port.
class QtHttpClient final : public QObject, public HttpClient {
    Q_OBJECT

public:
    explicit QtHttpClient(const Clock& clock, QObject* parent = nullptr);

    void call(const HttpRequest& request, Done done) override;

private:
    const Clock& m_clock;
    QNetworkAccessManager m_manager;
};

/// As QtNetwork is to make it: no redirect, cache or cookie, and its own TLS.
[[nodiscard]] QNetworkRequest prepared(const HttpRequest& request);

/// How a reply ended; None: with a whole answer. `certificate`: what was wrong with the server's.
[[nodiscard]] fleet::Transport transportOf(const QNetworkReply& reply, fleet::Transport certificate);
/// The word for why a call got no answer.
[[nodiscard]] fleet::Transport transportOf(int networkError);
/// The word for what is wrong with a server's certificate; None for no errors.
[[nodiscard]] fleet::Transport transportOf(const QList<QSslError>& certificateErrors);

} // namespace rungwatch::poll
