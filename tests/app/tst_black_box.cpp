// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/journal_verdict.h"
#include "app/exchange/black_box_keeper.h"
#include "app/journal/journal_reader.h"
#include "app/session/replay_cursor.h"
#include "rungwatch/base/codec.h"
#include "tests/app/journal_recording.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::exchange;
using namespace rungwatch::testing;
using namespace std::chrono_literals;

/// The last minutes of a journal are one file that opens by itself, says what it is, and tells nothing of the machine.
class TestBlackBox : public QObject {
    Q_OBJECT

private:
    std::optional<JournalFolder> m_folder;
    Recording::Steps m_steps;
    [[nodiscard]] QString file(const char* name = "shop.journal") const { return m_folder->file(name); }
    [[nodiscard]] BlackBoxRequest request() const
    {
        BlackBoxRequest made;
        made.journal = file();
        made.file = file("box");
        made.last = 60s;
        made.madeBy = "ada";
        made.program = "rungwatch test";
        made.picture = "the picture's bytes";
        return made;
    }
    static std::string faultOf(const BlackBoxRequest& request)
    {
        const auto made = writeBlackBox(request);
        return made ? std::string() : made.error().code + " at " + made.error().where;
    }
    [[nodiscard]] QVariant meta(const char* key) const
    {
        return valueIn(
            file("box"), QStringLiteral("SELECT value FROM black_box WHERE key = '%1'").arg(QLatin1String(key)));
    }
    [[nodiscard]] WallTime end() const { return m_steps.back().after.wall; }

private Q_SLOTS:
    void init()
    {
        m_folder.emplace();
        Recording recording;
        m_steps = {recording.start()};
        for (int i = 0; i < 600; ++i) {
            m_steps.push_back(recording.round(i % 7 == 3 ? std::nullopt : std::optional("n" + std::to_string(i))));
            if (i % 50 == 0)
                m_steps.push_back(recording.command("reason " + std::to_string(i)));
            if (i == 590)
                m_steps.push_back(recording.input(fleet::NoteTaken{"ada", "they know"}));
        }
        journal::JournalWriter writer({.file = file(), .program = "test", .commitEvery = 0ms, .keyframeEvery = 10s});
        writer.open();
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            writer.append(m_steps[i].events, m_steps[i].after);
            if (i % 3 == 0) {
                QCoreApplication::processEvents();
                QCoreApplication::processEvents();
            }
        }
        writer.close();
    }

    void itHoldsTheLastMinutesAndVerifies()
    {
        const auto made = writeBlackBox(request());
        QVERIFY2(made.ok(), made ? "" : made.error().message.c_str());
        QVERIFY(made->firstSeq > 1);
        QVERIFY2(made->from >= end() - 60s && made->from < end() - 58s, "all of the last minute, and no more");
        QCOMPARE(made->to, end());
        QCOMPARE(made->bytes, QFileInfo(file("box")).size());
        QCOMPARE(errorIn(file("box")).code, std::string());
        auto reader = journal::JournalReader::open(file("box"));
        QVERIFY(reader.ok());
        QCOMPARE(reader.value().firstSeq(), made->firstSeq);
        QCOMPARE(hashOf(*reader.value().endState()), hashOf(m_steps.back().after));
        QCOMPARE(reader.value().chainHead()->hash, journal::JournalReader::open(file()).value().chainHead()->hash);
        const auto verdict = cli::verify(reader.value());
        QVERIFY(verdict.ok() && verdict->holds());
        QCOMPARE(verdict->from, made->firstSeq);
        QVERIFY(cli::textOf(*verdict).find("what was before it is cut off") != std::string::npos);
        QCOMPARE(valueIn(file("box"), QStringLiteral("SELECT count(*) FROM operator_events WHERE kind = 'note_taken'"))
                     .toInt(),
            1);
        auto cursor = ReplayCursor::open(file("box"));
        QVERIFY(cursor.ok());
        QVERIFY(!cursor.value().seek(end()));
        QCOMPARE(hashOf(cursor.value().state()), hashOf(m_steps.back().after));
    }

    void itSaysWhatItIsAndNothingOfTheMachine()
    {
        auto asked = request();
        asked.madeAt = end() + 1h;
        QVERIFY(writeBlackBox(asked).ok());
        QCOMPARE(meta("format").toString(), QStringLiteral("1"));
        QCOMPARE(meta("made_by").toString(), QStringLiteral("ada"));
        QCOMPARE(meta("made_at").toString(), QString::fromStdString(rfc3339(asked.madeAt)));
        QCOMPARE(meta("program").toString(), QStringLiteral("rungwatch test"));
        QCOMPARE(meta("journal").toString(), QStringLiteral("shop.journal"));
        QCOMPARE(meta("picture").toByteArray(), QByteArray("the picture's bytes"));
        QCOMPARE(meta("policy").toString().toStdString(), m_steps.back().after.policy->text);
        QFile box(file("box"));
        QVERIFY(box.open(QIODevice::ReadOnly));
        QVERIFY(!box.readAll().contains(m_folder->path().toUtf8()));
        asked.picture.clear();
        asked.file = file("other");
        QVERIFY(writeBlackBox(asked).ok());
        QVERIFY(!valueIn(file("other"), QStringLiteral("SELECT value FROM black_box WHERE key = 'picture'")).isValid());
    }

    void aRangeHasBothItsEnds()
    {
        auto asked = request();
        asked.last.reset();
        asked.range = {end() - 300s, end() - 100s};
        const auto made = writeBlackBox(asked);
        QVERIFY(made.ok());
        QCOMPARE(made->to, end() - 100s);
        QVERIFY(made->from >= end() - 300s && made->from < end() - 298s);
        QCOMPARE(errorIn(file("box")).code, std::string());
        // "The last minute" is that before the range's end.
        asked.file = file("another");
        asked.range.from.reset();
        asked.last = 60s;
        const auto last = writeBlackBox(asked);
        QVERIFY(last.ok());
        QVERIFY(last->to == made->to && last->from >= end() - 160s);
        // More than there is: all of it.
        asked.file = file("whole");
        asked.range = {};
        asked.last = 24h;
        QCOMPARE(writeBlackBox(asked)->firstSeq, std::uint64_t{1});
        QCOMPARE(encodedEvents(m_steps).size(), eventsIn(file("whole")).size());
    }

    void whatCannotBeWrittenSaysWhy()
    {
        auto asked = request();
        asked.range.to = end() - 24h;
        QCOMPARE(faultOf(asked), "nothing-there at " + asked.journal.toStdString());
        QVERIFY(!QFile::exists(file("box")));
        asked = request();
        asked.journal = file("none");
        QCOMPARE(faultOf(asked), "missing at " + asked.journal.toStdString());
        asked = request();
        asked.file = file("no/folder/box");
        QCOMPARE(faultOf(asked), "missing-folder at " + asked.file.toStdString());
        asked = request();
        QFile notes(asked.file);
        QVERIFY(notes.open(QIODevice::WriteOnly) && notes.write("my notes") == 8);
        notes.close();
        QCOMPARE(faultOf(asked), "in-the-way at " + asked.file.toStdString());
        QCOMPARE(QFileInfo(asked.file).size(), 8);
        const auto sentence = blackBoxSentence(writeBlackBox(asked));
        QVERIFY2(sentence.startsWith(QStringLiteral("no black box was written: ") + asked.file), qPrintable(sentence));
    }

    void itIsTakenOfAJournalThatIsBeingWritten()
    {
        journal::JournalWriter writer({.file = file(), .program = "test"});
        writer.open();
        QVERIFY(writeBlackBox(request()).ok());
        writer.close();
        QCOMPARE(errorIn(file()).code, std::string());
    }

    void theWindowsOneLiesInTheDataFolder()
    {
        QStandardPaths::setTestModeEnabled(true);
        ManualClock clock;
        BlackBoxKeeper keeper(clock, QStringLiteral("ada"), 60s);
        QSignalSpy kept(&keeper, &BlackBoxKeeper::kept);
        QImage picture(40, 30, QImage::Format_RGB32);
        picture.fill(Qt::red);
        keeper.keep(file(), {}, picture);
        QTRY_COMPARE(kept.size(), 1);
        const auto box = kept[0][1].toString();
        QCOMPARE(QFileInfo(box).dir().absolutePath(),
            QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)).absolutePath());
        QVERIFY2(
            QFileInfo(box).fileName().startsWith(QStringLiteral("shop-")) && box.endsWith(QStringLiteral("Z.blackbox")),
            qPrintable(box));
        QVERIFY(kept[0][0].toString().startsWith(QStringLiteral("black box written to ") + box));
        const auto png =
            valueIn(box, QStringLiteral("SELECT value FROM black_box WHERE key = 'picture'")).toByteArray();
        QCOMPARE(QImage::fromData(png, "PNG").size(), picture.size());
        keeper.keep(file("none"), {}, picture);
        QTRY_COMPARE(kept.size(), 2);
        QVERIFY(kept[1][1].toString().isEmpty());
        QVERIFY(kept[1][0].toString().startsWith(QStringLiteral("no black box was written: ")));
        QVERIFY(QFile::remove(box));
    }
};

QTEST_GUILESS_MAIN(TestBlackBox)
#include "tst_black_box.moc"
