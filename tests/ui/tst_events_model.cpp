// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/events_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

/// 2026-11-30T14:27:05.6Z
const WallTime moment{std::chrono::milliseconds{1796048825600}};

Event eventOf(quint64 seq, EventBody body)
{
    return {seq, moment, {}, 0, std::move(body)};
}

Event mode(quint64 seq, Mode from, Mode to)
{
    return eventOf(seq, ModeChanged{"store", "recommendations", from, to, 10, std::nullopt});
}

QString rowText(const QAbstractItemModel& model, int row)
{
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells << model.index(row, column).data().toString();
    return cells.join(QStringLiteral(" | "));
}

} // namespace

/// Every event that a person reads is one line, newest first, in words of our own, and what a service sent is text.
class TestEventsModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression{QStringLiteral(".*")}); }
    void newestFirst();
    void anEventIsTakenOnce();
    void keepsTheNewest_data();
    void keepsTheNewest();
    void words_data();
    void words();
    void whatNobodyReadsIsNoLine();
    void aStageNamesItsCommand();
    void aServicesTextStaysOneLineOfPlainText();
    void filterNeedsEveryWord();
};

void TestEventsModel::newestFirst()
{
    EventsModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
    QVERIFY(!model.newest());
    model.append({mode(4711, Mode::Primary, Mode::Degraded), mode(48213, Mode::Degraded, Mode::Primary)});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(rowText(model, 0),
        QStringLiteral("48\u00a0213 | 14:27:05.6 | recommendations | mode DEGRADED → PRIMARY, after interval 10"));
    QCOMPARE(model.newest()->seq, quint64{48213});
    QCOMPARE(model.index(1, 0).data(EventsModel::MarkRole).value<Mark>(), Mark{Mode::Degraded});
}

void TestEventsModel::anEventIsTakenOnce()
{
    EventsModel model;
    QSignalSpy inserted{&model, &QAbstractItemModel::rowsInserted};
    const std::vector<Event> events{mode(1, Mode::Primary, Mode::Degraded), mode(2, Mode::Degraded, Mode::Primary)};
    model.append(events);
    model.append(events);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(inserted.count(), 1);
}

void TestEventsModel::keepsTheNewest_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("rows");
    QTest::newRow("one less than fits") << EventsModel::maxRows - 1 << EventsModel::maxRows - 1;
    QTest::newRow("as many as fit") << EventsModel::maxRows << EventsModel::maxRows;
    QTest::newRow("one more") << EventsModel::maxRows + 1 << EventsModel::maxRows;
}

void TestEventsModel::keepsTheNewest()
{
    QFETCH(int, count);
    QFETCH(int, rows);
    EventsModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
    std::vector<Event> events;
    for (int i = 1; i <= count; ++i)
        events.push_back(mode(i, Mode::Primary, Mode::Degraded));
    const std::vector<Event> last{events.back()};
    events.pop_back();
    model.append(events);
    model.append(last);
    QCOMPARE(model.rowCount(), rows);
    QCOMPARE(model.index(0, 0).data(EventsModel::SeqRole).toInt(), count);
    QCOMPARE(model.index(rows - 1, 0).data(EventsModel::SeqRole).toInt(), count - rows + 1);
}

void TestEventsModel::words_data()
{
    QTest::addColumn<Event>("event");
    QTest::addColumn<QString>("line");
    const auto row = [](const char* name, EventBody body, const char* line) {
        QTest::newRow(name) << eventOf(1, std::move(body)) << QString::fromUtf8(line);
    };
    row("own breaker",
        BreakerMoved{
            "store/health", {breaker::Phase::HalfOpen, breaker::Phase::Open, breaker::Cause::ProbeFailed, {}, {}, {}}},
        "store/health: HALF-OPEN → OPEN (own): probe failed");
    const auto tripped = [](breaker::Figures figures) {
        return BreakerMoved{
            "store/health", {breaker::Phase::Closed, breaker::Phase::Open, breaker::Cause::Threshold, {}, {}, figures}};
    };
    row("an own breaker says what tripped it", tripped({27, 3, 0, 3, {}, {}}),
        "store/health: CLOSED → OPEN (own): 3 failed in a row, 3 of 27 polls failed");
    row("all polls that it has", tripped({3, 3, 0, 3, {}, {}}), "store/health: CLOSED → OPEN (own): 3 failed in a row");
    row("by a rate", tripped({20, 10, 0, 0, {}, {}}), "store/health: CLOSED → OPEN (own): 10 of 20 polls failed");
    row("reported breaker",
        ReportedBreakerMoved{"store", "provider-primary", "open", "half_open", "cooldown", {}, 48211},
        "provider-primary: OPEN → HALF-OPEN (reported): cooldown");
    row("a state that we have no word for", ReportedBreakerMoved{"store", "b", "closed", "metrics_only", "", {}, 1},
        "b: CLOSED → METRICS_ONLY (reported)");
    row("freshness", FreshnessChanged{"store/resilience", Freshness::Late, Freshness::Stale},
        "store/resilience: late → STALE");
    row("trouble", TroubleChanged{"store/health", "too_large", "over 4 MB"}, "store/health: too large: over 4 MB");
    row("trouble over", TroubleChanged{"store/health", "", ""}, "store/health: answers well again");
    row("level", ServiceLevelChanged{"store", HealthLevel::Degraded, HealthLevel::Unavailable, "unreachable: refused"},
        "store: DEGRADED → UNAVAILABLE: unreachable: refused");
    row("the same level for another reason", LevelReasonChanged{"", HealthLevel::Degraded, "store degraded"},
        "fleet: still DEGRADED: store degraded");
    row("a service's level for another reason", LevelReasonChanged{"store", HealthLevel::Unknown, "health: timeout"},
        "store: still UNKNOWN: health: timeout");
    row("a note", NoteTaken{"ann", "called the provider"}, "ann: noted: “called the provider”");
    row("an incident by hand", IncidentDeclared{"ann", "slow answers", {}},
        "ann: declared an incident: “slow answers”");
    row("its end", IncidentEnded{"ann"}, "ann: ended the incident");
    row("unknown mode", ModeChanged{"store", "help_desk", Mode::Primary, std::nullopt, std::nullopt, std::nullopt},
        "help_desk: mode PRIMARY → UNKNOWN");
    row("kill", KillSwitchChanged{"store", "help_desk", true, "ann", "free the quota", 3588s, "c1", "engaged"},
        "help_desk: KILLED by ann, ends in 59\u00a0min\u00a048\u00a0s: “free the quota”");
    row("kill without an end", KillSwitchChanged{"store", "help_desk", true, "ann", "why", {}, "c1", "engaged"},
        "help_desk: KILLED by ann, until revoked: “why”");
    row("kill over", KillSwitchChanged{"store", "help_desk", false, "", "", {}, "c1", "expired"},
        "help_desk: kill switch released: it expired");
    row("wall clock", ClockJump{-3600s},
        "clock: the wall clock was set back by 1\u00a0h\u00a00\u00a0min; no decision changes by it");
    row("refused here",
        CommandRefused{{"c2", CommandKind::Operate, "s", Action::Probe, "store/p", "ann", "", {}, "", false, 7},
            Refusal::ProbeInFlight, "", 3s},
        "ann: REFUSED probe of store/p: a probe is in flight");
}

void TestEventsModel::words()
{
    QFETCH(Event, event);
    QFETCH(QString, line);
    const auto words = format::eventLine(event, {});
    QVERIFY(words);
    QCOMPARE(QString{words->subject + QStringLiteral(": ") + words->text}, line);
}

void TestEventsModel::whatNobodyReadsIsNoLine()
{
    const std::vector<EventBody> silent{Tick{}, PollRound{}, PollsStarted{}, CommandReceived{}, EffectResult{},
        IntervalClosed{}, SelectionTouched{}, SelectionEnded{"s", "operated"}};
    for (const auto& body : silent)
        QVERIFY(!format::eventLine(eventOf(1, body), {}));
}

void TestEventsModel::aStageNamesItsCommand()
{
    EventsModel model;
    Command command;
    command.id = "c7";
    command.target = "recommendations";
    command.by = "ann";
    command.reason = "free the quota for refunds";
    CommandStageChanged stage{"c7", Stage::Effective, {}, "", "", {}, 3200ms};
    model.append({eventOf(1, CommandRequested{command}), eventOf(2, stage)});
    QCOMPARE(model.index(1, EventsModel::Text).data().toString(),
        QStringLiteral("requested kill of recommendations: “free the quota for refunds”"));
    QCOMPARE(model.index(0, EventsModel::Text).data().toString(),
        QStringLiteral("kill of recommendations CONFIRMED by telemetry after 3.2\u00a0s"));
    QCOMPARE(model.index(0, EventsModel::Subject).data().toString(), QStringLiteral("ann"));
}

void TestEventsModel::aServicesTextStaysOneLineOfPlainText()
{
    const auto line = format::eventLine(
        eventOf(1, TroubleChanged{"store/health", "failed", "<b>fine</b>\n\x1b[0m<img src=x>\u202egnp"}), {});
    QCOMPARE(line->text, QStringLiteral("failed: <b>fine</b>  [0m<img src=x> gnp"));
}

void TestEventsModel::filterNeedsEveryWord()
{
    EventsModel model;
    EventsFilter filter;
    filter.setSourceModel(&model);
    model.append({mode(1, Mode::Primary, Mode::Degraded),
        eventOf(2, FreshnessChanged{"store/health", Freshness::Fresh, Freshness::Late})});
    QCOMPARE(filter.rowCount(), 2);
    filter.setFilter(QStringLiteral("  DEGRADED recommend "));
    QCOMPARE(filter.rowCount(), 1);
    QCOMPARE(filter.index(0, 0).data(EventsModel::SeqRole).toInt(), 1);
    filter.setFilter(QStringLiteral("degraded health"));
    QCOMPARE(filter.rowCount(), 0);
    filter.setFilter(QStringLiteral("freshness_changed"));
    QCOMPARE(filter.rowCount(), 1);
    filter.setFilter({});
    QCOMPARE(filter.rowCount(), 2);
}

QTEST_GUILESS_MAIN(TestEventsModel)
#include "tst_events_model.moc"
