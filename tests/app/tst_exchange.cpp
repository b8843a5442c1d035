// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/exchange_bench.h"

#include "app/exchange/import_lines.h"
#include "app/exchange/line_source.h"
#include "rungwatch/base/codec.h"

#include <QTemporaryDir>

using namespace rungwatch;
using namespace rungwatch::exchange;
using namespace exchange_bench;
using namespace std::chrono_literals;

/// A journal goes out as lines and as a table, and its lines make the same journal again, each time.
class TestExchange : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    [[nodiscard]] QString file(const char* name) const { return m_dir.filePath(QLatin1String(name)); }

    [[nodiscard]] std::string faultOf(const QByteArray& lines) const
    {
        const auto from = file("fault.jsonl");
        put(from, lines);
        const auto imported = importLines(from.toStdString(), file("fault.db"), "test");
        if (imported)
            return "none";
        if (QFile::exists(file("fault.db")) || QFile::exists(file("fault.db.part")))
            return "left something behind";
        return imported.error().code + " at " + imported.error().where;
    }

    /// What is left of the outage behind an event, as a journal.
    void recordBehind(const QString& to, std::uint64_t seq)
    {
        auto reader = opened(file("outage.db"));
        const auto start = journal::startBehind(reader, file("outage.db"), seq);
        QVERIFY(start.ok());
        fleet::Replayer replayer(start->state);
        JournalMaker maker(to, "test", *start);
        QVERIFY(!maker.open());
        QVERIFY(!reader.forEach(seq + 1, [&](const fleet::Event& event) {
            if (replayer.add(event))
                return false;
            maker.add({event}, replayer.state());
            return true;
        }));
        QVERIFY(maker.finish().ok());
    }

private Q_SLOTS:
    void initTestCase() { record(file("outage.db"), outage()); }

    void linesAreWhatWatchPrints()
    {
        const auto lines = exported(file("outage.db"), file("a.jsonl"));
        QByteArray expected;
        for (const auto& event : outage())
            expected += QByteArray::fromStdString(fleet::jsonLine(event)) + '\n';
        QCOMPARE(lines, expected);
    }

    void packedLinesHoldTheSameAndAreTheSameEachTime()
    {
        const auto lines = exported(file("outage.db"), file("b.jsonl"));
        const auto packed = exported(file("outage.db"), file("b.jsonl.gz"));
        QVERIFY(packed.size() < lines.size() / 2);
        const auto whole = wholeText(file("b.jsonl.gz").toStdString(), 1 << 30);
        QVERIFY(whole.ok());
        QCOMPARE(QByteArray::fromStdString(*whole), lines);
        QCOMPARE(exported(file("outage.db"), file("b2.jsonl.gz")), packed);
    }

    void whatWasExportedIsImportedAndExportedAgainWordForWord()
    {
        for (const char* form : {"c.jsonl", "c.jsonl.gz"}) {
            const auto lines = exported(file("outage.db"), file(form));
            QFile::remove(file("c.db"));
            const auto imported = importLines(file(form).toStdString(), file("c.db"), "test");
            QVERIFY2(imported.ok(), imported ? "" : imported.error().message.c_str());
            QCOMPARE(imported->events, outage().size());
            QCOMPARE(imported->otherwiseWritten, std::uint64_t{0});
            QCOMPARE(exported(file("c.db"), file((std::string("again_") + form).c_str())), lines);
        }
        QCOMPARE(difference(file("c.db")), std::string());
    }

    void importingTwiceGivesTheSameJournal()
    {
        exported(file("outage.db"), file("d.jsonl"));
        const auto first = importLines(file("d.jsonl").toStdString(), file("d1.db"), "test");
        const auto second = importLines(file("d.jsonl").toStdString(), file("d2.db"), "test");
        QVERIFY(first.ok() && second.ok());
        QCOMPARE(first->hash, second->hash);
        QCOMPARE(bytesOf(file("d1.db")), bytesOf(file("d2.db")));
        QCOMPARE(first->hash, hashOf(*opened(file("outage.db")).endState()));
        // Onto itself it changes nothing; onto anything else it is refused.
        const auto again = importLines(file("d.jsonl").toStdString(), file("d1.db"), "test");
        QVERIFY(again.ok());
        QCOMPARE(again->made, JournalMaker::Made::ThereAlready);
        put(file("note.txt"), "my notes");
        const auto refused = importLines(file("d.jsonl").toStdString(), file("note.txt"), "test");
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().code, std::string("in-the-way"));
        QCOMPARE(bytesOf(file("note.txt")), QByteArray("my notes"));
    }

    void linesThatMakeNoJournalAreNamedByTheirLine()
    {
        const auto lines = exported(file("outage.db"), file("e.jsonl"));
        const auto list = lines.split('\n');
        QCOMPARE(faultOf(QByteArray()), std::string("empty at line 1"));
        QCOMPARE(faultOf(list[1]), std::string("bad-order at line 1: /seq"));
        QCOMPARE(faultOf(list[0] + '\n' + list[2]), std::string("bad-order at line 2: /seq"));
        QCOMPARE(faultOf(list[0] + "\n\n" + list[1].left(40)), std::string("bad-json at line 3"));
        auto tick = fleet::jsonLine({1, WallTime{1s}, SteadyTime{}, 0, fleet::Tick{}});
        QCOMPARE(faultOf(QByteArray::fromStdString(tick)), std::string("bad-order at line 1: /kind"));
    }

    /// Of a journal that was cut, and of a part of one: the state that the lines begin with stands before them.
    void linesThatBeginLaterAreImportedToo()
    {
        const auto events = outage();
        const auto whole = exported(file("outage.db"), file("l.jsonl"));
        std::uint64_t behind = events.size() / 2;
        while (events[behind].causedBy != 0)
            ++behind; // a decision stays whole, as where a journal is cut
        recordBehind(file("cut.db"), behind);
        QCOMPARE(difference(file("cut.db")), std::string());
        const auto lines = exported(file("cut.db"), file("cut.jsonl"));
        const auto first = lines.indexOf('\n') + 1;
        QVERIFY(lines.startsWith("{\"seq\":" + QByteArray::number(static_cast<qulonglong>(behind)) + ","));
        QVERIFY(whole.endsWith(lines.mid(first)));
        QCOMPARE(lines.count('\n'), static_cast<qsizetype>(events.size() - behind + 1));
        const auto imported = importLines(file("cut.jsonl").toStdString(), file("back.db"), "test");
        QVERIFY2(imported.ok(), imported ? "" : imported.error().message.c_str());
        QCOMPARE(imported->events, events.size() - behind);
        QCOMPARE(exported(file("back.db"), file("back.jsonl")), lines);
        QCOMPARE(difference(file("back.db")), std::string());
        QCOMPARE(opened(file("back.db")).chainHead()->hash, opened(file("outage.db")).chainHead()->hash);

        const auto part = exported(file("outage.db"), file("part.jsonl"), {events[behind].wall, {}});
        QVERIFY(importLines(file("part.jsonl").toStdString(), file("part.db"), "test").ok());
        QCOMPARE(hashOf(*opened(file("part.db")).endState()), hashOf(*opened(file("outage.db")).endState()));
        QCOMPARE(exported(file("part.db"), file("part2.jsonl")), part);

        // Without that line, and with one that was changed.
        QCOMPARE(faultOf(lines.mid(first)), std::string("bad-order at line 1: /seq"));
        const auto changed = [&](const char* from, const char* to) {
            auto other = lines;
            return faultOf(other.replace(other.indexOf(from), qstrlen(from), to));
        };
        QCOMPARE(changed("\"version\":5", "\"version\":99"), std::string("newer-version at line 1"));
        QCOMPARE(changed("\"state_hash\":\"", "\"state_hash\":\"0"), std::string("bad-start at line 1: /body/state"));
        QCOMPARE(
            changed("\"chain_head\":\"", "\"chain_head\":\"0"), std::string("bad-start at line 1: /body/chain_head"));
        QCOMPARE(changed("\"state\":\"", "\"state\":\"!"), std::string("bad-start at line 1: /body/state"));
        QCOMPARE(changed("{\"seq\":", "{\"seq\":1"), std::string("bad-start at line 1: /seq"));
        QCOMPARE(
            changed("\"raw_bytes\":", "\"raw_bytes\":9999999999"), std::string("bad-start at line 1: /body/raw_bytes"));
        QCOMPARE(faultOf(lines.left(first)), std::string("empty at line 1"));
    }

    void packedLinesThatAreCutAreNamed()
    {
        const auto packed = exported(file("outage.db"), file("f.jsonl.gz"));
        put(file("g.jsonl.gz"), packed.left(packed.size() / 2));
        const auto imported = importLines(file("g.jsonl.gz").toStdString(), file("g.db"), "test");
        QVERIFY(!imported.ok());
        QVERIFY2(imported.error().code == "damaged" || imported.error().code == "bad-json",
            imported.error().message.c_str());
        QVERIFY(imported.error().where.starts_with("line "));
        QVERIFY(!QFile::exists(file("g.db")));
    }

    void linesOfAnotherHandSayTheSame()
    {
        auto lines = exported(file("outage.db"), file("h.jsonl"));
        lines.replace("\"seq\":2,", "\"seq\": 2,");
        put(file("h.jsonl"), lines);
        const auto imported = importLines(file("h.jsonl").toStdString(), file("h.db"), "test");
        QVERIFY(imported.ok());
        QCOMPARE(imported->otherwiseWritten, std::uint64_t{1});
        QCOMPARE(imported->hash, hashOf(*opened(file("outage.db")).endState()));
    }

    void aRangeHoldsBothItsEnds()
    {
        const auto events = outage();
        const auto first = events[events.size() / 3].wall;
        const auto last = events[events.size() / 2].wall;
        const auto lines = exported(file("outage.db"), file("i.jsonl"), {first, last});
        qsizetype inside = 0;
        for (const auto& event : events)
            inside += event.wall >= first && event.wall <= last;
        QVERIFY(lines.startsWith("{\"seq\":"));
        QCOMPARE(lines.count("\"kind\":\"journal_start\""), 1);
        QCOMPARE(lines.count('\n'), inside + 1);
        QVERIFY(lines.contains(QByteArray::fromStdString(rfc3339(first))));
        QVERIFY(lines.contains(QByteArray::fromStdString(rfc3339(last))));
        auto rest = exported(file("outage.db"), file("j.jsonl"), {last + 1ns, {}});
        rest.remove(0, rest.indexOf('\n')); // what it begins with is of that moment
        QVERIFY(!rest.contains(QByteArray::fromStdString("\"at\":\"" + rfc3339(last) + "\"")));
    }

    void theTableIsInTheOrderInWhichThingsHappened()
    {
        const auto rows = exported(file("outage.db"), file("k.csv")).split('\n');
        QVERIFY(rows[0].startsWith("at,seen_at,seq,kind,subject,from,to,cause,who,action,target,result,reason"));
        qsizetype opened = -1;
        qsizetype degraded = -1;
        QByteArray last;
        for (qsizetype i = 1; i < rows.size() && !rows[i].isEmpty(); ++i) {
            const auto at = rows[i].left(24);
            QVERIFY2(at >= last, rows[i].constData());
            last = at;
            if (rows[i].contains("reported_breaker_moved,store/model,closed,open,failure_rate"))
                opened = i;
            if (rows[i].contains("mode_changed,search,primary,degraded"))
                degraded = i;
        }
        QVERIFY(opened > 0 && degraded > 0);
        // It was read with the mode, and had happened 1.5 s before.
        QVERIFY(opened < degraded);
        QVERIFY(rows[opened].left(24) != rows[opened].mid(25, 24));
    }

    void noCellIsAFormulaOrTwoCells_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("cell");
        QTest::newRow("plain") << "closed"
                               << "closed";
        QTest::newRow("empty") << ""
                               << "";
        QTest::newRow("comma") << "a,b"
                               << "\"a,b\"";
        QTest::newRow("quote") << "say \"no\""
                               << "\"say \"\"no\"\"\"";
        QTest::newRow("line") << "two\nlines"
                              << "two lines";
        for (const char* sign : {"=", "+", "-", "@"})
            QTest::newRow(sign) << QLatin1String(sign) + "1+1"
                                << "'" + QLatin1String(sign) + "1+1";
        QTest::newRow("formula with a comma") << "=SUM(1,2)"
                                              << "\"'=SUM(1,2)\"";
        QTest::newRow("a sign inside") << "a=1"
                                       << "a=1";
    }
    void noCellIsAFormulaOrTwoCells()
    {
        QFETCH(QString, text);
        QFETCH(QString, cell);
        QCOMPARE(QString::fromStdString(tableCell(text.toStdString())), cell);
    }

    void aFileIsThereWholeOrAsItWas()
    {
        put(file("l.txt"), "before");
        {
            FileSink sink(file("l.txt"), Packing::Plain);
            QVERIFY(!sink.open());
            sink.write("half of");
        }
        QCOMPARE(bytesOf(file("l.txt")), QByteArray("before"));
        FileSink nowhere(file("none/l.txt"), Packing::Plain);
        const auto error = nowhere.open();
        QVERIFY(error.has_value());
        QCOMPARE(error->code, std::string("missing-folder"));
    }

    void linesAreReadAsTheyStand()
    {
        put(file("m.txt"), "one\n\ntwo\r\nthree");
        auto source = LineSource::open(file("m.txt").toStdString());
        QVERIFY(source.ok());
        std::vector<std::string> lines;
        while (const auto line = source.value().next())
            lines.push_back(*line);
        QCOMPARE(lines, (std::vector<std::string>{"one", "", "two\r", "three"}));
        QCOMPARE(source->line(), std::uint64_t{4});
        QVERIFY(!source->fault());
        QCOMPARE(LineSource::open(file("none.txt").toStdString()).error().code, std::string("unreadable"));
        QCOMPARE(LineSource::open(m_dir.path().toStdString()).error().code, std::string("unreadable"));
        QCOMPARE(wholeText(file("m.txt").toStdString(), 3).error().code, std::string("too-large"));
        QCOMPARE(wholeText(file("m.txt").toStdString(), 15).value(), std::string("one\n\ntwo\r\nthree"));
    }
};

QTEST_GUILESS_MAIN(TestExchange)
#include "tst_exchange.moc"
