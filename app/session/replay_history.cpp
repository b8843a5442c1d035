// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/replay_history.h"

#include "rungwatch/fleet/apply.h"

namespace rungwatch {

namespace {

using namespace std::chrono_literals;

/// Between two looks at what else was asked for.
constexpr auto slice = 40ms;
/// What is read so far is handed out so often at most; a copy of a long history takes its time, and then less often.
constexpr auto publishEvery = 400ms;
constexpr int publishShare = 10;

/// Longer than any journal: a recording's history is bounded by its points.
constexpr auto wholeJournal = std::chrono::hours{24 * 365 * 20};
constexpr std::size_t leastPoints = 2'000;
constexpr std::size_t mostPoints = 200'000;
constexpr std::size_t eventsKept = 1'000;

} // namespace

ReplayHistory::ReplayHistory(const Clock& clock)
    : m_clock(clock)
{
}

ReplayHistory::~ReplayHistory() = default;

void ReplayHistory::open(const QString& file)
{
    auto reader = journal::JournalReader::open(file);
    if (!reader)
        return; // the player says so
    m_reader = std::move(reader).value();
    m_bookmarkFile.emplace(file);
    m_bookmarks = m_bookmarkFile->read();
    if (const auto error = begin())
        return report(*error);
    if (const auto error = readRows())
        return report(*error);
    readSlice();
}

/// A journal that was cut begins at a keyframe; the size of the fleet says how much of each part is kept.
std::optional<Error> ReplayHistory::begin()
{
    auto newest = m_reader->keyframeUpTo(m_reader->lastSeq());
    if (!newest)
        return newest.error();
    std::size_t parts = 1;
    if (newest->has_value()) {
        const auto state = fleet::fromSerialised((*newest)->state);
        if (!state)
            return state.error();
        parts += state->features.size() + state->endpoints.size() / 8;
    }
    m_history = fleet::History{{wholeJournal, std::clamp(points / parts, leastPoints, mostPoints), eventsKept}};
    m_state.seq = m_reader->firstSeq() - std::min<std::uint64_t>(1, m_reader->firstSeq());
    if (m_state.seq == 0)
        return std::nullopt;
    auto first = m_reader->keyframeUpTo(m_state.seq);
    if (!first)
        return first.error();
    if (first->has_value() && (*first)->seq == m_state.seq) {
        auto state = fleet::fromSerialised((*first)->state);
        if (!state)
            return state.error();
        m_state = std::move(state).value();
    }
    if (m_state.policy)
        m_timeline.addStart(m_state, *m_reader->firstWall());
    else
        m_timeline.addSession(*m_reader->firstWall(), std::nullopt);
    return std::nullopt;
}

std::optional<Error> ReplayHistory::readRows()
{
    const auto transitions = m_reader->transitionsAfter(m_rowsRead);
    if (!transitions)
        return transitions.error();
    const auto operators = m_reader->operatorRowsAfter(m_rowsRead);
    if (!operators)
        return operators.error();
    auto transition = transitions->begin();
    const auto addUpTo = [&](std::uint64_t seq) {
        for (; transition != transitions->end() && transition->seq <= seq; ++transition)
            m_timeline.addTransition(*transition);
    };
    for (const auto& row : *operators) {
        if (row.seq > m_reader->lastSeq())
            break;
        addUpTo(row.seq);
        if (row.kind != "session_started") {
            m_timeline.addOperator(row);
            continue;
        }
        std::optional<WallTime> before;
        if (row.seq > m_reader->firstSeq()) {
            const auto block = m_reader->blockWith(row.seq - 1);
            if (!block)
                return block.error();
            if (!block->empty())
                before = (*block)[row.seq - 1 - block->front().seq].wall;
        }
        m_timeline.addSession(row.at, before);
    }
    addUpTo(m_reader->lastSeq());
    m_rowsRead = m_reader->lastSeq();
    auto timeline = m_timeline.timeline(m_reader->lastWall().value_or(WallTime{}));
    timeline.marks.insert(timeline.marks.end(), m_bookmarks.begin(), m_bookmarks.end());
    std::stable_sort(timeline.marks.begin(), timeline.marks.end(),
        [](const TimelineMark& a, const TimelineMark& b) { return a.at < b.at; });
    Q_EMIT timelineRead(timeline);
    return std::nullopt;
}

void ReplayHistory::readUpTo(quint64 lastSeq)
{
    if (!m_reader || lastSeq <= m_reader->lastSeq())
        return;
    if (const auto error = m_reader->refresh())
        return report(*error);
    if (const auto error = readRows())
        return report(*error);
    if (!m_reading)
        readSlice();
}

std::optional<Error> ReplayHistory::readBlock()
{
    const auto block = m_reader->blockWith(m_state.seq + 1);
    if (!block)
        return block.error();
    if (block->empty())
        return Error{"damaged", "event " + std::to_string(m_state.seq + 1) + " is missing", {}};
    for (auto i = m_state.seq + 1 - block->front().seq; i < block->size() && !m_stopped; ++i) {
        fleet::apply(m_state, (*block)[i]);
        m_history.add((*block)[i], m_state);
    }
    return std::nullopt;
}

void ReplayHistory::readSlice()
{
    m_reading = true;
    const auto until = m_clock.steadyNow() + slice;
    while (m_state.seq < m_reader->lastSeq() && m_clock.steadyNow() < until && !m_stopped)
        if (const auto error = readBlock()) {
            m_reading = false;
            publish();
            return report(*error);
        }
    if (m_stopped)
        return;
    m_reading = m_state.seq < m_reader->lastSeq();
    if (!m_reading || m_clock.steadyNow() >= m_publishAgainAt)
        publish();
    if (m_reading)
        QMetaObject::invokeMethod(this, &ReplayHistory::readSlice, Qt::QueuedConnection);
}

void ReplayHistory::publish()
{
    if (m_published == m_state.seq)
        return;
    m_published = m_state.seq;
    const auto began = m_clock.steadyNow();
    auto copy = std::make_shared<const fleet::History>(m_history);
    const auto now = m_clock.steadyNow();
    m_publishAgainAt = now + std::max<Duration>(publishEvery, publishShare * (now - began));
    const auto all = static_cast<double>(m_reader->lastSeq() - m_reader->firstSeq() + 1);
    Q_EMIT historyRead(std::move(copy), static_cast<double>(m_state.seq - m_reader->firstSeq() + 1) / all);
}

void ReplayHistory::addBookmark(const TimelineMark& mark, const QString& by)
{
    if (!m_reader)
        return;
    // Shown also where it can't be kept; the sentence says that it is lost with this window.
    m_bookmarks.push_back(mark);
    if (const auto error = m_bookmarkFile->add(mark, by, m_clock.wallNow()))
        report(*error);
    if (const auto error = readRows())
        report(*error);
}

void ReplayHistory::report(const Error& error)
{
    const auto text = error.where.empty() ? error.message : error.where + ": " + error.message;
    Q_EMIT troubled(QString::fromStdString(text));
}

void ReplayHistory::close()
{
    m_reader.reset();
}

} // namespace rungwatch
