// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/replay_session.h"

namespace rungwatch {

ReplaySession::ReplaySession(const Clock& clock, QString operatorName)
    : m_operatorName(std::move(operatorName))
    , m_snapshot(std::make_shared<const fleet::Snapshot>())
    , m_history(std::make_shared<const fleet::History>())
    , m_player(std::make_unique<ReplayPlayer>(clock, m_frames))
    , m_reader(std::make_unique<ReplayHistory>(clock))
{
    m_player->moveToThread(&m_playerThread);
    m_reader->moveToThread(&m_readerThread);
    connect(m_player.get(), &ReplayPlayer::opened, this, &ReplaySession::opened);
    connect(m_player.get(), &ReplayPlayer::failed, this, &ReplaySession::failed);
    connect(m_player.get(), &ReplayPlayer::troubled, this, &Session::troubled);
    connect(m_player.get(), &ReplayPlayer::framed, this, &ReplaySession::takeFrame);
    connect(m_player.get(), &ReplayPlayer::grew, m_reader.get(), &ReplayHistory::readUpTo);
    connect(m_reader.get(), &ReplayHistory::troubled, this, &Session::troubled);
    connect(m_reader.get(), &ReplayHistory::historyRead, this, &ReplaySession::takeHistory);
    connect(m_reader.get(), &ReplayHistory::timelineRead, this, [this](const Timeline& timeline) {
        m_timeline = timeline;
        Q_EMIT replayChanged();
    });
}

ReplaySession::~ReplaySession()
{
    close();
}

void ReplaySession::open(const QString& journal, std::optional<WallTime> at)
{
    if (!m_whatIf)
        m_whatIf = std::make_unique<RecordedWhatIf>([journal] { return recordingIn(journal); });
    m_playerThread.start();
    m_readerThread.start();
    m_playerThread.post([this, journal, at] { m_player->open(journal, at); });
    m_readerThread.post([this, journal] { m_reader->open(journal); });
}

void ReplaySession::close()
{
    if (!m_playerThread.isRunning())
        return;
    m_reader->stop();
    // Each lets its connection go in the thread that opened it.
    m_playerThread.call([this] { m_player->close(); });
    m_readerThread.call([this] { m_reader->close(); });
    m_playerThread.end();
    m_readerThread.end();
}

void ReplaySession::takeFrame()
{
    auto frame = m_frames.take();
    if (!frame)
        return;
    const auto read = m_status.historyRead;
    m_snapshot = std::move(frame->snapshot);
    m_now = frame->now;
    m_status = frame->status;
    m_status.historyRead = read;
    if (frame->jumped)
        Q_EMIT jumped(frame->events);
    else
        Q_EMIT advanced(frame->events);
    Q_EMIT replayChanged();
}

void ReplaySession::takeHistory(const HistoryPtr& history, double fraction)
{
    m_history = history;
    m_status.historyRead = fraction;
    Q_EMIT advanced({});
    Q_EMIT replayChanged();
}

void ReplaySession::setPlaying(bool playing)
{
    m_playerThread.post([this, playing] { m_player->setPlaying(playing); });
}

void ReplaySession::setSpeed(double speed)
{
    m_playerThread.post([this, speed] { m_player->setSpeed(speed); });
}

void ReplaySession::seek(WallTime at)
{
    m_player->requestSeek(at);
}

void ReplaySession::step(ReplayStep step, bool forward)
{
    m_playerThread.post([this, step, forward] { m_player->step(step, forward); });
}

void ReplaySession::setLoop(const charts::TimeRange& loop)
{
    m_playerThread.post([this, loop] { m_player->setLoop(loop); });
}

void ReplaySession::addBookmark(const QString& text)
{
    const TimelineMark mark{TimelineMark::Kind::Bookmark, m_now.wall, m_status.seq, text};
    m_readerThread.post([this, mark] { m_reader->addBookmark(mark, m_operatorName); });
}

} // namespace rungwatch
