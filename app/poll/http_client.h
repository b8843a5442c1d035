// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/event.h"

#include <QByteArray>
#include <QUrl>

#include <functional>
#include <map>
#include <vector>

namespace rungwatch::poll {

/// PEM files that a source names for its own TLS. Empty: the system's authorities, no certificate of ours.
struct TlsFiles {
    /// Trusted instead of the system's.
    std::string authorities;
    std::string certificate;
    std::string key;

    bool operator==(const TlsFiles&) const = default;
};

struct HttpRequest {
    QByteArray method{"GET"};
    QUrl url;
    std::vector<std::pair<QByteArray, QByteArray>> headers;
    QByteArray body;
    /// From the start to the last byte of the answer.
    Duration timeout{std::chrono::seconds(1)};
    /// The body after inflating; one that is longer is given up while it streams in.
    qint64 maxBytes{8 * 1024 * 1024};
    TlsFiles tls;
};

/// How a call ended: an answer (`transport` is None, `status` is set) or why there is none.
struct HttpAnswer {
    fleet::Transport transport{fleet::Transport::None};
    /// Plain text: the transport's own words.
    std::string detail;
    int status{0};
    /// Names in lower case.
    std::map<std::string, std::string> headers;
    QByteArray body;
    Duration latency{0};
    /// When the last byte came.
    SteadyTime endedAt;
    /// The same by the wall clock: ages by `Date` are counted from it.
    std::optional<WallTime> endedWall;
};

/// Makes HTTP calls on the thread that it belongs to. Follows no redirect, keeps no cookie, shows no dialog.
class HttpClient {
public:
    using Done = std::function<void(HttpAnswer)>;

    virtual ~HttpClient() = default;
    /// Calls `done` exactly once, on this thread, never before call() has returned.
    virtual void call(const HttpRequest& request, Done done) = 0;
};

} // namespace rungwatch::poll
