// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_writer.h"

#include "app/journal/block.h"
#include "app/journal/journal_reader.h"
#include "app/journal/rows.h"
#include "app/journal/schema.h"
#include "rungwatch/base/codec.h"

#include <QDir>
#include <QFileInfo>
#include <QSqlError>
#include <QThread>
#include <QVariant>

using namespace Qt::StringLiterals;

namespace rungwatch::journal {

namespace {

/// So many small blocks are rewritten as one: what repeats from poll to poll then costs almost nothing.
constexpr std::size_t tailBlocks = 64;

QString hex(std::uint64_t hash)
{
    return u"%1"_s.arg(hash, 16, 16, QLatin1Char('0'));
}

/// A command's request starts a call at a service once it is durable: it must not wait for company.
bool isUrgent(const std::vector<fleet::Event>& events)
{
    return std::any_of(events.begin(), events.end(),
        [](const fleet::Event& event) { return std::holds_alternative<fleet::CommandRequested>(event.body); });
}

bool bindAndRun(QSqlQuery& query, std::initializer_list<QVariant> values)
{
    for (const auto& value : values)
        query.addBindValue(value);
    return query.exec();
}

QVariant text(const std::string& value)
{
    // A null text would break NOT NULL; an empty one says "none".
    return value.empty() ? QVariant(u""_s) : QVariant(QString::fromStdString(value));
}

} // namespace

JournalWriter::JournalWriter(Options options)
    : m_options(std::move(options))
{
    m_commitTimer.setSingleShot(true);
    connect(&m_commitTimer, &QTimer::timeout, this, &JournalWriter::commit);
}

JournalWriter::~JournalWriter() = default;

void JournalWriter::append(std::vector<fleet::Event> events, fleet::FleetState after)
{
    const std::lock_guard guard(m_mutex);
    m_inbox.push_back({std::move(events), std::move(after)});
    if (!std::exchange(m_woken, true))
        QMetaObject::invokeMethod(this, &JournalWriter::takeInbox, Qt::QueuedConnection);
}

void JournalWriter::open()
{
    auto resumed = openFile();
    if (resumed) {
        m_after = std::move(resumed).value();
        m_lastKeyframe = m_after.seq;
        Q_EMIT opened(std::make_shared<const fleet::FleetState>(m_after), true);
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
        return Error{"not-writable", "its folder can't be written to", {}};
    qint64 process = 0;
    QString host;
    QString name;
    if (!m_lock->getLockInfo(&process, &host, &name))
        return Error{"locked", "another console holds it", {}};
    return Error{"locked", "another console holds it (process " + std::to_string(process) + ")", {}};
}

Result<fleet::FleetState> JournalWriter::openFile()
{
    const QFileInfo file(m_options.file);
    if (!QDir().mkpath(file.absolutePath()))
        return Error{"not-writable", "its folder can't be made", {}};
    if (const auto error = lock())
        return *error;
    fleet::FleetState resumed;
    m_chainHead = chainStart();
    if (file.exists() && file.size() > 0) {
        // Read through the same checks as every reader: nothing is appended to a journal that can't be replayed.
        auto reader = JournalReader::open(m_options.file);
        if (!reader)
            return reader.error();
        auto end = reader.value().endState();
        if (!end)
            return end.error();
        resumed = std::move(end).value();
        auto head = reader.value().chainHead();
        if (!head)
            return head.error();
        m_chainHead = head->hash;
    }
    m_connection = std::make_unique<Connection>();
    if (const auto error = m_connection->open(m_options.file, Connection::Access::ReadWrite))
        return *error;
    for (const auto& pragma : {u"PRAGMA journal_mode = WAL"_s, u"PRAGMA synchronous = FULL"_s})
        if (const auto error = m_connection->run(pragma))
            return *error;
    if (const auto error = prepareSchema(*m_connection, m_options.program))
        return *error;
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
        m_after = std::move(append.after);
        if (!m_lastKeyframeAt)
            m_lastKeyframeAt = m_after.steady;
    }
    if (m_pending.size() > m_options.pendingEvents) {
        refuse(Error{"given-up", "too much waited to be written", {}});
        return;
    }
    if (urgent || (m_trouble.isEmpty() && m_pending.size() >= blockEvents))
        commit();
    else if (!m_commitTimer.isActive() && !m_pending.empty())
        m_commitTimer.start(m_options.commitEvery);
}

bool JournalWriter::keyframeIsDue() const
{
    return m_after.seq >= m_lastKeyframe + m_options.keyframeEvents
        || m_after.steady - *m_lastKeyframeAt >= m_options.keyframeEvery;
}

void JournalWriter::commit()
{
    if (!m_connection || m_pending.empty())
        return;
    m_commitTimer.stop();
    if (const auto error = writeAll(keyframeIsDue())) {
        setTrouble(u"The journal %1 can't be written now: %2. Watching goes on; what happens is kept in memory until "
                   u"it can."_s.arg(m_options.file, QString::fromStdString(error->message)));
        m_commitTimer.start(m_options.retryEvery);
        return;
    }
    const auto seq = m_pending.back().seq;
    m_pending.clear();
    setTrouble({});
    Q_EMIT committed(seq);
}

/// One transaction: all that waits, as blocks and as readable rows. On failure nothing of it is there.
std::optional<Error> JournalWriter::writeAll(bool keyframe)
{
    const auto head = m_chainHead;
    auto error = m_connection->begin();
    if (!error)
        error = writeBlocks(m_pending);
    if (!error)
        error = writeRows(m_pending);
    if (!error && keyframe)
        error = writeKeyframe(m_after);
    if (!error)
        error = m_connection->commit();
    if (error) {
        m_connection->rollback();
        // The small blocks of before stay small.
        m_tail.clear();
        m_tailBytes = 0;
        m_tailBlocks = 0;
        m_chainHead = head;
        return error;
    }
    if (keyframe) {
        m_lastKeyframe = m_after.seq;
        m_lastKeyframeAt = m_after.steady;
    }
    return std::nullopt;
}

std::optional<Error> JournalWriter::writeBlocks(const std::vector<fleet::Event>& events)
{
    auto insert = m_connection->query();
    insert.prepare(u"INSERT INTO blocks (first_seq, last_seq, first_wall_ns, last_wall_ns, codec, raw_bytes, checksum, "
                   u"body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"_s);
    const auto write = [&](std::span<const fleet::Event> run, Effort effort) -> Result<Block> {
        const auto block = packed(run, effort);
        if (!bindAndRun(insert,
                {static_cast<qint64>(block.firstSeq), static_cast<qint64>(block.lastSeq),
                    static_cast<qint64>(block.firstWall.time_since_epoch().count()),
                    static_cast<qint64>(block.lastWall.time_since_epoch().count()), block.codec,
                    static_cast<qint64>(block.rawBytes), block.checksum, block.body}))
            return m_connection->failure(insert.lastError());
        return block;
    };
    for (std::size_t begin = 0; begin < events.size();) {
        if (m_tail.size() >= blockEvents || m_tailBytes >= blockBytes || m_tailBlocks >= tailBlocks) {
            auto remove = m_connection->query();
            remove.prepare(u"DELETE FROM blocks WHERE first_seq >= ?"_s);
            if (!bindAndRun(remove, {static_cast<qint64>(m_tail.front().seq)}))
                return m_connection->failure(remove.lastError());
            if (const auto block = write(m_tail, Effort::Thorough); !block)
                return block.error();
            m_tail.clear();
            m_tailBytes = 0;
            m_tailBlocks = 0;
        }
        const auto count = std::min(blockEvents - m_tail.size(), events.size() - begin);
        const std::span run(events.data() + begin, count);
        const auto block = write(run, Effort::Quick);
        if (!block)
            return block.error();
        m_tail.insert(m_tail.end(), run.begin(), run.end());
        m_tailBytes += block->rawBytes;
        ++m_tailBlocks;
        begin += count;
    }
    return std::nullopt;
}

std::optional<Error> JournalWriter::writeRows(const std::vector<fleet::Event>& events)
{
    auto transitions = m_connection->query();
    transitions.prepare(u"INSERT INTO transitions (seq, at, kind, subject, from_state, to_state, cause) "
                        u"VALUES (?, ?, ?, ?, ?, ?, ?)"_s);
    auto operators = m_connection->query();
    operators.prepare(u"INSERT INTO operator_events (seq, at, kind, who, action, target, result, reason, json, "
                      u"prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"_s);
    for (const auto& event : events) {
        const auto seq = static_cast<qint64>(event.seq);
        const auto at = text(rfc3339(event.wall));
        if (const auto row = transitionRow(event))
            if (!bindAndRun(transitions,
                    {seq, at, text(row->kind), text(row->subject), text(row->from), text(row->to), text(row->cause)}))
                return m_connection->failure(transitions.lastError());
        if (const auto row = operatorRow(event)) {
            const auto hash = chained(m_chainHead, row->json);
            if (!bindAndRun(operators,
                    {seq, at, text(row->kind), text(row->who), text(row->action), text(row->target), text(row->result),
                        text(row->reason), text(row->json), QString::fromLatin1(m_chainHead),
                        QString::fromLatin1(hash)}))
                return m_connection->failure(operators.lastError());
            m_chainHead = hash;
        }
    }
    return std::nullopt;
}

std::optional<Error> JournalWriter::writeKeyframe(const fleet::FleetState& state)
{
    const auto bytes = fleet::serialised(state);
    const auto hash = hashOf(state);
    const auto body = compressed(bytes, Effort::Thorough);
    auto insert = m_connection->query();
    insert.prepare(
        u"INSERT OR REPLACE INTO keyframes (seq, at, wall_ns, codec, state_hash, raw_bytes, checksum, state) "
        u"VALUES (?, ?, ?, ?, ?, ?, ?, ?)"_s);
    if (!bindAndRun(insert,
            {static_cast<qint64>(state.seq), text(rfc3339(state.wall)),
                static_cast<qint64>(state.wall.time_since_epoch().count()), codecVersion, hex(hash),
                static_cast<qint64>(bytes.size()), checksumOf(body, {state.seq, hash, bytes.size()}), body}))
        return m_connection->failure(insert.lastError());
    return std::nullopt;
}

void JournalWriter::close()
{
    takeInbox();
    if (!m_connection)
        return;
    commit();
    if (m_trouble.isEmpty() && m_after.seq > m_lastKeyframe) {
        // A journal that ends with its state is opened at once.
        auto error = m_connection->begin();
        if (!error)
            error = writeKeyframe(m_after);
        if (!error)
            error = m_connection->commit();
        if (error)
            m_connection->rollback();
    }
    // One file again, without side files: it can be copied, and read from a read-only medium.
    (void)m_connection->run(u"PRAGMA journal_mode = DELETE"_s);
    m_connection.reset();
    m_lock.reset();
}

void JournalWriter::refuse(const Error& error)
{
    m_connection.reset();
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
