// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/exchange_bench.h"

#include "app/exchange/foreign_journal.h"
#include "app/exchange/import_lines.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/fleet/snapshot.h"

#include <QTemporaryDir>

using namespace rungwatch;
using namespace rungwatch::exchange;
using namespace exchange_bench;

namespace {

const timeline::TimelineKind& kindNamed(const std::string& name)
{
    for (const auto& kind : timeline::timelineKinds())
        if (kind.name == name)
            return kind;
    qFatal("no such kind");
}

QString data(const std::string& name)
{
    return QStringLiteral(RUNGWATCH_TEST_DATA "/import/") + QString::fromStdString(name);
}

std::vector<fleet::Event> eventsOf(const QString& file)
{
    std::vector<fleet::Event> events;
    auto reader = opened(file);
    if (reader.forEach(1, [&](const fleet::Event& event) {
            events.push_back(event);
            return true;
        }))
        qFatal("unreadable");
    return events;
}

/// "09:41:00.000 Tracking - API healthy > unavailable": the transitions of one kind, with their times.
template <class Kind> std::string moves(const QString& file)
{
    std::string text;
    for (const auto& event : eventsOf(file))
        if (std::holds_alternative<Kind>(event.body)) {
            const auto row = journal::transitionRow(event);
            text += rfc3339(event.wall).substr(11, 12) + " " + row->subject + " " + row->from + " > " + row->to + "\n";
        }
    return text;
}

void compare(const std::string& actual, const std::string& expected)
{
    QVERIFY2(actual == expected, ("\n" + actual + "expected\n" + expected).c_str());
}

} // namespace

/// An import of another tool's timeline is a journal like one that was watched: it verifies, it has the source's own
/// times and words, and it is the same each time.
class TestExchangeImport : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;

    QString imported(const std::string& kind, const std::string& from)
    {
        const auto file = m_dir.filePath(QString::fromStdString(kind + ".db"));
        QFile::remove(file);
        const auto result = importTimeline(kindNamed(kind), data(from).toStdString(), file, "test");
        if (!result)
            qFatal("%s: %s", result.error().where.c_str(), result.error().message.c_str());
        return file;
    }

private Q_SLOTS:
    void everyKindVerifiesAndIsTheSameEachTime_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("from");
        QTest::newRow("statuspage") << "statuspage"
                                    << "statuspage.json";
        QTest::newRow("incidentio") << "incidentio"
                                    << "incidentio.json";
        QTest::newRow("pagerduty") << "pagerduty"
                                   << "pagerduty.json";
        QTest::newRow("resilience4j") << "resilience4j-events"
                                      << "resilience4j_events.json";
        QTest::newRow("prometheus") << "prometheus-range"
                                    << "prometheus_range.json";
    }
    void everyKindVerifiesAndIsTheSameEachTime()
    {
        QFETCH(QString, kind);
        QFETCH(QString, from);
        const auto first = imported(kind.toStdString(), from.toStdString());
        QCOMPARE(difference(first), std::string());
        const auto bytes = bytesOf(first);
        const auto second = imported(kind.toStdString(), from.toStdString());
        QCOMPARE(bytesOf(second), bytes);
        // Out as lines and in again: the same events.
        const auto lines = exported(second, m_dir.filePath(QStringLiteral("lines.jsonl")));
        const auto again = m_dir.filePath(kind + QStringLiteral("_again.db"));
        QVERIFY(importLines(m_dir.filePath(QStringLiteral("lines.jsonl")).toStdString(), again, "test").ok());
        QCOMPARE(exported(again, m_dir.filePath(QStringLiteral("lines2.jsonl"))), lines);
        QCOMPARE(difference(again), std::string());
        // No source ever seems to fall silent: between two words the last one holds.
        for (const auto& event : eventsOf(second))
            if (const auto* change = std::get_if<fleet::FreshnessChanged>(&event.body))
                QCOMPARE(change->to, fleet::Freshness::Fresh);
    }

    void aStatusPagesLevelsAreAtItsOwnTimes()
    {
        const auto file = imported("statuspage", "statuspage.json");
        compare(moves<fleet::ServiceLevelChanged>(file),
            "23:59:59.020 Labels unknown > healthy\n"
            "23:59:59.020 Tracking - API unknown > healthy\n"
            "00:00:00.000 Labels healthy > critical\n"
            "00:30:00.000 Labels critical > healthy\n"
            "09:41:00.000 Tracking - API healthy > unavailable\n"
            "10:00:00.000 Tracking - API unavailable > critical\n"
            "10:12:30.250 Labels healthy > degraded\n"
            "10:30:00.000 Tracking - API critical > healthy\n"
            "11:00:00.000 Labels degraded > healthy\n");
        std::string notes;
        for (const auto& event : eventsOf(file))
            if (const auto* note = std::get_if<fleet::NoteTaken>(&event.body))
                notes += rfc3339(event.wall) + " " + note->by + ": " + note->text + "\n";
        QVERIFY2(notes.find("2026-05-04T10:12:30.250Z statuspage: Parcel tracker: Labels print slowly: investigating: "
                            "Printers queue <b>for minutes</b>.\n")
                != std::string::npos,
            notes.c_str());
        QVERIFY2(notes.find("Tracking is down: resolved: Back.  Sorry.") != std::string::npos, notes.c_str());
    }

    void aRingsMovesAreFactsAndItsHolesGaps()
    {
        const auto file = imported("resilience4j-events", "resilience4j_events.json");
        const auto events = eventsOf(file);
        std::string told;
        std::size_t gaps = 0;
        for (const auto& event : events) {
            if (const auto* moved = std::get_if<fleet::ReportedBreakerMoved>(&event.body))
                told += rfc3339(*moved->at).substr(11, 12) + " " + moved->breaker + " " + moved->from + " > "
                    + moved->to + "\n";
            gaps += std::holds_alternative<fleet::ReportedGap>(event.body);
        }
        compare(told,
            "08:00:01.120 ledger closed > open\n"
            "08:00:11.125 ledger open > half_open\n"
            "08:01:40.000 ledger open > half_open\n"
            "08:01:41.000 ledger half_open > closed\n");
        QCOMPARE(gaps, std::size_t{1});
        const auto end = opened(file).endState();
        QVERIFY(end.ok());
        const auto* breaker = fleet::breakerReading(*end, "resilience4j/ledger");
        QVERIFY(breaker);
        QCOMPARE(breaker->calls.at("failed"), std::uint64_t{1});
        QCOMPARE(breaker->state, std::optional(breaker::Phase::Closed));
        QCOMPARE(end->level, HealthLevel::Healthy);
    }

    void aRangeQueryGivesIntervalsAndMoves()
    {
        const auto file = imported("prometheus-range", "prometheus_range.json");
        compare(moves<fleet::ReportedBreakerMoved>(file),
            "00:01:00.000 press/ink closed > open\n"
            "00:02:00.000 press/ink open > half_open\n"
            "00:02:30.000 press/ink half_open > closed\n");
        std::uint64_t cache = 0;
        std::size_t intervals = 0;
        for (const auto& event : eventsOf(file))
            if (const auto* closed = std::get_if<fleet::IntervalClosed>(&event.body)) {
                cache += closed->interval.served.at("cache");
                ++intervals;
                QCOMPARE(closed->interval.endedAt, std::optional(event.wall));
            }
        QCOMPARE(intervals, std::size_t{7});
        QCOMPARE(cache, std::uint64_t{130});
    }

    void aPagersIncidentIsAtItsServiceAndNamesNobody()
    {
        const auto file = imported("pagerduty", "pagerduty.json");
        compare(moves<fleet::ServiceLevelChanged>(file),
            "10:00:00.000 order-intake unknown > critical\n"
            "10:42:00.000 order-intake critical > healthy\n");
        for (const auto& event : eventsOf(file))
            QVERIFY(fleet::jsonLine(event).find("Mona") == std::string::npos);
    }

    void wordsWithinOnePollOfEachOtherKeepTheirTimes()
    {
        timeline::ForeignTimeline told;
        told.source = "statuspage";
        const auto service = told.addService("a");
        const WallTime at{std::chrono::seconds{1'790'000'000}};
        using Kind = timeline::ForeignEvent::Kind;
        for (const int milliseconds : {0, 5, 10, 200})
            told.add({.at = at + std::chrono::milliseconds{milliseconds},
                .kind = Kind::Note,
                .text = std::to_string(milliseconds)});
        told.add({.at = at + std::chrono::milliseconds{5},
            .kind = Kind::Level,
            .service = service,
            .level = HealthLevel::Degraded});
        told.sort();
        const auto file = m_dir.filePath(QStringLiteral("close.db"));
        const auto written = writeTimeline(told, file, "test");
        QVERIFY2(written.ok(), written ? "" : written.error().message.c_str());
        std::string notes;
        for (const auto& event : eventsOf(file))
            if (const auto* note = std::get_if<fleet::NoteTaken>(&event.body))
                notes += note->text + "@" + std::to_string((event.wall - at).count() / 1'000'000) + " ";
        QCOMPARE(notes, std::string("0@0 5@5 10@10 200@200 "));
        QCOMPARE(difference(file), std::string());
    }

    void whatCantBeReadLeavesNoJournal()
    {
        const auto file = m_dir.filePath(QStringLiteral("none.db"));
        const auto from = m_dir.filePath(QStringLiteral("none.json"));
        put(from, "{\"incidents\": [\n{\"id\": \"1\"}]}");
        const auto result = importTimeline(kindNamed("statuspage"), from.toStdString(), file, "test");
        QVERIFY(!result.ok());
        QCOMPARE(result.error().code, std::string("empty"));
        QCOMPARE(result.error().where, std::string("/incidents/0 (line 2)"));
        QVERIFY(!QFile::exists(file) && !QFile::exists(file + QStringLiteral(".part")));
        const auto nowhere = importTimeline(
            kindNamed("statuspage"), data("statuspage.json").toStdString(), from + QStringLiteral("/x/y.db"), "test");
        QVERIFY(!nowhere.ok());
        QCOMPARE(nowhere.error().code, std::string("missing-folder"));
    }
};

QTEST_GUILESS_MAIN(TestExchangeImport)
#include "tst_exchange_import.moc"
