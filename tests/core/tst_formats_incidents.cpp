// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/reading_text.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::reading_text;

/// Status pages and pagers: their words, their order and their zones; an empty answer is never good news.
class TestFormatsIncidents : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheBodies_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* file, const char* expected) {
            QTest::newRow(file) << QString(file) << QString(expected);
        };
        row("statuspage-v2/clone_without_indicator.json", "DEGRADED: Labels - API HEALTHY, Tracking DEGRADED []");
        row("statuspage-v2/old_incident.json", "HEALTHY:  []");
        row("incidentio-status/page_form.json",
            "DEGRADED: Labels HEALTHY, Tracking DEGRADED, Depot North HEALTHY, C9 UNAVAILABLE [unknown-component]");
        row("incidentio-status/maintenance_only.json", "DEGRADED: Labels DEGRADED []");
        row("cachet/components.json", "CRITICAL: Bestellung HEALTHY, Versand UNAVAILABLE, Neu UNKNOWN []");
        row("cachet/fixed_incident.json", "HEALTHY:  [assumed-utc]");
        row("pagerduty-log-entries/two_incidents_any_order.json", "-:  []");
        row("pagerduty-log-entries/first_page.json", "-:  [more-pages]");
    }
    void readsTheBodies()
    {
        QFETCH(QString, file);
        QFETCH(QString, expected);
        const auto reading = readFile(file);
        QCOMPARE(componentsText(reading), expected);
        QCOMPARE(text(reading->format), file.section('/', 0, 0));
    }

    void anIndicatorsWordsAreItsOwn()
    {
        const auto level = [](const char* word) {
            return componentsText(readBody(QByteArray(R"({"page":{},"status":{"indicator":")") + word + "\"}}"));
        };
        QCOMPARE(level("none"), QStringLiteral("HEALTHY:  []"));
        QCOMPARE(level("minor"), QStringLiteral("DEGRADED:  []"));
        QCOMPARE(level("major"), QStringLiteral("CRITICAL:  []"));
        QCOMPARE(level("maintenance"), QStringLiteral("DEGRADED:  []"));
        QCOMPARE(level("OPERATIONAL"), QStringLiteral("HEALTHY:  []"));
        QCOMPARE(level("critical"), QStringLiteral("UNAVAILABLE:  [http-body-disagree]"));
        QCOMPARE(level("wobbly"), QStringLiteral("DEGRADED:  [unknown-word]"));
    }

    void anEmptyAnswerIsNoRecovery()
    {
        QCOMPARE(componentsText(readBody(R"({"page":{},"status":{}})")), QStringLiteral("unknown-format"));
        QCOMPARE(componentsText(readBody(R"({"page":{},"components":[]})")), QStringLiteral("unknown-format"));
        QCOMPARE(componentsText(readBody(R"({"page":{},"incidents":null})")), QStringLiteral("unknown-format"));
        QCOMPARE(componentsText(readBody(R"({"page":{},"incidents":[]})")), QStringLiteral("HEALTHY:  []"));
        QCOMPARE(componentsText(readBody(R"({"ongoing_incidents":null})")), QStringLiteral("unknown-format"));
        QCOMPARE(componentsText(readBody(R"({"ongoing_incidents":[]})")), QStringLiteral("HEALTHY:  []"));
    }

    void theIndicatorMayLagBehindIncidentsAndComponents()
    {
        QCOMPARE(componentsText(readBody(R"({"page":{},"status":{"indicator":"none"},"components":[],
            "incidents":[{"name":"i","status":"identified","impact":"major"}]})")),
            QStringLiteral("CRITICAL:  []"));
        QCOMPARE(componentsText(readBody(R"({"page":{},"status":{"indicator":"none"},"incidents":[],
            "components":[{"name":"c","status":"major_outage"}]})")),
            QStringLiteral("DEGRADED: c UNAVAILABLE [masked]"));
        QCOMPARE(componentsText(readBody(R"({"page":{},"status":{"indicator":"none"},"incidents":[
            {"name":"i","status":"investigating","impact":"none"}]})")),
            QStringLiteral("HEALTHY:  []"));
        QCOMPARE(componentsText(readBody(R"({"page":{},"incidents":[{"name":"i","status":"investigating"}]})")),
            QStringLiteral("DEGRADED:  []"));
    }

    void plannedWorkWeighsOnlyWhileItGoesOn()
    {
        const auto level = [](const char* status) {
            QByteArray body = R"({"page":{},"incidents":[],"scheduled_maintenances":[
                {"name":"m","impact":"maintenance","status":"STATUS"}]})";
            return componentsText(readBody(body.replace("STATUS", status)));
        };
        QCOMPARE(level("scheduled"), QStringLiteral("HEALTHY:  []"));
        QCOMPARE(level("in_progress"), QStringLiteral("DEGRADED:  []"));
        QCOMPARE(level("verifying"), QStringLiteral("DEGRADED:  []"));
        QCOMPARE(level("completed"), QStringLiteral("HEALTHY:  []"));
        const auto clone = readFile("statuspage-v2/clone_without_indicator.json");
        QCOMPARE(incidentText(clone->incidents.at(0)),
            QStringLiteral("New scales scheduled maintenance 2026-12-01T00:00:00.000Z..- (0 updates, maintenance)"));
    }

    void anOldIncidentIsSortedAndItsComponentsHadItsImpact()
    {
        const auto reading = readFile("statuspage-v2/old_incident.json");
        const auto& incident = reading->incidents.at(0);
        QCOMPARE(incidentText(incident),
            QStringLiteral("Scanner outage postmortem major 2026-10-05T09:55:00.000Z..2026-10-05T12:30:00.000Z "
                           "(3 updates, resolved)"));
        QCOMPARE(text(incident.updates[0].status), QStringLiteral("investigating"));
        QCOMPARE(text(incident.updates[1].text), QStringLiteral("All good.\r\n<b>Bye</b>"));
        QCOMPARE(
            timelineText(*reading), QStringLiteral("09:55:00.000 Scanning CRITICAL; 12:30:00.000 Scanning HEALTHY"));
    }

    void incidentioTellsIntervals()
    {
        const auto reading = readFile("incidentio-status/page_form.json");
        QCOMPARE(incidentText(reading->incidents.at(0)),
            QStringLiteral("Slow tracking monitoring unknown 2026-11-02T08:00:00.000Z..- (2 updates)"));
        QCOMPARE(text(reading->incidents[0].updates[0].text), QStringLiteral("Looking."));
        QCOMPARE(timelineText(*reading),
            QStringLiteral(
                "08:00:00.000 Tracking DEGRADED; 08:00:00.000 Labels CRITICAL; 08:20:00.000 Labels HEALTHY"));
        const auto works = readFile("incidentio-status/maintenance_only.json");
        QVERIFY(works->incidents.empty());
        QCOMPARE(timelineText(*works), QStringLiteral("08:00:00.000 Belt works DEGRADED"));
        QCOMPARE(text(works->timeline[0].kind), QStringLiteral("maintenance"));
    }

    void cachetsLatestStatusCounts()
    {
        const auto reading = readFile("cachet/fixed_incident.json");
        QCOMPARE(incidentText(reading->incidents.at(0)),
            QStringLiteral("Label printer fixed unknown 2026-11-02T08:00:00.000Z..2026-11-02T08:50:00.000Z "
                           "(2 updates, resolved)"));
        QCOMPARE(incidentText(reading->incidents.at(1)),
            QStringLiteral("Roof works scheduled unknown 2026-12-01T06:00:00.000Z..- (0 updates, maintenance)"));
        QCOMPARE(componentsText(readBody(R"({"data":[{"name":"i","human_status":"?","status":4,"latest_status":3,
            "is_resolved":false,"updates":[]}]})")),
            QStringLiteral("DEGRADED:  []"));
    }

    void cachetComponentsThatSayNothingGiveNoLevel()
    {
        QCOMPARE(componentsText(readBody(R"({"data":[{"name":"a","status":0,"status_name":"?"}]})")),
            QStringLiteral("unknown-format"));
        QCOMPARE(componentsText(readBody(R"({"data":[{"name":"a","status":1,"status_name":"?"},
            {"name":"b","status":0,"status_name":"?"},{"name":"c","status":9,"status_name":"?"}]})")),
            QStringLiteral("HEALTHY: a HEALTHY, b UNKNOWN, c UNKNOWN [unknown-word]"));
        QCOMPARE(componentsText(readBody(R"({"data":[{"name":"a","status":4,"status_name":"?"}]})")),
            QStringLiteral("UNAVAILABLE: a UNAVAILABLE [http-body-disagree]"));
    }

    void aPagersLogIsSortedAndNamesNobody()
    {
        const auto reading = readFile("pagerduty-log-entries/two_incidents_any_order.json");
        QCOMPARE(reading->incidents.size(), std::size_t{2});
        QCOMPARE(incidentText(reading->incidents[0]),
            QStringLiteral(
                " resolved unknown 2026-11-02T08:00:00.000Z..2026-11-02T08:40:00.000Z (2 updates, resolved)"));
        QCOMPARE(incidentText(reading->incidents[1]),
            QStringLiteral(" triggered unknown 2026-11-02T08:00:00.000Z..- (2 updates)"));
        QCOMPARE(text(reading->incidents[1].updates[1].status), QStringLiteral("note"));
        QCOMPARE(reading->stream->events, std::uint64_t{4});
        QVERIFY(!text(jsonText(*reading)).contains(QStringLiteral("Kim")));
    }

    void anUnreadPageMayHoldWhatIsOpen()
    {
        const auto level = [](const char* status, const char* urgency, const char* more) {
            QByteArray body =
                R"({"incidents":[{"id":"A","title":"t","status":"STATUS","urgency":"URGENCY"}],"more":MORE})";
            return componentsText(
                readBody(body.replace("STATUS", status).replace("URGENCY", urgency).replace("MORE", more)));
        };
        QCOMPARE(level("resolved", "high", "false"), QStringLiteral("HEALTHY:  []"));
        QCOMPARE(level("resolved", "high", "true"), QStringLiteral("-:  [more-pages]"));
        QCOMPARE(level("acknowledged", "high", "true"), QStringLiteral("CRITICAL:  [more-pages]"));
        QCOMPARE(level("triggered", "low", "false"), QStringLiteral("DEGRADED:  []"));
    }
};

QTEST_APPLESS_MAIN(TestFormatsIncidents)
#include "tst_formats_incidents.moc"
