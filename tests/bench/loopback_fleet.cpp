// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/loopback_fleet.h"

#include <arpa/inet.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <set>
#include <string>
#include <string_view>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace rungwatch::bench {

namespace {

[[noreturn]] void giveUp(const char* what)
{
    std::perror(what);
    std::exit(2);
}

struct Listener {
    int socket{-1};
    std::uint16_t port{0};
};

Listener listenAnywhere()
{
    Listener listener{socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (listener.socket < 0 || bind(listener.socket, reinterpret_cast<sockaddr*>(&address), size) != 0
        || listen(listener.socket, 8) != 0
        || getsockname(listener.socket, reinterpret_cast<sockaddr*>(&address), &size) != 0)
        giveUp("a loopback port for each service");
    listener.port = ntohs(address.sin_port);
    return listener;
}

/// A health document of ordinary size: 0.7 kB, six parts.
std::string answerNumbered(std::uint64_t number)
{
    std::string body = R"({"status": "healthy", "message": "All services operating normally", "total_ms": )"
        + std::to_string(number % 1000) + R"(, "services": [)";
    for (const char* name : {"database", "cache", "queue", "search", "payments", "mail"})
        body += std::string(body.back() == '[' ? "" : ", ") + R"({"name": ")" + name
            + R"(", "status": "healthy", "latency_ms": 1.5, "critical": true, "error": null})";
    body += "]}";
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nServer: loopback\r\nCache-Control: no-store\r\n"
           "Content-Length: "
        + std::to_string(body.size()) + "\r\n\r\n" + body;
}

void watch(int set, int socket)
{
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = socket;
    if (epoll_ctl(set, EPOLL_CTL_ADD, socket, &event) != 0)
        giveUp("epoll");
}

void answerOn(int socket, std::uint64_t number)
{
    std::array<char, 4096> request;
    const auto got = read(socket, request.data(), request.size());
    if (got <= 0) {
        close(socket);
        return;
    }
    const std::string_view text(request.data(), static_cast<std::size_t>(got));
    if (!text.ends_with("\r\n\r\n"))
        return;
    const auto answer = answerNumbered(number);
    if (write(socket, answer.data(), answer.size()) != static_cast<ssize_t>(answer.size()))
        close(socket);
}

[[noreturn]] void serve(const std::vector<Listener>& listeners, int lifeline, bool changing)
{
    const int set = epoll_create1(EPOLL_CLOEXEC);
    std::set<int> doors;
    for (const auto& listener : listeners) {
        watch(set, listener.socket);
        doors.insert(listener.socket);
    }
    watch(set, lifeline);
    std::array<epoll_event, 256> ready;
    for (std::uint64_t number = 0;;) {
        const int count = epoll_wait(set, ready.data(), static_cast<int>(ready.size()), -1);
        for (int i = 0; i < count; ++i) {
            const int socket = ready[static_cast<std::size_t>(i)].data.fd;
            if (socket == lifeline)
                _exit(0);
            if (!doors.contains(socket)) {
                answerOn(socket, changing ? ++number : 0);
            } else if (const int client = accept4(socket, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
                       client >= 0) {
                const int yes = 1;
                setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
                watch(set, client);
            }
        }
    }
}

} // namespace

LoopbackFleet::LoopbackFleet(int services, bool changing)
{
    std::vector<Listener> listeners;
    for (int i = 0; i < services; ++i) {
        listeners.push_back(listenAnywhere());
        m_ports.push_back(listeners.back().port);
    }
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0)
        giveUp("pipe");
    m_child = fork();
    if (m_child < 0)
        giveUp("fork");
    if (m_child == 0) {
        close(ends[1]);
        serve(listeners, ends[0], changing);
    }
    close(ends[0]);
    m_lifeline = ends[1];
    for (const auto& listener : listeners)
        close(listener.socket);
}

LoopbackFleet::~LoopbackFleet()
{
    close(m_lifeline);
    waitpid(m_child, nullptr, 0);
}

} // namespace rungwatch::bench
