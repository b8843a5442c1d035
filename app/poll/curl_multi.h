// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

#include <curl/curl.h>
#include <functional>
#include <unordered_map>

namespace rungwatch::poll {

/// libcurl's multi interface in Qt's event loop. All its sockets stand in one epoll set, and Qt watches that set alone:
/// its dispatcher looks at every notifier whenever it wakes, which a thousand of them would make dear.
class CurlMulti : public QObject {
    Q_OBJECT

public:
    /// `easy` has ended and is no longer part of this; it may be added again, also from within.
    using Ended = std::function<void(CURL* easy, CURLcode code)>;

    explicit CurlMulti(Ended ended);
    ~CurlMulti() override;

    /// Its transfer begins when the event loop runs again. False: it never will.
    [[nodiscard]] bool add(CURL* easy);
    /// Ends without a word.
    void remove(CURL* easy);

private:
    static int watchSocket(CURL* easy, curl_socket_t socket, int what, void* self, void* watched);
    static curl_socket_t openSocket(void* self, curlsocktype, curl_sockaddr* address);
    static int closeSocket(void* self, curl_socket_t socket);
    /// How a connection of ours stands in the set. False: it can't.
    bool watch(curl_socket_t socket, std::uint32_t events);
    static int setTimer(CURLM* multi, long waitMs, void* self);
    void takeReadySockets();
    void takeEnded();

    const Ended m_ended;
    CURLM* const m_multi;
    const int m_set;
    /// A connection that rests between two polls stays in the set: to take it out and to put it back are two system
    /// calls a poll.
    struct Connection {
        /// 0: not in the set.
        std::uint32_t events{0};
        bool resting{false};
    };
    std::unordered_map<curl_socket_t, Connection> m_connections;
    QSocketNotifier m_notifier;
    QTimer m_timer{this};
};

} // namespace rungwatch::poll
