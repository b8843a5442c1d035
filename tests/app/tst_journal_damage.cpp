// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_reader.h"
#include "rungwatch/base/codec.h"
#include "tests/app/journal_recording.h"

#include <QFile>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace rungwatch;
using namespace rungwatch::journal;
using namespace rungwatch::testing;
using namespace std::chrono_literals;

namespace {

constexpr quint32 seed = 20261130;

QByteArray bytesOf(const QString& name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeBytes(const QString& name, const QByteArray& bytes)
{
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

/// Bytes that flip and files that end too early, at seeded places: what is read is what was written, up to an error
/// that names the file; and no crash.
class TestJournalDamage : public QObject {
    Q_OBJECT

private:
    JournalFolder m_folder;
    Recording::Steps m_steps;
    std::vector<std::string> m_written;
    /// A closed journal of them.
    QByteArray m_whole;
    int m_withError{0};
    int m_read{0};

    /// Reads the damaged file with every reader, and every third time lets a console try to go on with it.
    void readAll(const QByteArray& damaged, const QByteArray& what)
    {
        const auto file = m_folder.file("damaged.journal");
        writeBytes(file, damaged);
        std::vector<std::string> read;
        auto reader = JournalReader::open(file);
        if (reader)
            (void)reader.value().forEach(1, [&](const fleet::Event& event) {
                read.push_back(encoded(event));
                return true;
            });
        QVERIFY2(read.size() <= m_written.size() && std::equal(read.begin(), read.end(), m_written.begin()), what);
        const auto error = errorIn(file);
        QVERIFY2(error.code != "unplaced", what);
        QVERIFY2(error.code.empty() || !error.message.empty(), what);
        QVERIFY2(!error.code.empty() || read.size() == m_written.size(), what);
        m_withError += !error.code.empty();
        if (m_read++ % 3 != 0)
            return;

        JournalWriter writer({.file = file, .program = "test"});
        QSignalSpy opened(&writer, &JournalWriter::opened);
        QSignalSpy failed(&writer, &JournalWriter::failed);
        writer.open();
        QCOMPARE(opened.size(), 1);
        QVERIFY2(opened[0][1].toBool() != (failed.size() == 1), what);
        writer.close();
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_steps = Recording::some(400);
        m_written = encodedEvents(m_steps);
        JournalWriter::Options options;
        options.keyframeEvents = 150;
        record(m_folder.file(), m_steps, options);
        m_whole = bytesOf(m_folder.file());
        QVERIFY(m_whole.size() > 40'000);
    }

    void flippedBytes()
    {
        QRandomGenerator random(seed);
        m_withError = 0;
        for (int round = 0; round < 100; ++round) {
            auto damaged = m_whole;
            QByteArray what = "round " + QByteArray::number(round);
            for (int i = random.bounded(1, 4); i > 0; --i) {
                const auto at = random.bounded(static_cast<int>(damaged.size()));
                damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(random.bounded(1, 256)));
                what += " byte " + QByteArray::number(at);
            }
            readAll(damaged, what);
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY2(m_withError > 30, qPrintable(QString::number(m_withError)));
    }

    void aPageOfZeros()
    {
        constexpr int page = 4096;
        for (qsizetype at = 0; at < m_whole.size(); at += page) {
            auto damaged = m_whole;
            damaged.replace(at, page, QByteArray(page, '\0'));
            readAll(damaged, "page at " + QByteArray::number(at));
            if (QTest::currentTestFailed())
                return;
        }
    }

    void truncatedFiles()
    {
        QRandomGenerator random(seed + 1);
        QList<qsizetype> lengths{0, 1, 15, 16, 99, 100, 101, 4095, 4096, 4097, 8192, m_whole.size() - 4096,
            m_whole.size() - 4095, m_whole.size() - 1};
        for (int i = 0; i < 20; ++i)
            lengths << random.bounded(static_cast<int>(m_whole.size()));
        m_withError = 0;
        for (const auto length : lengths) {
            readAll(m_whole.first(length), "length " + QByteArray::number(length));
            if (QTest::currentTestFailed())
                return;
        }
        QCOMPARE(m_withError, lengths.size());
    }

    /// A power cut: what was never synced is not there, or some of its pages are not. What remains is a prefix of whole
    /// inputs, with its chain, its rows and its state.
    void aLogThatLostItsEnd()
    {
        const auto file = m_folder.file("live.journal");
        JournalWriter writer({.file = file, .program = "test", .commitEvery = 0ms, .keyframeEvents = 50});
        writer.open();
        std::map<std::uint64_t, std::uint64_t> hashes{{0, hashOf(fleet::FleetState())}};
        for (const auto& step : m_steps) {
            writer.append(step.events, step.after);
            hashes[step.after.seq] = hashOf(step.after);
            QCoreApplication::processEvents();
            QCoreApplication::processEvents();
        }
        const auto main = bytesOf(file);
        const auto log = bytesOf(file + QStringLiteral("-wal"));
        QVERIFY(log.size() > 200'000);

        QRandomGenerator random(seed + 2);
        std::set<std::uint64_t> ends;
        for (int round = 0; round < 40; ++round) {
            const auto copy = m_folder.file("cut.journal");
            auto left = log;
            const auto at = random.bounded(static_cast<int>(log.size()));
            if (round % 2 == 0)
                left.truncate(at);
            else
                left.replace(at, 4096, QByteArray(4096, '\0')).truncate(log.size());
            QFile::remove(copy + QStringLiteral("-shm"));
            writeBytes(copy, main);
            writeBytes(copy + QStringLiteral("-wal"), left);
            const auto error = errorIn(copy);
            const auto what = "log cut at " + QByteArray::number(at) + ": " + QByteArray::fromStdString(error.message);
            if (error.code == "not-a-journal") // not even its tables had been synced
                continue;
            QVERIFY2(error.code.empty(), what);
            const auto state = JournalReader::open(copy).value().endState();
            QVERIFY2(state.ok() && hashes.contains(state->seq), what);
            QVERIFY2(hashOf(*state) == hashes[state->seq], what);
            QCOMPARE(readableIn(copy), state->seq);
            ends.insert(state->seq);
        }
        QVERIFY2(ends.size() > 10, qPrintable(QString::number(ends.size())));
        writer.close();
    }
};

QTEST_GUILESS_MAIN(TestJournalDamage)
#include "tst_journal_damage.moc"
