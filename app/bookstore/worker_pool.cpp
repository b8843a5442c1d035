// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/worker_pool.h"

#include <utility>

namespace rungwatch::bookstore {

WorkerPool::WorkerPool(std::size_t threads)
{
    for (std::size_t i = 0; i < threads; ++i) {
        auto& worker = *m_workers.emplace_back(std::make_unique<Worker>());
        m_threads.emplace_back([this, &worker] { work(worker); });
    }
}

WorkerPool::~WorkerPool()
{
    const std::lock_guard lock(m_mutex);
    m_stopping = true;
    m_jobs.clear();
    for (const auto& worker : m_workers)
        worker->wake.notify_one();
}

void WorkerPool::run(std::function<void()> job)
{
    const std::lock_guard lock(m_mutex);
    if (m_stopping)
        return;
    if (m_idle.empty()) {
        m_jobs.push_back(std::move(job));
        return;
    }
    auto* worker = m_idle.back();
    m_idle.pop_back();
    worker->job = std::move(job);
    worker->wake.notify_one();
}

void WorkerPool::work(Worker& self)
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        if (!m_jobs.empty()) {
            self.job = std::move(m_jobs.front());
            m_jobs.pop_front();
        } else {
            m_idle.push_back(&self);
            self.wake.wait(lock, [&] { return m_stopping || self.job; });
        }
        if (m_stopping)
            return;
        const auto job = std::exchange(self.job, nullptr);
        lock.unlock();
        job();
        lock.lock();
    }
}

} // namespace rungwatch::bookstore
