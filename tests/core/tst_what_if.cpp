// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/base/codec.h"
#include "rungwatch/lab/lab_recording.h"
#include "rungwatch/lab/outage_hour.h"
#include "rungwatch/lab/what_if.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace rungwatch;
using namespace rungwatch::lab;

namespace {

std::string fileText(const char* path)
{
    QFile file(QString::fromUtf8(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// The mode in force by minute that the published hour has under a named setting.
QString expectedModes(QLatin1String setting)
{
    const auto text = fileText(RUNGWATCH_TEST_DATA "/lab_expected.json");
    const auto settings =
        QJsonDocument::fromJson(QByteArray::fromStdString(text)).object()[QLatin1String("settings")].toArray();
    for (const auto& value : settings)
        if (value.toObject()[QLatin1String("name")].toString() == setting)
            return value.toObject()[QLatin1String("mode_in_force_by_minute")]
                .toObject()[QLatin1String("value")]
                .toString();
    return {};
}

/// The scripted hour under its default settings, as a journal would tell it.
Recording recordedHour()
{
    const auto scenario = parseScenario(fileText(RUNGWATCH_SOURCE_DIR "/resources/scenarios/outage_hour.json")).value();
    const auto run = runHour(scenario, scenario.defaults);
    Recording recording;
    for (const auto& feature : scenario.features) {
        RecordedFeature recorded;
        recorded.name = feature.name;
        recorded.service = "store";
        recorded.criticality = feature.criticality;
        recorded.required = feature.name == "refund_eligibility";
        for (const auto& rung : feature.ladder)
            if (rung.kind != RungKind::SmallModel || feature.alwaysOnSmallModel)
                recorded.ladder.push_back({rung.name, rung.kind, std::string(nameOf(rung.kind))});
        for (std::int64_t minute = 0; minute < scenario.minutes; ++minute) {
            RecordedInterval interval;
            interval.n = static_cast<std::uint64_t>(minute);
            interval.mode = run.modeInForce[std::size_t(minute)] == 'd' ? Mode::Degraded : Mode::Primary;
            interval.seen = {Percent{scenario.errorPercentAt(minute) * 1'000},
                std::chrono::seconds{scenario.p95SecondsAt(minute)}, 20, false};
            interval.served = run.byMinute[std::size_t(minute)].at(feature.name);
            interval.limits = {
                {"secondary", scenario.secondaryQuotaAt(minute)}, {"small_model", scenario.smallCapacity}};
            recorded.intervals.push_back(std::move(interval));
        }
        recording.features.push_back(std::move(recorded));
    }
    return recording;
}

Changes changed(const Recording& recording, const QStringList& assignments)
{
    Changes changes;
    for (const auto& assignment : assignments)
        if (const auto fault = setChange(changes, recording, assignment.toStdString()))
            qFatal("%s", fault->message.c_str());
    return changes;
}

QString modesOf(const Lane& lane)
{
    QString modes;
    for (const auto& interval : lane)
        modes += QLatin1Char(interval.mode ? nameOf(*interval.mode).front() : '?');
    return modes;
}

const WhatIfFeature& named(const std::vector<WhatIfFeature>& features, const std::string& name)
{
    return *std::ranges::find(features, name, &WhatIfFeature::name);
}

std::int64_t unavailableOf(const std::vector<WhatIfFeature>& features, Lane WhatIfFeature::*lane)
{
    std::int64_t sum = 0;
    for (const auto& feature : features)
        sum += figuresOf(feature.*lane, feature).unavailable;
    return sum;
}

} // namespace

/// A recorded hour decided again: nothing changed changes nothing, and each change moves the figures as the published
/// hour says.
class TestWhatIf : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theRecordedPolicyChangesNothing();
    void modesUnderAnotherController_data();
    void modesUnderAnotherController();
    void aKillSwitchFreesTheQuota();
    void aKillIsGivenInTimesToo_data();
    void aKillIsGivenInTimesToo();
    void theScriptedHourGivesItsFiguresExactly();
    void aRungThatIsOffServesNothing();
    void anotherQuotaIsDividedAnew();
    void whatAPersonHadSetStays();
    void anUnknownIntervalGivesNoVerdict();
    void everyLifeHasItsOwnNumbers();
    void wrongChanges_data();
    void wrongChanges();
};

void TestWhatIf::theRecordedPolicyChangesNothing()
{
    const auto recording = recordedHour();
    // Also where the recorded value is set once more: the controller decides again, and as it did.
    for (const auto& changes : {Changes{}, changed(recording, {QStringLiteral("hold=3")}),
             changed(recording, {QStringLiteral("secondary.limit=100"), QStringLiteral("small_model.limit=80")})}) {
        const auto features = decideAgain(recording, changes);
        QCOMPARE(features.size(), std::size_t{3});
        for (const auto& feature : features) {
            QCOMPARE(modesOf(feature.otherwise), modesOf(feature.recorded));
            const auto last = changes.limits.empty() ? feature.recorded.size() : 20; // 90 when the primary is out
            for (std::size_t i = 0; i < last; ++i) {
                QVERIFY(feature.recorded[i].served == feature.otherwise[i].served);
                QVERIFY(!feature.otherwise[i].estimated);
            }
        }
    }
}

void TestWhatIf::modesUnderAnotherController_data()
{
    QTest::addColumn<QStringList>("set");
    QTest::addColumn<QString>("modes");
    QTest::addColumn<qint64>("switches");
    const auto row = [](const char* setting, const QStringList& set, qint64 switches) {
        QTest::newRow(setting) << set << expectedModes(QLatin1String(setting)) << switches;
    };
    const auto hold = QStringLiteral("hold=1");
    const auto noLatency = QStringLiteral("latency_trigger=false");
    row("hold_1", {hold}, 6);
    row("no_latency_trigger", {noLatency}, 4);
    row("hold_1_and_no_latency_trigger", {noLatency, hold}, 8);
}

void TestWhatIf::modesUnderAnotherController()
{
    QFETCH(QStringList, set);
    QFETCH(QString, modes);
    QFETCH(qint64, switches);
    const auto recording = recordedHour();
    const auto features = decideAgain(recording, changed(recording, set));
    for (const auto& feature : features) {
        QCOMPARE(modesOf(feature.otherwise), modes);
        QCOMPARE(figuresOf(feature.otherwise, feature).switches, std::int64_t(switches));
        QCOMPARE(figuresOf(feature.recorded, feature).switches, std::int64_t{2});
    }
}

void TestWhatIf::aKillSwitchFreesTheQuota()
{
    const auto recording = recordedHour();
    const auto features = decideAgain(recording, changed(recording, {QStringLiteral("recommendations.kill=11-47")}));
    const auto& killed = named(features, "recommendations");
    QCOMPARE(modesOf(killed.otherwise).mid(10, 3), QStringLiteral("pkk"));
    QCOMPARE(modesOf(killed.otherwise).mid(46, 3), QStringLiteral("kkp"));
    for (std::size_t minute = 11; minute <= 47; ++minute)
        QCOMPARE(killed.otherwise[minute].served.at("secondary") + killed.otherwise[minute].served.at("small_model"),
            std::int64_t{0});
    // Help desk and refunds fit the quota of 100 but in the full outage.
    QCOMPARE(named(features, "help_desk").otherwise[15].served.at("secondary"), std::int64_t{90});
    QVERIFY(named(features, "help_desk").otherwise[15].estimated);
    QVERIFY(!named(features, "help_desk").otherwise[10].estimated);
    QCOMPARE(unavailableOf(features, &WhatIfFeature::recorded), std::int64_t{94});
    QVERIFY(unavailableOf(features, &WhatIfFeature::otherwise) <= 9);
}

void TestWhatIf::aKillIsGivenInTimesToo_data()
{
    QTest::addColumn<QString>("times");
    QTest::addColumn<QString>("intervals");
    const auto row = [](const char* times, const char* intervals) {
        QTest::newRow(times) << QString::fromLatin1(times) << QString::fromLatin1(intervals);
    };
    row("14:11..14:48", "11-47");
    row("14:11..14:47", "11-46");
    row("14:11:59..14:47:01", "11-47");
    row("2026-11-30T14:12:00Z..2026-11-30T14:13:00Z", "12-12");
    row("13:00..14:01", "none"); // a time before the recording is the next day's
    row("14:00..14:01", "0-0");
}

void TestWhatIf::aKillIsGivenInTimesToo()
{
    QFETCH(QString, times);
    QFETCH(QString, intervals);
    const auto scenario = parseScenario(fileText(RUNGWATCH_SOURCE_DIR "/resources/scenarios/outage_hour.json")).value();
    const auto recording = recordingOf(scenario, *fromRfc3339("2026-11-30T14:00:00Z"));
    const auto kill = QStringLiteral("recommendations.kill=");
    const auto byTimes = decideAgain(recording, changed(recording, {kill + times}));
    const auto byIntervals = intervals == QLatin1String("none")
        ? decideAgain(recording, {})
        : decideAgain(recording, changed(recording, {kill + intervals}));
    for (std::size_t i = 0; i < byTimes.size(); ++i)
        QCOMPARE(modesOf(byTimes[i].otherwise), modesOf(byIntervals[i].otherwise));
}

/// Every figure of every named setting, by what-if of the default hour.
void TestWhatIf::theScriptedHourGivesItsFiguresExactly()
{
    const auto scenario = parseScenario(fileText(RUNGWATCH_SOURCE_DIR "/resources/scenarios/outage_hour.json")).value();
    const auto recording = recordingOf(scenario, WallTime{});
    const auto text = fileText(RUNGWATCH_TEST_DATA "/lab_expected.json");
    const auto expected =
        QJsonDocument::fromJson(QByteArray::fromStdString(text)).object()[QLatin1String("settings")].toArray();
    QCOMPARE(expected.size(), qsizetype{11});
    for (const auto& setting : scenario.settings) {
        Changes changes;
        for (const auto& change : changesFor(scenario, setting.toggles))
            QVERIFY(!setChange(changes, recording, change));
        const auto features = decideAgain(recording, changes);
        const auto run = runHour(scenario, setting.toggles);
        for (const auto& feature : features)
            for (std::size_t minute = 0; minute < feature.otherwise.size(); ++minute)
                QVERIFY2(feature.otherwise[minute].served == run.byMinute[minute].at(feature.name),
                    (setting.name + ", " + feature.name + ", minute " + std::to_string(minute)).c_str());
        QCOMPARE(modesOf(named(features, "help_desk").otherwise), QString::fromStdString(run.modeInForce));

        const auto found = std::ranges::find_if(expected, [&](const QJsonValue& value) {
            return value[QLatin1String("name")].toString().toStdString() == setting.name;
        });
        QVERIFY(found != expected.end());
        const auto figures = (*found)[QLatin1String("figures")].toObject();
        const auto is = [&](const char* name) { return figures[QLatin1String(name)][QLatin1String("value")]; };
        const auto total = totalOf(features, &WhatIfFeature::otherwise);
        QCOMPARE(total.switches, is("switches").toInteger());
        QCOMPARE(total.degradedIntervals, is("degraded_minutes").toInteger());
        QCOMPARE(total.degradedFor, Duration{std::chrono::minutes{is("degraded_minutes").toInteger()}});
        QCOMPARE(total.slowPrimaryIntervals, is("primary_mode_minutes_at_or_over_latency_threshold").toInteger());
        QCOMPARE(total.unavailable, is("honest_unavailable").toInteger());
        QCOMPARE(total.queued, is("queued_for_person").toInteger());
        QCOMPARE(total.requiredOnSmallModel, is("refunds_decided_by_small_model").toInteger());
        QCOMPARE(total.wrongDecisions.value(), is("wrong_refund_decisions").toInteger());
        QCOMPARE(total.served.at("primary"), is("primary").toInteger());
        QCOMPARE(total.served.at("secondary") + total.served.at("small_model"), is("fallback_model").toInteger());
        const auto minutes = is("trip_minutes").toArray();
        QCOMPARE(total.trips.size(), std::size_t(minutes.size()));
        for (qsizetype i = 0; i < minutes.size(); ++i)
            QCOMPARE(qint64(total.trips[std::size_t(i)]), minutes[i].toInteger());
    }
}

void TestWhatIf::aRungThatIsOffServesNothing()
{
    const auto recording = recordedHour();
    for (const auto* set : {"undrilled=small_model", "forbid=small_model"}) {
        const auto features = decideAgain(recording, changed(recording, {QString::fromLatin1(set)}));
        for (const auto* name : {"help_desk", "recommendations"}) {
            const auto figures = figuresOf(named(features, name).otherwise, named(features, name));
            QCOMPARE(figures.served.at("small_model"), std::int64_t{0});
            QCOMPARE(figures.switches, std::int64_t{2});
        }
        QVERIFY(unavailableOf(features, &WhatIfFeature::otherwise) > 4 * 94);
    }
}

void TestWhatIf::anotherQuotaIsDividedAnew()
{
    const auto recording = recordedHour();
    const auto features = decideAgain(recording, changed(recording, {QStringLiteral("secondary.limit=90")}));
    // MODEL.md's own example: 90 among 10, 90 and 90.
    QCOMPARE(named(features, "refund_eligibility").otherwise[15].served.at("secondary"), std::int64_t{5});
    QCOMPARE(named(features, "help_desk").otherwise[15].served.at("secondary"), std::int64_t{43});
    QCOMPARE(named(features, "recommendations").otherwise[15].served.at("secondary"), std::int64_t{42});
}

void TestWhatIf::whatAPersonHadSetStays()
{
    auto recording = recordedHour();
    auto& intervals = recording.features.front().intervals;
    intervals[15].mode = Mode::Killed;
    intervals[16].mode = Mode::Forced;
    const auto features = decideAgain(recording, changed(recording, {QStringLiteral("hold=1")}));
    const auto& feature = named(features, recording.features.front().name);
    QCOMPARE(modesOf(feature.otherwise).mid(14, 4), QStringLiteral("dkfd"));
}

void TestWhatIf::anUnknownIntervalGivesNoVerdict()
{
    auto recording = recordedHour();
    for (auto& feature : recording.features) {
        feature.controller.minRequests = 20;
        feature.intervals[45].seen.requests = 19; // the first of three healthy ones
    }
    const auto features = decideAgain(recording, changed(recording, {QStringLiteral("max_error_pct=20")}));
    for (const auto& feature : features)
        QCOMPARE(modesOf(feature.otherwise).mid(46, 4), QStringLiteral("dddp"));
}

void TestWhatIf::everyLifeHasItsOwnNumbers()
{
    auto recording = recordedHour();
    for (auto& feature : recording.features)
        for (std::size_t i = 30; i < 60; ++i) {
            feature.intervals[i].life = 1;
            feature.intervals[i].n = i - 30;
        }
    const auto features = decideAgain(recording, changed(recording, {QStringLiteral("recommendations.kill=15-15")}));
    QCOMPARE(modesOf(named(features, "recommendations").otherwise).count(QLatin1Char('k')), 2);
    for (const auto& feature : features)
        QCOMPARE(std::ranges::count_if(feature.otherwise, &LaneInterval::estimated), 2);
}

void TestWhatIf::wrongChanges_data()
{
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* set, const char* where) {
        QTest::newRow(set) << QString::fromLatin1(set) << QString::fromLatin1(where);
    };
    row("hold", "hold");
    row("hold=0", "hold");
    row("hold=1001", "hold");
    row("hold=1x", "hold");
    row("max_error_pct=0", "max_error_pct");
    row("max_error_pct=100.1", "max_error_pct");
    row("max_error_pct=nan", "max_error_pct");
    row("max_p95_s=0", "max_p95_s");
    row("latency_trigger=yes", "latency_trigger");
    row("min_requests=-1", "min_requests");
    row("kill=1-2", "kill");
    row("recommendations.kill=5-4", "recommendations.kill");
    row("recommendations.kill=", "recommendations.kill");
    row("recommendations.kill=14:00..", "recommendations.kill");
    row("recommendations.kill=24:00..25:00", "recommendations.kill");
    row("recommendations.kill=14:00..14:00", "recommendations.kill");
    row("nobody.hold=1", "nobody.hold");
    row("forbid=teapot", "forbid");
    row("forbid=unavailable", "forbid");
    row("secondary.limit=-1", "secondary.limit");
    row("tertiary.limit=1", "tertiary.limit");
    row("holds=1", "holds");
}

void TestWhatIf::wrongChanges()
{
    QFETCH(QString, set);
    QFETCH(QString, where);
    Changes changes;
    const auto fault = setChange(changes, recordedHour(), set.toStdString());
    QVERIFY(fault);
    QCOMPARE(QString::fromStdString(fault->where), where);
    QVERIFY(QString::fromStdString(fault->message).startsWith(QLatin1String("expected ")));
}

QTEST_APPLESS_MAIN(TestWhatIf)
#include "tst_what_if.moc"
