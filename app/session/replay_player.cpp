// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/replay_player.h"

namespace rungwatch {

namespace {

using namespace std::chrono_literals;

/// Another console's journal is looked at so often.
constexpr auto lookEvery = 1s;

QString sentenceOf(const Error& error)
{
    const auto text = error.where.empty() ? error.message : error.where + ": " + error.message;
    return QString::fromStdString(text);
}

} // namespace

ReplayPlayer::ReplayPlayer(const Clock& clock, ReplayFrameBox& frames)
    : m_clock(clock)
    , m_frames(frames)
{
    m_beat.setTimerType(Qt::PreciseTimer);
    m_beat.setInterval(frameEvery);
    connect(&m_beat, &QTimer::timeout, this, &ReplayPlayer::beat);
    m_look.setInterval(lookEvery);
    connect(&m_look, &QTimer::timeout, this, &ReplayPlayer::lookAgain);
}

ReplayPlayer::~ReplayPlayer() = default;

void ReplayPlayer::open(const QString& file, std::optional<WallTime> at)
{
    auto cursor = ReplayCursor::open(file);
    if (!cursor) {
        Q_EMIT failed(sentenceOf(cursor.error()));
        return;
    }
    m_cursor = std::move(cursor).value();
    m_look.start();
    Q_EMIT opened(m_cursor->firstWall(), m_cursor->lastWall());
    jump(at ? m_cursor->seek(*at) : std::nullopt);
}

void ReplayPlayer::setPlaying(bool playing)
{
    if (!m_cursor)
        return;
    m_status.playing = playing && !m_cursor->atEnd();
    m_status.reached = 0;
    m_lastBeat = m_clock.steadyNow();
    m_changed = true;
    handOver();
}

void ReplayPlayer::setSpeed(double speed)
{
    m_status.speed = std::clamp(speed, ReplaySource::slowest, ReplaySource::fastest);
    m_changed = true;
    handOver();
}

void ReplayPlayer::setLoop(const charts::TimeRange& loop)
{
    m_status.loop = loop;
    m_changed = true;
    handOver();
}

void ReplayPlayer::requestSeek(WallTime at)
{
    const std::lock_guard guard(m_mutex);
    if (!std::exchange(m_requested, at))
        QMetaObject::invokeMethod(this, &ReplayPlayer::seekAsRequested, Qt::QueuedConnection);
}

void ReplayPlayer::seekAsRequested()
{
    std::optional<WallTime> at;
    {
        const std::lock_guard guard(m_mutex);
        at = std::exchange(m_requested, std::nullopt);
    }
    if (at)
        seek(*at);
}

void ReplayPlayer::seek(WallTime at)
{
    if (m_cursor)
        jump(m_cursor->seek(at));
}

void ReplayPlayer::step(ReplayStep step, bool forward)
{
    if (!m_cursor)
        return;
    if (step == ReplayStep::Second || step == ReplayStep::Minute) {
        const Duration by = step == ReplayStep::Second ? Duration{1s} : Duration{1min};
        if (!forward)
            return jump(m_cursor->seek(m_cursor->now().wall - by));
        const auto passed = m_cursor->advance(by, [this](const fleet::Event& event) {
            if (fleet::isLogged(event.body))
                m_unseen.push_back(event);
            return true;
        });
        report(passed ? std::nullopt : std::optional(passed.error()));
        m_changed = true;
        return handOver();
    }
    const auto landmark =
        step == ReplayStep::Transition ? journal::Landmark::Transition : journal::Landmark::OperatorAction;
    const auto found = m_cursor->step(landmark, forward);
    // Where there is none it stays; the window sees that nothing moved.
    if (!found || *found)
        jump(found ? std::nullopt : std::optional(found.error()));
}

void ReplayPlayer::beat()
{
    const auto now = m_clock.steadyNow();
    const auto real = now - std::exchange(m_lastBeat, now);
    // A window that has not taken the last frame yet gets no other: the time waits for it.
    if (m_cursor && m_status.playing && m_frames.isFree())
        play(real);
    handOver();
}

void ReplayPlayer::play(Duration real)
{
    const auto wanted = fromSeconds(toSeconds(real) * m_status.speed);
    const auto until = m_clock.steadyNow() + readingBudget;
    std::size_t read = 0;
    const auto passed = m_cursor->advance(wanted, [&](const fleet::Event& event) {
        if (fleet::isLogged(event.body))
            m_unseen.push_back(event);
        // The clock is not asked for every event: it would cost as much as the event.
        return ++read % 64 != 0 || m_clock.steadyNow() < until;
    });
    m_changed = true;
    if (!passed) {
        m_status.playing = false;
        return report(passed.error());
    }
    if (real > Duration{0}) {
        const auto reached = toSeconds(*passed) / toSeconds(real);
        m_status.reached = m_status.reached == 0 ? reached : 0.9 * m_status.reached + 0.1 * reached;
    }
    const auto& loop = m_status.loop;
    if (!loop.length().count()) {
        m_status.playing = !m_cursor->atEnd();
        return;
    }
    if (m_cursor->now().wall >= loop.to || m_cursor->atEnd())
        jump(m_cursor->seek(loop.from));
}

void ReplayPlayer::jump(const std::optional<Error>& error)
{
    report(error);
    auto log = m_cursor->recentLog(logAfterJump);
    m_unseen = log ? std::move(log).value() : std::vector<fleet::Event>{};
    m_jumped = true;
    m_changed = true;
    m_lastBeat = m_clock.steadyNow();
    handOver();
}

void ReplayPlayer::report(const std::optional<Error>& error)
{
    const auto sentence = error ? sentenceOf(*error) : QString{};
    if (std::exchange(m_trouble, sentence) != sentence)
        Q_EMIT troubled(sentence);
}

void ReplayPlayer::handOver()
{
    if (m_cursor && m_changed && m_frames.isFree()) {
        m_changed = false;
        const auto& state = m_cursor->state();
        m_status.seq = state.seq;
        m_status.lastSeq = m_cursor->lastSeq();
        m_status.atEnd = m_cursor->atEnd();
        ReplayFrame frame;
        frame.now = m_cursor->now();
        frame.snapshot = std::make_shared<const fleet::Snapshot>(fleet::Snapshot{state, state.seq, frame.now});
        frame.events = std::exchange(m_unseen, {});
        frame.jumped = std::exchange(m_jumped, false);
        frame.status = m_status;
        m_frames.put(std::move(frame));
        Q_EMIT framed();
    }
    arm();
}

void ReplayPlayer::arm()
{
    const bool needed = m_status.playing || m_changed;
    if (needed != m_beat.isActive())
        needed ? m_beat.start() : m_beat.stop();
}

void ReplayPlayer::lookAgain()
{
    if (!m_cursor)
        return;
    const auto before = m_cursor->lastSeq();
    if (const auto error = m_cursor->refresh())
        return report(error);
    if (m_cursor->lastSeq() == before)
        return;
    m_changed = true;
    Q_EMIT grew(m_cursor->lastSeq());
    handOver();
}

void ReplayPlayer::close()
{
    m_beat.stop();
    m_look.stop();
    m_cursor.reset();
}

} // namespace rungwatch
