// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace rungwatch::bookstore {

/// Threads that run jobs in the order they were given. Most jobs wait for a provider, so there are many more threads
/// than cores. The one that became idle last is the first to work again: a calm store so calls its providers over a few
/// warm connections, and not over one for every thread. Ends, with the jobs under way, in its destructor; what waits
/// then is dropped.
class WorkerPool {
public:
    explicit WorkerPool(std::size_t threads);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    void run(std::function<void()> job);

private:
    struct Worker {
        std::condition_variable wake;
        /// Empty while idle.
        std::function<void()> job;
    };

    void work(Worker& self);

    std::mutex m_mutex;
    bool m_stopping{false};
    /// What no thread was free for.
    std::deque<std::function<void()>> m_jobs;
    std::vector<Worker*> m_idle;
    std::vector<std::unique_ptr<Worker>> m_workers;
    std::vector<std::jthread> m_threads;
};

} // namespace rungwatch::bookstore
