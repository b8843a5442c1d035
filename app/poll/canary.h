// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/poll/result_queue.h"

#include <QObject>
#include <QTimer>

namespace rungwatch::poll {

/// A source that never lies and is never slow: each second it puts the whole seconds of the steady clock into the queue
/// of results, on the poll thread and by the way of every reading. What does not come through here in time shows that
/// readings don't either. Lives on the poll thread.
class Canary : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds beatEvery{1000};

    Canary(const Clock& clock, ResultQueue& results);

public Q_SLOTS:
    void start();
    void stop();
    /// One sign of life, now. Called by its own timer.
    void beat();

private:
    const Clock& m_clock;
    ResultQueue& m_results;
    QTimer m_timer{this};
};

/// What the canary says, where this is no answer of an endpoint but a canary.
[[nodiscard]] std::optional<fleet::CanarySeen> canaryIn(const fleet::PollResult& result);

} // namespace rungwatch::poll
