// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/block.h"
#include "app/journal/journal_reader.h"
#include "app/journal/schema.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/fleet/apply.h"
#include "tests/app/journal_recording.h"

#include <QFile>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::journal;
using namespace rungwatch::testing;

namespace {

QString kept(int version)
{
    return QStringLiteral(RUNGWATCH_TEST_DATA "/journals/version-%1.journal").arg(version);
}

/// As the writer would have made it, had it been of that version.
Block blockOf(int version, const fleet::Event& event)
{
    auto block = packed(std::span(&event, 1), Effort::Quick);
    block.codec = version;
    const auto wall = static_cast<std::uint64_t>(event.wall.time_since_epoch().count());
    block.checksum =
        checksumOf(block.body, {event.seq, event.seq, wall, wall, static_cast<std::uint64_t>(version), block.rawBytes});
    return block;
}

fleet::Event eventOf(fleet::EventBody body)
{
    fleet::Event event;
    event.seq = 7;
    event.body = std::move(body);
    return event;
}

} // namespace

/// Journals of every version since the first that was kept open, with the state that their own program had.
class TestJournalVersions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Book stores that were really watched, by the programs of then, with a kill in each.
    void keptJournalsOpen_data()
    {
        QTest::addColumn<int>("version");
        QTest::addColumn<qulonglong>("lastSeq");
        QTest::addColumn<QString>("stateHash");
        QTest::addColumn<QByteArray>("chainHead");
        QTest::newRow("3") << 3 << 331ULL << QStringLiteral("c1eba788b98689ae")
                           << QByteArray("d725e41af57ba08048ce043479db915221f000211b6cb73ffff2771955c45ead");
        QTest::newRow("4") << 4 << 291ULL << QStringLiteral("5b638977aeaf6d16")
                           << QByteArray("c58b633317676afb6c5afc02a3e5f2362ab38a551d46bb6cea92cdc1f1dde2f4");
    }

    void keptJournalsOpen()
    {
        QFETCH(int, version);
        QFETCH(qulonglong, lastSeq);
        QFETCH(QString, stateHash);
        QFETCH(QByteArray, chainHead);
        auto reader = JournalReader::open(kept(version));
        QVERIFY2(reader.ok(), reader.ok() ? "" : reader.error().message.c_str());
        QCOMPARE(reader.value().lastSeq(), lastSeq);
        fleet::FleetState replayed;
        const auto fault = reader.value().forEach(1, [&](const fleet::Event& event) {
            fleet::apply(replayed, event);
            return true;
        });
        QVERIFY2(!fault, fault ? fault->message.c_str() : "");
        QCOMPARE(hashOf(replayed), stateHash.toULongLong(nullptr, 16));
        QCOMPARE(hashOf(reader.value().endState().value()), stateHash.toULongLong(nullptr, 16));
        QCOMPARE(reader.value().chainHead()->hash, chainHead);
        QCOMPARE(codeOf(kept(version)), QByteArray());
        QCOMPARE(valueIn(kept(version), QStringLiteral("SELECT min(codec) FROM blocks")).toInt(), version);
    }

    void anOldJournalIsGoneOnWith()
    {
        const JournalFolder folder;
        const auto file = folder.file();
        QVERIFY(QFile::copy(kept(oldestCodec), file));
        QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner));
        Recording recording(JournalReader::open(file).value().endState().value());
        const Recording::Steps steps{recording.start(), recording.input(fleet::NoteTaken{"ada", "taken over"})};
        record(file, steps);
        QCOMPARE(eventsIn(file).size(), steps.back().after.seq);
        QCOMPARE(codeOf(file), QByteArray());
        QCOMPARE(hashOf(JournalReader::open(file).value().endState().value()), hashOf(steps.back().after));
        QCOMPARE(valueIn(file, QStringLiteral("SELECT min(codec) || ' to ' || max(codec) FROM blocks")).toString(),
            QStringLiteral("%1 to %2").arg(oldestCodec).arg(codecVersion));
        const auto tables = QStringLiteral("SELECT value FROM meta WHERE key = 'schema_version'");
        QCOMPARE(valueIn(kept(oldestCodec), tables).toInt(), oldestSchema);
        QCOMPARE(valueIn(file, tables).toInt(), schemaVersion);
    }

    void otherVersionsAreRefusedWithThoseThatAreRead_data()
    {
        QTest::addColumn<int>("version");
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("none") << 0 << QByteArray("older-version");
        QTest::newRow("the last that was not kept") << oldestCodec - 1 << QByteArray("older-version");
        QTest::newRow("the oldest") << oldestCodec << QByteArray();
        QTest::newRow("today's") << codecVersion << QByteArray();
        QTest::newRow("the next") << codecVersion + 1 << QByteArray("newer-version");
    }

    void otherVersionsAreRefusedWithThoseThatAreRead()
    {
        QFETCH(int, version);
        QFETCH(QByteArray, code);
        const auto events = unpacked(blockOf(version, eventOf(fleet::Tick{})));
        QCOMPARE(events.ok(), code.isEmpty());
        if (code.isEmpty())
            return;
        QCOMPARE(QByteArray::fromStdString(events.error().code), code);
        const auto words = "events 7 to 7 are written in version " + std::to_string(version)
            + "; this program reads versions " + std::to_string(oldestCodec) + " to " + std::to_string(codecVersion);
        QVERIFY2(events.error().message.starts_with(words), events.error().message.c_str());
    }

    /// A damaged number must not make an event of a version that had no such kind.
    void aVersionHoldsItsOwnKindsAlone()
    {
        const auto note = eventOf(fleet::NoteTaken{"ada", "later"});
        QVERIFY(unpacked(blockOf(4, note)).ok());
        QCOMPARE(unpacked(blockOf(3, note)).error().code, std::string("damaged"));
        QVERIFY(unpacked(blockOf(3, eventOf(fleet::DisplayTrustChanged{}))).ok());
        const auto ended = eventOf(fleet::IncidentEnded{"ada"});
        QVERIFY(unpacked(blockOf(5, ended)).ok());
        QCOMPARE(unpacked(blockOf(4, ended)).error().code, std::string("damaged"));
    }

    void aKeyframeOfAnotherVersionIsRefused()
    {
        const JournalFolder folder;
        record(folder.file(), Recording::some(3));
        execute(folder.file(), QStringLiteral("UPDATE keyframes SET codec = %1").arg(codecVersion + 1));
        const auto state = JournalReader::open(folder.file()).value().endState();
        QVERIFY(!state.ok());
        QCOMPARE(state.error().code, std::string("newer-version"));
        QVERIFY(QString::fromStdString(state.error().message).startsWith(QLatin1String("the keyframe after event ")));
    }
};

QTEST_GUILESS_MAIN(TestJournalVersions)
#include "tst_journal_versions.moc"
