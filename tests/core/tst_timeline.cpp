// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/base/codec.h"
#include "rungwatch/timeline/foreign_timeline.h"
#include "rungwatch/timeline/people.h"

#include <QFile>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::timeline;

namespace {

using Kind = ForeignEvent::Kind;

std::string bytesOf(const std::string& name)
{
    QFile file(QStringLiteral(RUNGWATCH_TEST_DATA "/import/") + QString::fromStdString(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// "11:41:00.000 Tracking unavailable: why": what an event says, short.
std::string shown(const ForeignEvent& event)
{
    const auto text = rfc3339(event.at).substr(11, 12) + (event.afterGap ? " gap " : " ");
    switch (event.kind) {
    case Kind::Level:
        return text + event.service + " " + std::string(nameOf(event.level));
    case Kind::Breaker:
        return text + event.name + " " + event.from + " > " + event.to;
    case Kind::Calls:
        return text + event.name + " " + event.calls.begin()->first;
    case Kind::Note:
        return text + "\"" + event.text + "\"";
    case Kind::Reading:
        break;
    }
    return text + event.service + " reading";
}

std::vector<std::string> shown(const ForeignTimeline& timeline, std::initializer_list<Kind> kinds)
{
    std::vector<std::string> lines;
    for (const auto& event : timeline.events)
        if (std::find(kinds.begin(), kinds.end(), event.kind) != kinds.end())
            lines.push_back(shown(event));
    return lines;
}

std::string joined(const std::vector<std::string>& lines)
{
    std::string text;
    for (const auto& line : lines)
        text += line + "\n";
    return text;
}

std::string unplacedOf(const ForeignTimeline& timeline)
{
    std::vector<std::string> lines;
    for (const auto& entry : timeline.unplaced)
        lines.push_back(entry.where + ": " + entry.what);
    return joined(lines);
}

void compare(const std::string& actual, const std::string& expected)
{
    QVERIFY2(actual == expected, ("\n" + actual + "expected\n" + expected).c_str());
}

std::string faultOf(TimelineReader read, const std::string& bytes)
{
    const auto timeline = read(bytes);
    return timeline ? std::string() : timeline.error().code + " at " + timeline.error().where;
}

} // namespace

/// Every export of another tool gives what happened at the source's own times and in its own words; what has no place
/// is listed with its own.
class TestTimeline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aStatuspageTellsLevelsAndWords()
    {
        const auto timeline = readStatuspageTimeline(bytesOf("statuspage.json"));
        QVERIFY2(timeline.ok(), timeline ? "" : timeline.error().message.c_str());
        QCOMPARE(timeline->name, std::string("Parcel tracker"));
        QCOMPARE(timeline->url, std::string("https://status.parcel.example"));
        compare(joined(shown(*timeline, {Kind::Level})),
            "00:00:00.000 Labels critical\n" // an incident that only names its component: from its start to its end
            "00:30:00.000 Labels healthy\n"
            "09:41:00.000 Tracking - API unavailable\n"
            "10:00:00.000 Tracking - API critical\n"
            "10:12:30.250 Labels degraded\n"
            "10:30:00.000 Tracking - API healthy\n"
            "11:00:00.000 Labels healthy\n");
        const auto notes = joined(shown(*timeline, {Kind::Note}));
        QVERIFY2(notes.find("10:12:30.250 \"Labels print slowly: investigating: Printers queue <b>for minutes</b>.\"")
                != std::string::npos,
            notes.c_str());
        // What is only planned is a word and no state.
        QVERIFY2(notes.find("09:00:00.000 \"A new sorting belt: scheduled: Two hours.\"") != std::string::npos,
            notes.c_str());
        compare(unplacedOf(*timeline),
            "/incidents/1 (line 14): an update without a time: Tracking is down: investigating: A draft that was never "
            "shown.\n");
        QCOMPARE(timeline->before.at("Tracking - API"), HealthLevel::Healthy);
    }

    void incidentioTellsReadyIntervals()
    {
        const auto timeline = readIncidentioTimeline(bytesOf("incidentio.json"));
        QVERIFY2(timeline.ok(), timeline ? "" : timeline.error().message.c_str());
        compare(joined(shown(*timeline, {Kind::Level})),
            "18:00:00.000 Seat map critical\n"
            "18:10:00.125 Payment degraded\n"
            "18:20:00.000 Payment healthy\n"
            "18:40:00.000 Seat map healthy\n");
        compare(unplacedOf(*timeline),
            "/status_page_incidents/1 (line 16): a state of Payment that has no known word: \"wobbly\"\n");
    }

    void incidentiosWidgetTellsTheStateSinceItsLastWord()
    {
        const auto timeline = readIncidentioTimeline(
            R"({"page_title": "Shop", "ongoing_incidents": [{"id": "1", "name": "Slow", "status": "identified",
                "last_update_at": "2026-01-01T10:00:00Z", "last_update_message": "Found.",
                "affected_components": [{"id": "c", "name": "Cart", "current_status": "full_outage"}]}],
                "in_progress_maintenances": [{"id": "2", "name": "Disks", "status": "maintenance_in_progress",
                "started_at": "2026-01-01T09:00:00Z", "affected_components": []}],
                "scheduled_maintenances": [{"id": "3", "name": "More disks", "status": "maintenance_scheduled",
                "started_at": "2026-01-02T09:00:00Z"}]})");
        QVERIFY2(timeline.ok(), timeline ? "" : timeline.error().message.c_str());
        compare(joined(shown(*timeline, {Kind::Level})), "09:00:00.000 Shop degraded\n10:00:00.000 Cart unavailable\n");
    }

    void aPagersLogIsInTheOrderOfItsTimesAndNamesNobody()
    {
        const auto timeline = readPagerdutyTimeline(bytesOf("pagerduty.json"));
        QVERIFY2(timeline.ok(), timeline ? "" : timeline.error().message.c_str());
        compare(joined(shown(*timeline, {Kind::Level, Kind::Note})),
            "10:00:00.000 \"[#7] Queue depth above 10k: trigger: Queue depth above 10k\"\n"
            "10:00:00.000 order-intake critical\n"
            "10:04:00.000 \"[#7] Queue depth above 10k: acknowledge: by mobile\"\n"
            "10:20:00.000 \"[#7] Queue depth above 10k: annotate: a person asked a person to stop the import.\"\n"
            "10:42:00.000 \"[#7] Queue depth above 10k: resolve: by website\"\n"
            "10:42:00.000 order-intake healthy\n");
        compare(unplacedOf(*timeline), "/log_entries/4 (line 17): an entry without a time: notify\n");
    }

    void aPagersListOfIncidentsTellsBeginningAndEnd()
    {
        const auto timeline = readPagerdutyTimeline(
            R"({"incidents": [{"id": "Q", "title": "Disk full", "status": "resolved", "urgency": "low",
                "service": {"summary": "db"}, "created_at": "2026-01-01T10:00:00+01:00", "updated_at": "2026-01-01T10:30:00+01:00"},
                {"id": "R", "title": "Disk gone", "status": "triggered", "urgency": "high",
                "service": {"summary": "db"}, "created_at": "2026-01-01T10:10:00+01:00"}]})");
        QVERIFY2(timeline.ok(), timeline ? "" : timeline.error().message.c_str());
        compare(joined(shown(*timeline, {Kind::Level})),
            "09:00:00.000 db degraded\n09:10:00.000 db critical\n09:30:00.000 db healthy\n");
        QCOMPARE(timeline->events.back().incident, std::string("Q")); // R goes on
    }

    void namesAndAddressesOfPersonsAreLeftOut()
    {
        const auto document = parseJson(R"({"a": [{"type": "user_reference", "summary": "Ada"},
            {"agent": {"type": "user", "summary": "Ada Byron", "email": "ada@example.org"}},
            {"type": "service_reference", "summary": "store"}]})");
        QVERIFY(document.ok());
        const People people(document->root);
        QCOMPARE(
            people.without("Ada Byron and Ada restarted store"), std::string("a person and a person restarted store"));
        QCOMPARE(people.without("mail <bob@b.example>, 3 @ 14:05"), std::string("mail <a person>, 3 @ 14:05"));
    }

    void aRingTellsMovesCallsAndWhatItDropped()
    {
        const auto timeline = readResilience4jTimeline(bytesOf("resilience4j_events.json"));
        QVERIFY2(timeline.ok(), timeline ? "" : timeline.error().message.c_str());
        compare(joined(shown(*timeline, {Kind::Breaker, Kind::Calls, Kind::Note})),
            "08:00:00.000 ledger ok\n"
            "08:00:01.117 ledger failed\n"
            "08:00:01.117 \"ledger: ERROR: java.net.ConnectException: Connection refused\"\n"
            "08:00:01.120 ledger closed > open\n"
            "08:00:01.300 ledger not_permitted\n"
            "08:00:11.125 ledger open > half_open\n"
            "08:01:40.000 gap ledger open > half_open\n"
            "08:01:41.000 ledger half_open > closed\n");
        compare(unplacedOf(*timeline),
            "/circuitBreakerEvents/7 (line 11): a transition between states that have no known word, of stamps\n"
            "/circuitBreakerEvents/8 (line 12): an event without a time: stamps: ERROR\n");
    }

    void aRangeQueryTellsBreakersRungsAndLatency()
    {
        const auto timeline = readPrometheusTimeline(bytesOf("prometheus_range.json"));
        QVERIFY2(timeline.ok(), timeline ? "" : timeline.error().message.c_str());
        QCOMPARE(timeline->services, std::vector<std::string>{"press"});
        std::vector<std::string> lines;
        for (const auto& event : timeline->events) {
            QVERIFY(event.reading.has_value());
            const auto& reading = *event.reading;
            QCOMPARE(reading.breakers.size(), std::size_t{1});
            auto line = rfc3339(event.at).substr(14, 5) + " " + std::string(nameOf(*reading.level)) + " "
                + std::string(nameOf(*reading.breakers[0].state));
            for (const auto& interval : reading.features.at(0).intervals) {
                line += " n" + std::to_string(interval.n);
                for (const auto& [rung, count] : interval.served)
                    line += " " + rung + " " + std::to_string(count);
                line += interval.p95 ? " p95 " + std::to_string(interval.p95->count() / 1'000'000) : " p95 -";
            }
            lines.push_back(line);
        }
        compare(joined(lines),
            "00:00 healthy closed\n"
            "00:30 healthy closed n1 cache 0 primary 40 p95 250\n"
            "01:00 degraded open n2 cache 30 primary 10 p95 9500\n"
            "01:30 degraded open n3 cache 40 primary 0 p95 -\n"
            "02:00 degraded half_open n4 cache 40 primary 0 p95 -\n"
            "02:30 healthy closed n5 cache 20 primary 20 p95 1000\n"
            "03:00 healthy closed n6 cache 0 primary 40 p95 300\n"
            "03:30 healthy closed n7 cache 0 primary 40 p95 200\n");
        compare(unplacedOf(*timeline),
            "/data/result/7 (line 9): neither a breaker, nor a rung (label rung or served_by), nor a latency, nor up: "
            "process_open_fds{instance=\"10.0.0.1:80\", job=\"press\"}\n");
    }

    void aCounterThatFellBeganAnew()
    {
        const auto timeline = readPrometheusTimeline(
            R"({"status": "success", "data": {"resultType": "matrix", "result": [{"metric": {"__name__": "a", "job": "j",
                "rung": "primary"}, "values": [[100, "50"], [110, "60"], [120, "3"], [130, "NaN"], [140, "9"]]}]}})");
        QVERIFY2(timeline.ok(), timeline ? "" : timeline.error().message.c_str());
        std::vector<std::string> lines;
        for (const auto& event : timeline->events)
            for (const auto& interval : event.reading->features.at(0).intervals)
                lines.push_back(std::to_string(interval.n) + ": " + std::to_string(interval.served.at("primary")));
        // From "no data" to 9 nothing is known.
        compare(joined(lines), "1: 10\n2: 3\n");
    }

    void whatIsNoSuchExportIsNamed_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("expected");
        for (const auto& kind : timelineKinds()) {
            const auto name = QString::fromUtf8(kind.name.data(), static_cast<qsizetype>(kind.name.size()));
            QTest::newRow(qPrintable(name + QStringLiteral(" no JSON"))) << name << "{"
                                                                         << "bad-json at / (line 1)";
            QTest::newRow(qPrintable(name + QStringLiteral(" empty"))) << name << ""
                                                                       << "bad-json at / (line 1)";
            QTest::newRow(qPrintable(name + QStringLiteral(" a list"))) << name << "[]"
                                                                        << "unknown-format at / (line 1)";
        }
        const auto row = [](const char* name, const char* kind, const char* body, const char* expected) {
            QTest::newRow(name) << QString::fromLatin1(kind) << QString::fromLatin1(body)
                                << QString::fromLatin1(expected);
        };
        row("page", "statuspage", "{\"page\": {}}", "unknown-format at /incidents (line 1)");
        row("page without incidents", "statuspage", "{\"incidents\": []}", "empty at /");
        row("no incident", "statuspage", "{\"incidents\": [\n7]}", "empty at /incidents/0 (line 2)");
        row("incidentio", "incidentio", "{}", "unknown-format at /status_page_incidents (line 1)");
        row("pager", "pagerduty", "{}", "unknown-format at /log_entries (line 1)");
        row("ring", "resilience4j-events", "{}", "unknown-format at /circuitBreakerEvents (line 1)");
        row("vector", "prometheus-range", R"({"status": "success", "data": {"resultType": "vector", "result": []}})",
            "unknown-format at /data/resultType (line 1)");
        row("refused query", "prometheus-range", R"({"status": "error", "errorType": "bad_data", "error": "no"})",
            "bad-data at /error (line 1)");
    }
    void whatIsNoSuchExportIsNamed()
    {
        QFETCH(QString, kind);
        QFETCH(QString, body);
        QFETCH(QString, expected);
        for (const auto& candidate : timelineKinds())
            if (candidate.name == kind.toStdString())
                QCOMPARE(faultOf(candidate.read, body.toStdString()), expected.toStdString());
    }

    void everyPrefixAndEveryChangedByteGivesATimelineOrANamedError_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("file");
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
    void everyPrefixAndEveryChangedByteGivesATimelineOrANamedError()
    {
        QFETCH(QString, kind);
        QFETCH(QString, file);
        const auto bytes = bytesOf(file.toStdString());
        QVERIFY(bytes.size() > 500);
        const auto found = std::find_if(timelineKinds().begin(), timelineKinds().end(),
            [&](const TimelineKind& candidate) { return candidate.name == kind.toStdString(); });
        QVERIFY(found != timelineKinds().end());
        const auto end = bytes.find_last_of('}');
        for (std::size_t length = 0; length <= end; ++length) {
            const auto timeline = found->read(std::string_view(bytes).substr(0, length));
            QVERIFY2(!timeline.ok(), std::to_string(length).c_str());
            QVERIFY(!timeline.error().code.empty() && !timeline.error().where.empty());
        }
        std::size_t different = 0;
        const auto whole = found->read(bytes)->events.size();
        for (std::size_t at = 0; at < end; at += 5) {
            auto mutated = bytes;
            mutated[at] = static_cast<char>(mutated[at] ^ 0x15);
            const auto timeline = found->read(mutated);
            QVERIFY(timeline.ok() || (!timeline.error().code.empty() && !timeline.error().where.empty()));
            different += !timeline.ok() || timeline->events.size() != whole;
        }
        QVERIFY(different > 10);
    }
};

QTEST_APPLESS_MAIN(TestTimeline)
#include "tst_timeline.moc"
