// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/event.h"

#include <deque>
#include <functional>
#include <mutex>

namespace rungwatch::poll {

/// Hands poll results from the poll thread to the engine. Bounded: where the engine does not keep up, the oldest
/// observation makes room and is counted. Thread-safe; knows no Qt.
class ResultQueue {
public:
    /// `wake` is called, on the pushing thread, when the queue stops being empty.
    ResultQueue(std::size_t capacity, std::function<void()> wake);

    /// Gives the result that made room, where one had to. A result of the same endpoint behind it that only says "the
    /// same as before" takes over its reading; then it is given without one.
    std::optional<fleet::PollResult> push(fleet::PollResult result);

    struct Taken {
        std::vector<fleet::PollResult> results;
        /// Since the last take().
        std::uint64_t dropped{0};
    };
    /// Everything, oldest first.
    [[nodiscard]] Taken take();

private:
    const std::size_t m_capacity;
    const std::function<void()> m_wake;
    std::mutex m_mutex;
    std::deque<fleet::PollResult> m_results;
    std::uint64_t m_dropped{0};
};

} // namespace rungwatch::poll
