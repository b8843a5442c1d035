// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace rungwatch::bench {

/// Services to be polled: a port each on loopback, all served by one epoll loop in a child process, so that their cost
/// is not counted as ours. Make it before any thread. It ends with this object, or with this process.
class LoopbackFleet {
public:
    /// `changing`: every answer differs from the one before, as one with a time in it does.
    LoopbackFleet(int services, bool changing);
    ~LoopbackFleet();
    LoopbackFleet(const LoopbackFleet&) = delete;
    LoopbackFleet& operator=(const LoopbackFleet&) = delete;

    [[nodiscard]] const std::vector<std::uint16_t>& ports() const { return m_ports; }

private:
    std::vector<std::uint16_t> m_ports;
    pid_t m_child{0};
    int m_lifeline{-1};
};

} // namespace rungwatch::bench
