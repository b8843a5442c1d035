// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/worker_thread.h"

#include <future>
#include <memory>

namespace rungwatch {

void CallQueue::post(Call call)
{
    const std::scoped_lock lock(m_mutex);
    m_calls.push_back(std::move(call));
    if (m_calls.size() == 1)
        QMetaObject::invokeMethod(this, &CallQueue::take, Qt::QueuedConnection);
}

void CallQueue::take()
{
    std::vector<Call> calls;
    {
        const std::scoped_lock lock(m_mutex);
        calls.swap(m_calls);
    }
    for (const auto& call : calls)
        call();
}

WorkerThread::WorkerThread(const QString& name)
{
    setObjectName(name);
    m_calls.moveToThread(this);
}

WorkerThread::~WorkerThread()
{
    end();
}

void WorkerThread::call(const CallQueue::Call& call)
{
    const auto done = std::make_shared<std::promise<void>>();
    post([&call, done] {
        call();
        done->set_value();
    });
    done->get_future().wait();
}

void WorkerThread::end()
{
    if (!isRunning())
        return;
    quit();
    m_ended.acquire();
    wait();
}

void WorkerThread::run()
{
    exec();
    m_ended.release();
}

} // namespace rungwatch
