// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_reader.h"
#include "app/journal/journal_writer.h"
#include "app/journal/rows.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/fleet/decide.h"

#include <QFile>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

#include <csignal>

using namespace rungwatch;
using namespace rungwatch::journal;
using namespace std::chrono_literals;

namespace {

constexpr auto fleetFile = R"({"version": 1, "name": "Test", "services": [
  {"name": "store", "critical": true, "sources": [{"kind": "health", "url": "http://127.0.0.1:9/health"}]}]})";

/// A console's decisions without a console: inputs on a clock that the test moves.
class Recording {
public:
    Recording()
        : m_policy(fleet::parsePolicy(fleetFile).value())
    {
    }

    struct Step {
        std::vector<fleet::Event> events;
        fleet::FleetState after;
    };

    explicit Recording(fleet::FleetState resumed)
        : Recording()
    {
        m_state = std::move(resumed);
    }

    Step start()
    {
        fleet::SessionStarted session;
        session.policyText = fleetFile;
        session.program = "test";
        session.operatorName = "ada";
        return input(session);
    }

    /// A round in which the store answers `message`, or refuses where there is none.
    Step round(const std::optional<std::string>& message)
    {
        m_clock.advance(1s);
        fleet::PollResult result;
        const auto& inFlight = m_state.endpoints[0]->inFlight;
        result.permit = inFlight.value_or(breaker::PermitId{});
        result.obtainedAt = m_clock.steadyNow();
        if (message) {
            Reading reading;
            reading.format = "seed-health";
            reading.level = HealthLevel::Healthy;
            reading.message = *message;
            result.status = 200;
            result.reading = Shared<Reading>(std::move(reading));
        } else {
            result.transport = fleet::Transport::Refused;
        }
        return input(fleet::PollRound{{result}});
    }

    Step command(const std::string& reason)
    {
        fleet::Command command;
        command.id = "c" + std::to_string(m_state.seq);
        command.selection = "s1";
        command.target = "recommendations";
        command.by = "ada";
        command.reason = reason;
        return input(fleet::CommandReceived{command});
    }

    Step input(fleet::EventBody body)
    {
        auto decision = fleet::decide(m_state, m_policy, std::move(body), m_clock.now());
        m_state = decision.next;
        return {std::move(decision.events), std::move(decision.next)};
    }

private:
    fleet::Policy m_policy;
    ManualClock m_clock;
    fleet::FleetState m_state;
};

/// Opens, takes `steps`, closes: a console's life on this thread.
void record(const QString& file, const std::vector<Recording::Step>& steps, JournalWriter::Options options = {})
{
    options.file = file;
    options.program = "test";
    JournalWriter writer(options);
    writer.open();
    for (const auto& step : steps)
        writer.append(step.events, step.after);
    writer.close();
}

std::vector<fleet::Event> eventsIn(const QString& file)
{
    std::vector<fleet::Event> events;
    auto reader = JournalReader::open(file);
    if (!reader)
        return events;
    const auto error = reader.value().forEach(1, [&](const fleet::Event& event) {
        events.push_back(event);
        return true;
    });
    return error ? std::vector<fleet::Event>{} : events;
}

/// What reading the whole journal ends with; empty for no error.
QByteArray errorOf(const QString& file)
{
    auto reader = JournalReader::open(file);
    if (!reader)
        return QByteArray::fromStdString(reader.error().code);
    std::map<std::uint64_t, std::string> operators;
    auto error = reader.value().forEach(1, [&](const fleet::Event& event) {
        if (const auto row = operatorRow(event))
            operators[event.seq] = row->json;
        return true;
    });
    if (!error)
        error = reader.value().checkChain(operators);
    if (error && error->where != file.toStdString())
        return "an error that does not name the file";
    return error ? QByteArray::fromStdString(error->code) : QByteArray();
}

/// Changes a closed journal behind its back.
void execute(const QString& file, const QString& statement)
{
    {
        auto database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("tamper"));
        database.setDatabaseName(file);
        QVERIFY(database.open());
        QSqlQuery query(database);
        QVERIFY2(query.exec(statement), qPrintable(statement));
    }
    QSqlDatabase::removeDatabase(QStringLiteral("tamper"));
}

} // namespace

/// What was appended is what is read; an input and its facts stay together; what was changed is noticed.
class TestJournal : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    [[nodiscard]] QString file(const char* name = "j.db") const { return m_dir->filePath(QString::fromLatin1(name)); }

    static std::vector<Recording::Step> someSteps(int rounds)
    {
        Recording recording;
        std::vector<Recording::Step> steps{recording.start()};
        for (int i = 0; i < rounds; ++i)
            steps.push_back(recording.round(i % 7 == 3 ? std::nullopt : std::optional("n" + std::to_string(i))));
        steps.push_back(recording.command("because it has to be"));
        return steps;
    }

    static std::vector<std::string> encodedEvents(const std::vector<Recording::Step>& steps)
    {
        std::vector<std::string> all;
        for (const auto& step : steps)
            for (const auto& event : step.events)
                all.push_back(encoded(event));
        return all;
    }

private Q_SLOTS:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }

    void readsBackWhatWasAppended()
    {
        const auto steps = someSteps(2500);
        record(file(), steps);
        const auto written = encodedEvents(steps);
        const auto read = eventsIn(file());
        QVERIFY(written.size() > 2500);
        QCOMPARE(read.size(), written.size());
        for (std::size_t i = 0; i < read.size(); ++i)
            QVERIFY(encoded(read[i]) == written[i]);
        auto reader = JournalReader::open(file());
        QCOMPARE(reader.value().firstSeq(), 1U);
        QCOMPARE(reader.value().lastSeq(), written.size());
        QCOMPARE(errorOf(file()), QByteArray());
        QVERIFY2(!QFile::exists(file("j.db-wal")), "a closed journal is one file");
    }

    void readsOnFromTheMiddle()
    {
        record(file(), someSteps(50));
        auto reader = JournalReader::open(file());
        std::vector<std::uint64_t> seqs;
        QVERIFY(!reader.value().forEach(17, [&](const fleet::Event& event) {
            seqs.push_back(event.seq);
            return seqs.size() < 3;
        }));
        QCOMPARE(seqs, (std::vector<std::uint64_t>{17, 18, 19}));
    }

    void blocksAreFewAndSmallEnough()
    {
        record(file(), someSteps(3000));
        execute(file(),
            QStringLiteral("CREATE TABLE probe AS SELECT count(*) AS n, max(last_seq - first_seq + 1) AS m "
                           "FROM blocks"));
        auto database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("look"));
        database.setDatabaseName(file());
        QVERIFY(database.open());
        {
            QSqlQuery query(QStringLiteral("SELECT n, m FROM probe"), database);
            QVERIFY(query.next());
            QVERIFY(query.value(0).toInt() < 20);
            QVERIFY(query.value(1).toInt() <= 1000);
        }
        database = {};
        QSqlDatabase::removeDatabase(QStringLiteral("look"));
    }

    void endStateIsTheLiveOne()
    {
        const auto steps = someSteps(300);
        JournalWriter::Options options;
        options.keyframeEvents = 100;
        record(file(), steps, options);
        auto reader = JournalReader::open(file());
        const auto state = reader.value().endState();
        QVERIFY(state.ok());
        QCOMPARE(hashOf(*state), hashOf(steps.back().after));
        const auto hashes = reader.value().keyframeHashes();
        QVERIFY(hashes.ok());
        QCOMPARE(hashes->rbegin()->first, steps.back().after.seq);
        QCOMPARE(hashes->rbegin()->second, hashOf(steps.back().after));
    }

    void endStateWithoutAnyKeyframe()
    {
        const auto steps = someSteps(40);
        record(file(), steps);
        execute(file(), QStringLiteral("DELETE FROM keyframes"));
        auto reader = JournalReader::open(file());
        QCOMPARE(hashOf(reader.value().endState().value()), hashOf(steps.back().after));
    }

    void aSecondSessionGoesOn()
    {
        auto steps = someSteps(10);
        record(file(), steps);
        JournalWriter writer({.file = file(), .program = "test"});
        QSignalSpy opened(&writer, &JournalWriter::opened);
        writer.open();
        QCOMPARE(opened.size(), 1);
        const auto resumed = opened[0][0].value<FleetStatePtr>();
        QCOMPARE(resumed->seq, steps.back().after.seq);
        Recording second(*resumed);
        const auto start = second.start();
        QCOMPARE(start.events.front().seq, steps.back().after.seq + 1);
        writer.append(start.events, start.after);
        const auto round = second.round("again");
        writer.append(round.events, round.after);
        writer.close();
        QCOMPARE(eventsIn(file()).size(), round.after.seq);
        QCOMPARE(errorOf(file()), QByteArray());
    }

    void appendsAreCommittedTogether()
    {
        const auto steps = someSteps(20);
        JournalWriter writer({.file = file(), .program = "test", .commitEvery = 20ms});
        QSignalSpy committed(&writer, &JournalWriter::committed);
        writer.open();
        for (std::size_t i = 0; i + 1 < steps.size(); ++i)
            writer.append(steps[i].events, steps[i].after);
        QTRY_COMPARE(committed.size(), 1);
        QCOMPARE(committed[0][0].toULongLong(), steps[steps.size() - 2].after.seq);
        writer.close();
    }

    void aKilledConsolesJournalIsAPrefixOfWholeInputs()
    {
        const auto steps = someSteps(400);
        JournalWriter writer({.file = file(), .program = "test", .commitEvery = 1ms, .keyframeEvents = 50});
        quint64 durable = 0;
        connect(&writer, &JournalWriter::committed, this, [&](quint64 seq) { durable = seq; });
        writer.open();
        int copies = 0;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            writer.append(steps[i].events, steps[i].after);
            QCoreApplication::processEvents();
            if (i % 50 != 49)
                continue;
            // What a kill leaves behind is what lies on disk at this moment.
            QTRY_COMPARE(durable, steps[i].after.seq);
            const auto copy = file("killed.db");
            for (const auto* suffix : {"", "-wal"}) {
                QFile::remove(copy + QLatin1String(suffix));
                QVERIFY(QFile::copy(file() + QLatin1String(suffix), copy + QLatin1String(suffix)));
            }
            const auto events = eventsIn(copy);
            QCOMPARE(events.size(), durable);
            QCOMPARE(errorOf(copy), QByteArray());
            ++copies;
        }
        QCOMPARE(copies, 8);
        writer.close();
    }

    void isReadWhileItIsWritten()
    {
        const auto steps = someSteps(5);
        JournalWriter writer({.file = file(), .program = "test", .commitEvery = 1ms});
        QSignalSpy committed(&writer, &JournalWriter::committed);
        writer.open();
        writer.append(steps[0].events, steps[0].after);
        QTRY_COMPARE(committed.size(), 1);
        QCOMPARE(eventsIn(file()).size(), steps[0].events.size());
        writer.close();
    }

    void aChangedByteIsNoticed_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char* name, const char* statement, const char* code) {
            QTest::newRow(name) << QString::fromLatin1(statement) << QByteArray(code);
        };
        row("in a block's body", "UPDATE blocks SET body = substr(body, 1, 40) || x'5a' || substr(body, 42)",
            "damaged");
        row("in a block's time", "UPDATE blocks SET first_wall_ns = first_wall_ns + 1", "damaged");
        row("a block is gone", "DELETE FROM blocks WHERE first_seq = (SELECT max(first_seq) FROM blocks)", "damaged");
        row("a newer codec", "UPDATE blocks SET codec = 4", "newer-version");
        row("an older codec", "UPDATE blocks SET codec = 1", "older-version");
        row("a newer journal", "UPDATE meta SET value = '2' WHERE key = 'schema_version'", "newer-version");
        row("an edited reason", "UPDATE operator_events SET json = replace(json, 'has to', 'had to')", "chain");
        row("an edited hash", "UPDATE operator_events SET hash = replace(hash, 'a', 'b') WHERE seq = 1", "chain");
        row("a removed action", "DELETE FROM operator_events WHERE seq = (SELECT max(seq) FROM operator_events)",
            "chain");
        row("an invented action",
            "INSERT INTO operator_events SELECT seq + 1, at, kind, who, action, target, result, reason, json, hash, "
            "hash FROM operator_events WHERE seq = (SELECT max(seq) FROM operator_events)",
            "chain");
        row("no journal", "DROP TABLE meta", "not-a-journal");
    }

    void aChangedByteIsNoticed()
    {
        QFETCH(QString, statement);
        QFETCH(QByteArray, code);
        record(file(), someSteps(60));
        QCOMPARE(errorOf(file()), QByteArray());
        execute(file(), statement);
        QCOMPARE(errorOf(file()), code);
    }

    void aMissingBlockInTheMiddleIsNamed()
    {
        record(file(), someSteps(1500));
        execute(file(),
            QStringLiteral("DELETE FROM blocks WHERE first_seq = "
                           "(SELECT first_seq FROM blocks ORDER BY first_seq LIMIT 1 OFFSET 1)"));
        auto reader = JournalReader::open(file());
        const auto error = reader.value().forEach(1, [](const auto&) { return true; });
        QVERIFY(error);
        QVERIFY2(error->message.find("is missing") != std::string::npos, error->message.c_str());
    }

    void aCutFileIsNoticed()
    {
        record(file(), someSteps(900));
        QFile cut(file());
        QVERIFY(cut.resize(cut.size() / 2));
        QVERIFY(!errorOf(file()).isEmpty());
    }

    void whatIsNoJournalIsRefused_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("text") << QByteArray("this is a letter, and a rather long one\n").repeated(50);
        QTest::newRow("empty") << QByteArray();
    }

    void whatIsNoJournalIsRefused()
    {
        QFETCH(QByteArray, content);
        QFile other(file());
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write(content);
        other.close();
        QCOMPARE(errorOf(file()), QByteArray("not-a-journal"));
    }

    void aMissingFileIsSaid() { QCOMPARE(errorOf(file("none.db")), QByteArray("missing")); }

    void whatCantBeWrittenIsSaidOnce_data()
    {
        QTest::addColumn<QByteArray>("what");
        QTest::addColumn<QString>("words");
        QTest::newRow("another console") << QByteArray("locked") << QStringLiteral("another console");
        QTest::newRow("a damaged journal") << QByteArray("damaged") << QStringLiteral("checksum");
        QTest::newRow("a newer journal") << QByteArray("newer") << QStringLiteral("version 2");
        QTest::newRow("a folder in its place") << QByteArray("folder") << QStringLiteral("");
    }

    void whatCantBeWrittenIsSaidOnce()
    {
        QFETCH(QByteArray, what);
        QFETCH(QString, words);
        if (what != "folder")
            record(file(), someSteps(3));
        else
            QVERIFY(QDir().mkpath(file()));
        JournalWriter other({.file = file(), .program = "test"});
        if (what == "locked")
            other.open();
        else if (what == "damaged")
            execute(file(), QStringLiteral("UPDATE blocks SET checksum = checksum + 1"));
        else if (what == "newer")
            execute(file(), QStringLiteral("UPDATE meta SET value = '2' WHERE key = 'schema_version'"));
        if (what == "damaged")
            execute(file(), QStringLiteral("DELETE FROM keyframes"));

        JournalWriter writer({.file = file(), .program = "test"});
        QSignalSpy opened(&writer, &JournalWriter::opened);
        QSignalSpy failed(&writer, &JournalWriter::failed);
        QSignalSpy troubled(&writer, &JournalWriter::troubled);
        writer.open();
        QCOMPARE(opened.size(), 1);
        QVERIFY(!opened[0][1].toBool());
        QCOMPARE(failed.size(), 1);
        const auto sentence = failed[0][0].toString();
        QVERIFY2(sentence.contains(file()) && sentence.contains(words), qPrintable(sentence));

        // It goes on without: what is appended is let go.
        Recording recording;
        const auto start = recording.start();
        writer.append(start.events, start.after);
        writer.close();
        QCOMPARE(failed.size(), 1);
        QCOMPARE(troubled.size(), 0);
        other.close();
    }

    void aFullDiskIsSaidAndOverWhenThereIsRoom()
    {
        const auto steps = someSteps(40);
        JournalWriter writer({.file = file(), .program = "test", .commitEvery = 1ms, .retryEvery = 20ms});
        QSignalSpy committed(&writer, &JournalWriter::committed);
        QSignalSpy troubled(&writer, &JournalWriter::troubled);
        QSignalSpy failed(&writer, &JournalWriter::failed);
        writer.open();
        writer.append(steps[0].events, steps[0].after);
        QTRY_COMPARE(committed.size(), 1);

        // No file of this process may grow: to SQLite, that is a full disk.
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
        auto none = before;
        none.rlim_cur = 0;
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &none), 0);
        for (std::size_t i = 1; i < steps.size(); ++i)
            writer.append(steps[i].events, steps[i].after);
        const bool said = QTest::qWaitFor([&] { return !troubled.isEmpty(); });
        setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY(said);
        QVERIFY2(troubled[0][0].toString().contains(file()), qPrintable(troubled[0][0].toString()));

        QTRY_COMPARE(troubled.size(), 2);
        QCOMPARE(troubled[1][0].toString(), QString());
        QVERIFY(failed.isEmpty());
        writer.close();
        QCOMPARE(eventsIn(file()).size(), steps.back().after.seq);
        QCOMPARE(errorOf(file()), QByteArray());
    }

    void whatWaitsTooLongIsGivenUp()
    {
        const auto steps = someSteps(20);
        JournalWriter::Options options;
        options.file = file();
        options.commitEvery = 1h;
        options.pendingEvents = 10;
        JournalWriter writer(options);
        QSignalSpy failed(&writer, &JournalWriter::failed);
        writer.open();
        for (const auto& step : steps)
            writer.append(step.events, step.after);
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(eventsIn(file()).size(), 0U);
        writer.close();
    }

    void aRequestIsCommittedAtOnce()
    {
        JournalWriter writer({.file = file(), .program = "test", .commitEvery = 1h});
        QSignalSpy committed(&writer, &JournalWriter::committed);
        writer.open();
        fleet::Event request;
        request.seq = 1;
        request.body = fleet::CommandRequested{};
        fleet::FleetState after;
        fleet::apply(after, request);
        writer.append({request}, after);
        QTRY_COMPARE(committed.size(), 1);
        writer.close();
    }

    void transitionsStandInWords()
    {
        auto steps = someSteps(3);
        record(file(), steps);
        auto database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("words"));
        database.setDatabaseName(file());
        QVERIFY(database.open());
        {
            QSqlQuery query(QStringLiteral("SELECT at, subject, from_state, to_state FROM transitions WHERE kind = "
                                           "'service_level_changed' AND to_state = 'healthy'"),
                database);
            QVERIFY(query.next());
            QVERIFY(query.value(0).toString().startsWith(QLatin1String("2026-11-30T00:00:0")));
            QCOMPARE(query.value(1).toString(), QStringLiteral("store"));
            QSqlQuery acts(QStringLiteral("SELECT who, target, reason FROM operator_events WHERE kind = "
                                          "'command_received'"),
                database);
            QVERIFY(acts.next());
            QCOMPARE(acts.value(0).toString(), QStringLiteral("ada"));
            QCOMPARE(acts.value(2).toString(), QStringLiteral("because it has to be"));
        }
        database = {};
        QSqlDatabase::removeDatabase(QStringLiteral("words"));
    }
};

QTEST_GUILESS_MAIN(TestJournal)
#include "tst_journal.moc"
