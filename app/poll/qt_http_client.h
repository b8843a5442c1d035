// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/poll/http_client.h"

#include <QNetworkAccessManager>

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

/// The word for why a call got no answer.
[[nodiscard]] fleet::Transport transportOf(int networkError);

} // namespace rungwatch::poll
