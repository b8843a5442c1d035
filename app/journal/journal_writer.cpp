// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_writer.h"

#include "app/journal/block_table.h"
#include "app/journal/event_rows.h"
#include "app/journal/journal_reader.h"
#include "app/journal/open_incident.h"
#include "app/journal/schema.h"

#include <QDir>
#include <QFileInfo>
#include <QStorageInfo>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace rungwatch::journal {

namespace {

/// So many small blocks are rewritten as one: what repeats from poll to poll then costs almost nothing.
constexpr std::size_t tailBlocks = 64;

/// A command's request starts a call at a service once it is durable: it must not wait for company.
bool isUrgent(const std::vector<fleet::Event>& events)
{
    return std::any_of(events.begin(), events.end(),
        [](const fleet::Event& event) { return std::holds_alternative<fleet::CommandRequested>(event.body); });
}

/// Where a file lies on its disk; all 0 for none.
std::pair<std::uint64_t, std::uint64_t> placeOf(const QString& file)
{
    struct stat found = {};
    return ::stat(QFile::encodeName(file).constData(), &found) == 0 ? std::pair(found.st_dev, found.st_ino)
                                                                    : std::pair(dev_t{0}, ino_t{0});
}

/// Why a folder can't be written to, as far as it can be known.
Error folderFault(const QString& folder)
{
    const QStorageInfo disk(folder);
    if (disk.isValid() && !disk.isReadOnly() && disk.bytesAvailable() == 0)
        return Error{"full", "the disk is full; expected room to write", {}};
    return Error{"not-writable", "its folder can't be written to; expected one that this user may write to", {}};
}

} // namespace

JournalWriter::JournalWriter(Options options)
    : m_options(std::move(options))
    , m_pace(m_options.keyframeEvents, m_options.keyframeEvery)
{
    m_commitTimer.setSingleShot(true);
    connect(&m_commitTimer, &QTimer::timeout, this, &JournalWriter::commit);
}

JournalWriter::~JournalWriter() = default;

void JournalWriter::append(std::vector<fleet::Event> events, const fleet::FleetState& after)
{
    const std::lock_guard guard(m_mutex);
    auto keyframe = m_pace.take(after.seq, after.steady) ? std::make_shared<const fleet::FleetState>(after) : nullptr;
    m_inbox.push_back({std::move(events), std::move(keyframe)});
    if (!std::exchange(m_woken, true))
        QMetaObject::invokeMethod(this, &JournalWriter::takeInbox, Qt::QueuedConnection);
}

void JournalWriter::end(const fleet::FleetState& last)
{
    const std::lock_guard guard(m_mutex);
    m_end = std::make_shared<const fleet::FleetState>(last);
}

void JournalWriter::open()
{
    auto resumed = openFile();
    if (resumed) {
        const auto state = std::make_shared<const fleet::FleetState>(std::move(resumed).value());
        m_lastSeq = m_lastKeyframe = state->seq;
        {
            const std::lock_guard guard(m_mutex);
            m_pace.begin(state->seq);
        }
        // Not being able to tell is no reason not to watch: then it is found anew.
        if (const auto open = openIncident(*m_connection); open.ok() && *open)
            Q_EMIT incidentResumed(**open);
        Q_EMIT opened(state, true);
        return;
    }
    refuse(resumed.error());
    Q_EMIT opened(std::make_shared<const fleet::FleetState>(), false);
}

std::optional<Error> JournalWriter::lock()
{
    m_lock = std::make_unique<QLockFile>(m_options.file + ".lock"_L1);
    // A lock is stale when its process is gone, never because it is old: a console watches for weeks.
    m_lock->setStaleLockTime(0);
    if (m_lock->tryLock(0))
        return std::nullopt;
    if (m_lock->error() != QLockFile::LockFailedError)
        return folderFault(QFileInfo(m_options.file).absolutePath());
    qint64 process = 0;
    QString host;
    QString name;
    const auto who = m_lock->getLockInfo(&process, &host, &name) ? " (process " + std::to_string(process) + ")" : "";
    return Error{"locked", "another console" + who + " writes to it; expected a file of this console's own", {}};
}

/// Read through the same checks as every reader: nothing is appended to a journal that can't be replayed.
Result<fleet::FleetState> JournalWriter::resume()
{
    auto reader = JournalReader::open(m_options.file);
    if (!reader)
        return reader.error();
    auto end = reader.value().endState();
    if (!end)
        return end.error();
    const auto head = reader.value().chainHead();
    if (!head)
        return head.error();
    m_chainHead = head->hash;
    return end;
}

Result<fleet::FleetState> JournalWriter::openFile()
{
    const QFileInfo file(m_options.file);
    if (!QDir().mkpath(file.absolutePath()))
        return Error{"not-writable", "its folder can't be made; expected a place where this user may make it", {}};
    if (const auto error = lock())
        return *error;
    fleet::FleetState resumed;
    m_chainHead = chainStart();
    const bool isNew = !file.exists() || file.size() == 0;
    if (!isNew) {
        if (!file.isWritable())
            return Error{"not-writable", "it may only be read; expected a file that this user may write to", {}};
        auto end = resume();
        if (!end)
            return end.error();
        resumed = std::move(end).value();
    }
    m_connection = std::make_unique<Connection>();
    if (const auto error = m_connection->open(m_options.file, Connection::Access::ReadWrite))
        return *error;
    // The first counts in a new file alone: pages of what was cut go back to the disk.
    for (const auto& pragma :
        {u"PRAGMA auto_vacuum = INCREMENTAL"_s, u"PRAGMA journal_mode = WAL"_s, u"PRAGMA synchronous = FULL"_s})
        if (const auto error = m_connection->run(pragma))
            return *error;
    if (const auto error = prepareSchema(*m_connection, m_options.program))
        return *error;
    if (isNew && m_options.start) {
        if (const auto error = beginAt(*m_connection, *m_options.start))
            return *error;
        resumed = m_options.start->state;
        m_chainHead = m_options.start->chainHead;
    }
    m_place = placeOf(m_options.file);
    return resumed;
}

void JournalWriter::takeInbox()
{
    std::vector<Append> taken;
    {
        const std::lock_guard guard(m_mutex);
        taken.swap(m_inbox);
        m_woken = false;
    }
    if (!m_connection)
        return;
    bool urgent = false;
    for (auto& append : taken) {
        urgent = urgent || isUrgent(append.events);
        m_pending.insert(m_pending.end(), std::make_move_iterator(append.events.begin()),
            std::make_move_iterator(append.events.end()));
        if (append.after)
            m_keyframe = std::move(append.after);
    }
    if (m_pending.size() > m_options.pendingEvents) {
        refuse(Error{"given-up",
            "it could not be written for so long that what waits is too much; expected room to write sooner", {}});
        return;
    }
    if (urgent || (m_trouble.isEmpty() && m_pending.size() >= blockEvents))
        commit();
    else if (!m_commitTimer.isActive() && !m_pending.empty())
        m_commitTimer.start(m_options.commitEvery);
}

void JournalWriter::commit()
{
    if (!m_connection || (m_pending.empty() && m_protected.empty() && m_incidents.empty()))
        return;
    m_commitTimer.stop();
    if (placeOf(m_options.file) != m_place)
        return refuse(Error{"moved", "the file is gone or another one; expected it to stay where it is", {}});
    if (const auto error = writeAll()) {
        if (error->code == "damaged" || error->code == "not-a-journal")
            return refuse(*error); // time mends no page
        setTrouble(u"The journal %1 can't be written now: %2. Watching goes on; what happens is kept in memory until "
                   u"it can."_s.arg(m_options.file, QString::fromStdString(error->message)));
        m_commitTimer.start(m_options.retryEvery);
        return;
    }
    m_protected.clear();
    m_incidents.clear();
    setTrouble({});
    if (!m_pending.empty()) {
        m_lastSeq = m_pending.back().seq;
        m_lastWall = m_pending.back().wall;
        m_pending.clear();
        Q_EMIT committed(m_lastSeq);
    }
    if (const auto keyframe = std::exchange(m_keyframe, nullptr)) {
        m_lastKeyframe = keyframe->seq;
        retain();
    }
}

/// One transaction: all that waits, as blocks and as readable rows. On failure nothing of it is there.
std::optional<Error> JournalWriter::writeAll()
{
    auto head = m_chainHead;
    auto error = m_connection->begin();
    if (!error)
        error = writeBlocks(m_pending);
    if (!error)
        error = insertRows(*m_connection, m_pending, head);
    for (const auto& range : m_protected)
        if (!error)
            error = journal::protect(*m_connection, range);
    for (const auto& incident : m_incidents)
        if (!error)
            error = journal::keepIncident(*m_connection, incident);
    if (!error && m_keyframe)
        error = insertKeyframe(*m_connection, *m_keyframe);
    if (!error)
        error = m_connection->commit();
    if (error) {
        m_connection->rollback();
        // The small blocks of before stay small.
        dropTail();
        return error;
    }
    m_chainHead = head;
    return std::nullopt;
}

void JournalWriter::dropTail()
{
    m_tail.clear();
    m_tailBytes = 0;
    m_tailBlocks = 0;
}

/// Cuts off what nobody has to keep any more. What can't be cut now is tried again after the next keyframe.
void JournalWriter::retain()
{
    if (!m_options.keep.age && !m_options.keep.bytes)
        return;
    // The tail is rewritten from memory: a cut must not reach into it. And the newest event stays.
    const auto before = m_tail.empty() ? m_lastSeq : m_tail.front().seq;
    const auto seq = nextCut(*m_connection, m_options.keep, m_lastWall, before);
    const auto error = !seq ? seq.error() : *seq ? cutAt(*m_connection, **seq) : std::nullopt;
    if (error && !std::exchange(m_cutFailed, true))
        Q_EMIT troubled(u"The journal %1 can't be cut to its limit: %2. It goes on to grow."_s.arg(
            m_options.file, QString::fromStdString(error->message)));
    if (!error)
        sayHeldBack(before);
}

/// An incident that lasts for weeks, or that is kept for years, must not fill a disk without a word.
void JournalWriter::sayHeldBack(std::uint64_t beforeSeq)
{
    const auto range = heldBack(*m_connection, m_options.keep, m_lastWall, beforeSeq);
    const auto bytes = bytesInUse(*m_connection);
    if (!range || !bytes)
        return; // the next cut tells
    if (!*range) {
        if (std::exchange(m_heldBackFrom, 0) != 0 && m_trouble.isEmpty())
            Q_EMIT troubled({});
        return;
    }
    if (std::exchange(m_heldBackFrom, (*range)->fromSeq) == (*range)->fromSeq)
        return;
    Q_EMIT troubled(u"The journal %1 outgrows its limit (%2 MB): all from event %3 on is protected, %4. To let it go: "
                    u"DELETE FROM protected."_s.arg(m_options.file)
                        .arg((*bytes + 999'999) / 1'000'000)
                        .arg((*range)->fromSeq)
                        .arg(QString::fromStdString((*range)->why)));
}

std::optional<Error> JournalWriter::writeBlocks(std::span<const fleet::Event> events)
{
    while (!events.empty()) {
        if (m_tail.size() >= blockEvents || m_tailBytes >= blockBytes || m_tailBlocks >= tailBlocks) {
            if (const auto error = removeBlocksFrom(*m_connection, m_tail.front().seq))
                return error;
            if (const auto error = insertBlock(*m_connection, packed(m_tail, Effort::Thorough)))
                return error;
            dropTail();
        }
        const auto run = events.first(std::min(blockEvents - m_tail.size(), events.size()));
        const auto block = packed(run, Effort::Quick);
        if (const auto error = insertBlock(*m_connection, block))
            return error;
        m_tail.insert(m_tail.end(), run.begin(), run.end());
        m_tailBytes += block.rawBytes;
        ++m_tailBlocks;
        events = events.subspan(run.size());
    }
    return std::nullopt;
}

void JournalWriter::protect(quint64 fromSeq, quint64 toSeq, const QString& why)
{
    m_protected.push_back(
        {fromSeq, toSeq == 0 ? std::nullopt : std::optional<std::uint64_t>(toSeq), why.toStdString()});
    if (m_trouble.isEmpty())
        commit();
}

void JournalWriter::keepIncident(const IncidentKeep& keep)
{
    m_incidents.push_back(keep);
    if (m_trouble.isEmpty())
        commit();
}

void JournalWriter::close()
{
    takeInbox();
    if (!m_connection)
        return;
    commit();
    if (!m_connection)
        return; // given up just now
    writeEnd();
    m_commitTimer.stop();
    // One file again, without side files: it can be copied, and read from a read-only medium.
    (void)m_connection->run(u"PRAGMA journal_mode = DELETE"_s);
    m_connection.reset();
    m_lock.reset();
}

/// A journal that ends with its state is opened at once.
void JournalWriter::writeEnd()
{
    FleetStatePtr end;
    {
        const std::lock_guard guard(m_mutex);
        end = std::exchange(m_end, nullptr);
    }
    if (!end || end->seq != m_lastSeq || end->seq <= m_lastKeyframe || !m_trouble.isEmpty())
        return;
    auto error = m_connection->begin();
    if (!error)
        error = insertKeyframe(*m_connection, *end);
    if (!error)
        error = m_connection->commit();
    if (error)
        m_connection->rollback();
    else
        retain();
}

void JournalWriter::refuse(const Error& error)
{
    m_connection.reset();
    m_keyframe.reset();
    m_lock.reset();
    m_pending.clear();
    m_commitTimer.stop();
    if (!std::exchange(m_givenUp, true))
        Q_EMIT failed(
            u"The journal %1 can't be written: %2."_s.arg(m_options.file, QString::fromStdString(error.message)));
}

void JournalWriter::setTrouble(const QString& sentence)
{
    if (std::exchange(m_trouble, sentence) != sentence)
        Q_EMIT troubled(sentence);
}

} // namespace rungwatch::journal
