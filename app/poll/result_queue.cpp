// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/result_queue.h"

#include <iterator>

namespace rungwatch::poll {

namespace {

void passReadingOn(fleet::PollResult& from, std::deque<fleet::PollResult>& waiting)
{
    if (!from.reading)
        return;
    for (auto& result : waiting)
        if (result.endpoint == from.endpoint && result.unchanged) {
            result.unchanged = false;
            result.reading = std::exchange(from.reading, std::nullopt);
            return;
        }
}

} // namespace

ResultQueue::ResultQueue(std::size_t capacity, std::function<void()> wake)
    : m_capacity(std::max<std::size_t>(capacity, 1))
    , m_wake(std::move(wake))
{
}

std::optional<fleet::PollResult> ResultQueue::push(fleet::PollResult result)
{
    std::optional<fleet::PollResult> madeRoom;
    bool first = false;
    {
        const std::lock_guard guard(m_mutex);
        if (m_results.size() >= m_capacity) {
            madeRoom = std::move(m_results.front());
            m_results.pop_front();
            ++m_dropped;
        }
        first = m_results.empty();
        m_results.push_back(std::move(result));
        if (madeRoom)
            passReadingOn(*madeRoom, m_results);
    }
    if (first)
        m_wake();
    return madeRoom;
}

ResultQueue::Taken ResultQueue::take()
{
    const std::lock_guard guard(m_mutex);
    Taken taken;
    taken.results.assign(std::make_move_iterator(m_results.begin()), std::make_move_iterator(m_results.end()));
    m_results.clear();
    taken.dropped = std::exchange(m_dropped, 0);
    return taken;
}

} // namespace rungwatch::poll
