// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace rungwatch::bookstore {

/// Threads that run jobs in the order they were given. Most jobs wait for a provider, so there are many more threads
/// than cores. Ends, with the jobs under way, in its destructor; what waits then is dropped.
class WorkerPool {
public:
    explicit WorkerPool(std::size_t threads);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    void run(std::function<void()> job);

private:
    void work();

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<std::function<void()>> m_jobs;
    bool m_stopping{false};
    std::vector<std::jthread> m_threads;
};

} // namespace rungwatch::bookstore
