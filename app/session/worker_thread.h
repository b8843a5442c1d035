// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QThread>

#include <functional>
#include <mutex>
#include <semaphore>
#include <vector>

namespace rungwatch {

/// Calls that other threads ask for, carried out in order by the event loop of the thread that this is moved to.
/// Handed over under a mutex of ours and not in Qt's queue: a thread sanitizer can't see into Qt.
class CallQueue : public QObject {
    Q_OBJECT

public:
    using Call = std::function<void()>;

    /// Any thread.
    void post(Call call);

private:
    void take();

    std::mutex m_mutex;
    std::vector<Call> m_calls;
};

/// A thread with an event loop for what is moved to it.
class WorkerThread : public QThread {
    Q_OBJECT

public:
    explicit WorkerThread(const QString& name);
    ~WorkerThread() override;

    /// Has it called here, after what was posted before. Any thread; what is posted after end() is never called.
    void post(CallQueue::Call call) { m_calls.post(std::move(call)); }
    /// The same, and waits until it has been called. From another thread, while this one runs.
    void call(const CallQueue::Call& call);
    /// Leaves the event loop and waits for the thread's end: all that it did happens before this returns. Nothing where
    /// it does not run. From another thread.
    void end();

protected:
    void run() override;

private:
    CallQueue m_calls;
    std::binary_semaphore m_ended{0};
};

} // namespace rungwatch
