// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/curl_multi.h"

#include <QPointer>

#include <array>
#include <mutex>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace rungwatch::poll {

namespace {

/// Connections that are kept for the next poll: more than there are endpoints. A descriptor each.
constexpr long keptConnections = 16'384;

CURLM* newMulti()
{
    static std::once_flag once;
    std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
    return curl_multi_init();
}

} // namespace

CurlMulti::CurlMulti(Ended ended)
    : m_ended(std::move(ended))
    , m_multi(newMulti())
    , m_set(epoll_create1(EPOLL_CLOEXEC))
    , m_notifier(m_set, QSocketNotifier::Read)
{
    if (!m_multi || m_set < 0)
        qFatal("no memory or descriptor for HTTP calls");
    m_notifier.setParent(this);
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    curl_multi_setopt(m_multi, CURLMOPT_SOCKETFUNCTION, &CurlMulti::watchSocket);
    curl_multi_setopt(m_multi, CURLMOPT_SOCKETDATA, this);
    curl_multi_setopt(m_multi, CURLMOPT_TIMERFUNCTION, &CurlMulti::setTimer);
    curl_multi_setopt(m_multi, CURLMOPT_TIMERDATA, this);
    curl_multi_setopt(m_multi, CURLMOPT_MAXCONNECTS, keptConnections);
    connect(&m_notifier, &QSocketNotifier::activated, this, &CurlMulti::takeReadySockets);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        int running = 0;
        curl_multi_socket_action(m_multi, CURL_SOCKET_TIMEOUT, 0, &running);
        takeEnded();
    });
}

CurlMulti::~CurlMulti()
{
    curl_multi_cleanup(m_multi);
    m_notifier.setEnabled(false);
    close(m_set);
}

bool CurlMulti::add(CURL* easy)
{
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, &CurlMulti::openSocket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, this);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, &CurlMulti::closeSocket);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, this);
    return curl_multi_add_handle(m_multi, easy) == CURLM_OK;
}

void CurlMulti::remove(CURL* easy)
{
    curl_multi_remove_handle(m_multi, easy);
}

curl_socket_t CurlMulti::openSocket(void* self, curlsocktype, curl_sockaddr* address)
{
    const auto opened = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (opened >= 0)
        static_cast<CurlMulti*>(self)->m_connections[opened] = {};
    return opened;
}

int CurlMulti::closeSocket(void* self, curl_socket_t socket)
{
    static_cast<CurlMulti*>(self)->m_connections.erase(socket); // the set forgets it by itself
    return close(socket);
}

bool CurlMulti::watch(curl_socket_t socket, std::uint32_t events)
{
    auto& connection = m_connections.at(socket);
    connection.resting = false;
    if (connection.events == events)
        return true;
    epoll_event event{};
    event.data.fd = socket;
    event.events = events;
    if (epoll_ctl(m_set, connection.events ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event) != 0)
        return false;
    connection.events = events;
    return true;
}

int CurlMulti::watchSocket(CURL*, curl_socket_t socket, int what, void* self, void* watched)
{
    auto& multi = *static_cast<CurlMulti*>(self);
    const auto connection = multi.m_connections.find(socket);
    const bool isConnection = connection != multi.m_connections.end();
    if (what == CURL_POLL_REMOVE) {
        if (isConnection)
            connection->second.resting = true;
        else
            epoll_ctl(multi.m_set, EPOLL_CTL_DEL, socket, nullptr);
        return 0;
    }
    epoll_event event{};
    event.data.fd = socket;
    if (what & CURL_POLL_IN)
        event.events |= EPOLLIN;
    if (what & CURL_POLL_OUT)
        event.events |= EPOLLOUT;
    if (isConnection)
        return multi.watch(socket, event.events) ? 0 : -1;
    // What libcurl opens for itself, to look names up, and closes without a word.
    if (epoll_ctl(multi.m_set, watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event) != 0)
        return -1;
    if (!watched)
        curl_multi_assign(multi.m_multi, socket, self); // any mark: it stands in the set
    return 0;
}

int CurlMulti::setTimer(CURLM*, long waitMs, void* self)
{
    auto& timer = static_cast<CurlMulti*>(self)->m_timer;
    if (waitMs < 0)
        timer.stop();
    else
        timer.start(static_cast<int>(std::min<long>(waitMs, 3'600'000)));
    return 0;
}

void CurlMulti::takeReadySockets()
{
    std::array<epoll_event, 64> ready;
    const int count = epoll_wait(m_set, ready.data(), static_cast<int>(ready.size()), 0);
    for (int i = 0; i < count; ++i) {
        const auto& event = ready[static_cast<std::size_t>(i)];
        if (const auto found = m_connections.find(event.data.fd);
            found != m_connections.end() && found->second.resting) {
            // Its service closed it. libcurl sees so when it wants to use it again.
            epoll_ctl(m_set, EPOLL_CTL_DEL, event.data.fd, nullptr);
            found->second.events = 0;
            continue;
        }
        int what = 0;
        if (event.events & EPOLLIN)
            what |= CURL_CSELECT_IN;
        if (event.events & EPOLLOUT)
            what |= CURL_CSELECT_OUT;
        if (event.events & (EPOLLERR | EPOLLHUP))
            what |= CURL_CSELECT_ERR | CURL_CSELECT_IN;
        int running = 0;
        curl_multi_socket_action(m_multi, event.data.fd, what, &running);
    }
    takeEnded();
}

void CurlMulti::takeEnded()
{
    // Who is told may destroy this.
    const QPointer<CurlMulti> alive(this);
    int left = 0;
    while (alive) {
        const auto* message = curl_multi_info_read(m_multi, &left);
        if (!message)
            return;
        if (message->msg != CURLMSG_DONE)
            continue;
        auto* easy = message->easy_handle;
        const auto code = message->data.result;
        curl_multi_remove_handle(m_multi, easy);
        m_ended(easy, code);
    }
}

} // namespace rungwatch::poll
