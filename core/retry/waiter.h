// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/clock.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace rungwatch {

/// How an action waits between attempts, and how it is told to give up. Injected, so that a test waits for nothing.
class Waiter {
public:
    virtual ~Waiter() = default;
    /// Whoever asked has given up: no further attempt.
    [[nodiscard]] virtual bool cancelled() const = 0;
    /// Until `duration` (> 0) has passed: true; false as soon as it is cancelled.
    [[nodiscard]] virtual bool wait(Duration duration) = 0;
};

/// Blocks the calling thread; cancelled by its stop token, from any thread. For one action at a time.
class StopWaiter final : public Waiter {
public:
    explicit StopWaiter(std::stop_token token);

    [[nodiscard]] bool cancelled() const override { return m_token.stop_requested(); }
    [[nodiscard]] bool wait(Duration duration) override;

private:
    std::stop_token m_token;
    std::mutex m_mutex;
    std::condition_variable_any m_woken;
};

} // namespace rungwatch
