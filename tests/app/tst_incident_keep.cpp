// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_reader.h"
#include "app/session/live_session.h"
#include "rungwatch/fleet/apply.h"
#include "tests/app/journal_recording.h"

#include <QSignalSpy>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::journal;
using namespace rungwatch::testing;
using namespace std::chrono_literals;

namespace {

constexpr auto policyText = "{\"version\": 1, \"services\": [{\"name\": \"store\", \"critical\": true, \"sources\": ["
                            "{\"kind\": \"health\", \"url\": \"http://a/\"}]}]}";

/// A console's session and its journal, on this thread, on a clock that the test moves.
class Console {
public:
    Console(const QString& file, Keep keep, WallTime begin = ManualClock{}.wallNow())
        : session(clock, m_frames, QStringLiteral("ada"), {}, [this](const fleet::EventBody& said) { add(said); })
        , writer({.file = file, .program = "test", .commitEvery = 0ms, .keyframeEvery = 10s, .keep = keep})
        , troubled(&writer, &JournalWriter::troubled)
    {
        clock.advance(begin - clock.wallNow());
        QObject::connect(&writer, &JournalWriter::incidentResumed, &session, &LiveSession::resumeIncident);
        QObject::connect(&session, &LiveSession::incidentMoved, &writer, &JournalWriter::keepIncident);
        QObject::connect(&writer, &JournalWriter::opened, &session, [this](const FleetStatePtr& resumed) {
            m_state = *resumed;
            session.begin(*resumed);
        });
        writer.open();
        add(fleet::SessionStarted{policyText, 1, "boot", "test", "ada"});
    }

    /// As the engine does: to the journal, then to the window.
    void add(fleet::EventBody body)
    {
        const fleet::Event event{m_state.seq + 1, clock.wallNow(), clock.steadyNow(), 0, std::move(body)};
        fleet::apply(m_state, event);
        writer.append({event}, m_state);
        m_frames.put(
            {std::make_shared<const fleet::Snapshot>(fleet::Snapshot{m_state, 0, clock.now(), true}), {event}});
        // Three events a commit.
        if (event.seq % 3 == 0)
            settle();
    }
    void settle()
    {
        session.takeFrame();
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
    }
    void pass(int seconds)
    {
        for (int i = 0; i < seconds; ++i) {
            clock.advance(1s);
            add(fleet::NoteTaken{"ada", "n" + std::to_string(i)});
        }
    }
    std::uint64_t level(HealthLevel to)
    {
        add(fleet::FleetLevelChanged{m_state.level, to, "why"});
        settle();
        return m_state.seq;
    }
    void close()
    {
        settle();
        writer.close();
    }
    [[nodiscard]] std::uint64_t seq() const { return m_state.seq; }

    ManualClock clock;

private:
    FrameBox m_frames;
    fleet::FleetState m_state;

public:
    LiveSession session;
    JournalWriter writer;
    QSignalSpy troubled;
};

std::uint64_t firstIn(const QString& file)
{
    return JournalReader::open(file).value().firstSeq();
}

} // namespace

/// What a console sees of incidents is what its journal keeps of them, whatever the limits.
class TestIncidentKeep : public QObject {
    Q_OBJECT

private:
    std::optional<JournalFolder> m_folder;
    [[nodiscard]] QString file() const { return m_folder->file(); }
    [[nodiscard]] QVariant protectedRow(const char* column, int row = 0) const
    {
        return valueIn(file(),
            QStringLiteral("SELECT %1 FROM protected ORDER BY id LIMIT 1 OFFSET %2")
                .arg(QLatin1String(column))
                .arg(row));
    }

private Q_SLOTS:
    void init() { m_folder.emplace(); }

    void aFoundIncidentIsNotCutAndWhatIsBeforeItIs()
    {
        Console console(file(), {.age = 60s});
        console.level(HealthLevel::Healthy);
        console.pass(1000);
        const auto cutBefore = firstIn(file());
        QVERIFY2(cutBefore > 500, "outside of an incident the limit holds");
        const auto begin = console.level(HealthLevel::Degraded);
        console.pass(300); // five times what has to be kept
        const auto first = firstIn(file());
        QVERIFY2(first <= begin - 60, "what led there is kept as well, as far as it was there");
        QVERIFY(first >= cutBefore);
        QVERIFY(protectedRow("to_seq").isNull());
        const auto end = console.level(HealthLevel::Healthy);
        console.pass(59);
        console.settle();
        QVERIFY(protectedRow("to_seq").isNull());
        console.pass(3);
        console.settle();
        QCOMPARE(protectedRow("to_seq").toULongLong(), end);
        QCOMPARE(protectedRow("why").toString(), QStringLiteral("incident found"));
        console.pass(1000);
        console.close();
        QCOMPARE(firstIn(file()), first);
        QCOMPARE(errorIn(file()).code, std::string());
        QCOMPARE(console.troubled.size(), 1); // once, however long it lasts
        QVERIFY2(console.troubled[0][0].toString().contains(QStringLiteral("outgrows its limit")),
            qPrintable(console.troubled[0][0].toString()));

        // Given free, it goes.
        execute(file(), QStringLiteral("DELETE FROM protected"));
        Console later(file(), {.age = 60s}, console.clock.wallNow());
        later.pass(60);
        later.close();
        QVERIFY(firstIn(file()) > end);
    }

    void aLimitOfSizeHoldsJustSo()
    {
        Console console(file(), {.bytes = 150000});
        console.level(HealthLevel::Healthy);
        console.pass(1500);
        QVERIFY2(firstIn(file()) > 1, "outside of an incident the limit holds");
        const auto begin = console.level(HealthLevel::Critical);
        const auto first = firstIn(file());
        console.pass(3000);
        console.close();
        QVERIFY(firstIn(file()) >= first && firstIn(file()) < begin);
        QCOMPARE(console.troubled.size(), 1);
    }

    void aDeclaredOneIsKeptFromWhenItBeganAndSurvivesARestart()
    {
        Console console(file(), {.age = 1000s});
        console.level(HealthLevel::Healthy);
        console.pass(900);
        const auto began = console.clock.wallNow() - 100s;
        QVERIFY(console.session.declareIncident(QStringLiteral("checkout\n is slow"), began).isEmpty());
        QVERIFY(
            console.session.declareIncident(QStringLiteral("twice"), began).contains(QStringLiteral("not declared")));
        console.settle();
        const auto declared = console.seq();
        QVERIFY(console.session.declareIncident(QStringLiteral("twice"), began)
                    .contains(QStringLiteral("declared already, “checkout is slow” by ada")));
        console.pass(30);
        console.close();
        QCOMPARE(protectedRow("why").toString(), QStringLiteral("incident declared by ada: checkout is slow"));
        const auto from = protectedRow("from_seq").toULongLong();
        QVERIFY2(from <= declared - 400 + 3 && from > 1, qPrintable(QString::number(from)));

        Console later(file(), {.age = 1000s}, console.clock.wallNow() + 3600s);
        later.level(HealthLevel::Healthy);
        later.pass(2000);
        const auto* open = later.session.incident();
        QVERIFY(open && open->isDeclared());
        QCOMPARE(open->byHand->title, std::string("checkout is slow"));
        QCOMPARE(open->from, began);
        QVERIFY(firstIn(file()) <= from);
        QVERIFY(later.session.endIncident().isEmpty());
        QVERIFY(!later.session.endIncident().isEmpty());
        later.settle();
        QVERIFY(!later.session.incident());
        QCOMPARE(later.session.endIncident(), QStringLiteral("no incident is declared"));
        const auto ended = later.seq();
        later.close();
        QCOMPARE(valueIn(file(), QStringLiteral("SELECT count(*) FROM protected")).toInt(), 1);
        QCOMPARE(protectedRow("to_seq").toULongLong(), ended);
        QCOMPARE(protectedRow("from_seq").toULongLong(), from);

        Console last(file(), {}, later.clock.wallNow() + 60s);
        QVERIFY(!last.session.incident());
    }

    void aFoundOneGoesOnAfterARestartAndEnds()
    {
        Console console(file(), {});
        const auto begin = console.level(HealthLevel::Degraded);
        const auto at = console.clock.wallNow();
        console.pass(30);
        console.close();
        Console later(file(), {}, console.clock.wallNow() + 600s);
        QVERIFY(later.session.incident());
        QCOMPARE(later.session.incident()->from, at);
        QCOMPARE(later.session.incident()->firstSeq, begin);
        const auto end = later.level(HealthLevel::Healthy);
        later.pass(61);
        later.close();
        QVERIFY(!later.session.incident());
        QCOMPARE(valueIn(file(), QStringLiteral("SELECT count(*) FROM protected")).toInt(), 1);
        QCOMPARE(protectedRow("to_seq").toULongLong(), end);
    }

    void whatAPersonProtectedIsLeftAlone()
    {
        Console console(file(), {});
        console.pass(30);
        execute(file(), QStringLiteral("INSERT INTO protected VALUES (7, 3, NULL, 'the outage of May')"));
        console.level(HealthLevel::Degraded);
        console.close();
        QCOMPARE(valueIn(file(), QStringLiteral("SELECT count(*) FROM protected")).toInt(), 2);
        QCOMPARE(valueIn(file(), QStringLiteral("SELECT why FROM protected WHERE id = 7")).toString(),
            QStringLiteral("the outage of May"));
    }
};

QTEST_GUILESS_MAIN(TestIncidentKeep)
#include "tst_incident_keep.moc"
