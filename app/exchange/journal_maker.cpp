// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/journal_maker.h"

#include "app/journal/block.h"
#include "app/journal/journal_reader.h"
#include "rungwatch/base/codec.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace rungwatch::exchange {

JournalMaker::JournalMaker(const QString& file, const std::string& program, std::optional<journal::JournalStart> start)
    : m_file(file)
    , m_part(file + ".part"_L1)
{
    journal::JournalWriter::Options options;
    options.file = m_part;
    options.program = program;
    if (start) {
        m_after = start->state;
        m_committed = m_after.seq;
    }
    options.start = std::move(start);
    m_writer = std::make_unique<journal::JournalWriter>(options);
    QObject::connect(
        m_writer.get(), &journal::JournalWriter::committed, m_writer.get(), [this](quint64 seq) { m_committed = seq; });
    for (const auto signal : {&journal::JournalWriter::failed, &journal::JournalWriter::troubled})
        QObject::connect(m_writer.get(), signal, m_writer.get(), [this](const QString& why) { m_trouble = why; });
}

JournalMaker::~JournalMaker()
{
    if (m_writer)
        m_writer->close();
    removeParts();
}

void JournalMaker::removeParts() const
{
    for (const auto* suffix : {"", ".lock", "-wal", "-shm", "-journal"})
        QFile::remove(m_part + QLatin1String(suffix));
}

std::optional<Error> JournalMaker::open()
{
    const auto folder = QFileInfo(m_file).absolutePath();
    if (!QDir(folder).exists())
        return Error{"missing-folder", "expected a folder that is there, found none at " + folder.toStdString(), {}};
    removeParts(); // of an import that was killed
    m_writer->open();
    if (!m_trouble.isEmpty())
        return Error{"not-writable", m_trouble.toStdString(), {}};
    return std::nullopt;
}

void JournalMaker::add(const std::vector<fleet::Event>& events, const fleet::FleetState& after)
{
    m_waiting.insert(m_waiting.end(), events.begin(), events.end());
    m_after = after;
    if (m_waiting.size() >= journal::blockEvents)
        hand();
}

/// In portions of always the same size, each written before the next: what is on disk depends on the events alone.
void JournalMaker::hand()
{
    if (m_waiting.empty())
        return;
    m_writer->append(std::exchange(m_waiting, {}), m_after);
    QCoreApplication::sendPostedEvents(m_writer.get());
}

bool JournalMaker::isThereAlready() const
{
    auto reader = journal::JournalReader::open(m_file);
    if (!reader)
        return false;
    const auto state = reader.value().endState();
    return state.ok() && hashOf(*state) == hashOf(m_after);
}

Result<JournalMaker::Made> JournalMaker::finish(const Last& last)
{
    hand();
    m_writer->end(m_after);
    m_writer->close();
    m_writer.reset();
    if (m_committed != m_after.seq)
        return Error{"not-writable", m_trouble.isEmpty() ? "could not be written" : m_trouble.toStdString(), {}};
    if (last)
        if (const auto error = last(m_part))
            return *error;
    if (QFileInfo::exists(m_file)) {
        if (isThereAlready())
            return Made::ThereAlready;
        return Error{"in-the-way", "expected no file there yet, or the journal of this import", {}};
    }
    if (!QFile::rename(m_part, m_file))
        return Error{"not-writable", "can't be written there", {}};
    return Made::New;
}

} // namespace rungwatch::exchange
