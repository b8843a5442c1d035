// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/health/health_checker.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <functional>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

/// Seed 0's four: two critical ones, two behind flags.
HealthCheckerOptions seedServices()
{
    HealthCheckerOptions options;
    options.services = {{"s3", true, "", 5s}, {"lambda", true, "", 5s},
        {"sagemaker", false, "sagemaker_enrichment", 5s}, {"cloudwatch", false, "cloudwatch_metrics", 5s}};
    return options;
}

HealthCheckerOptions one(std::uint32_t downAfter = 1, std::uint32_t upAfter = 1)
{
    HealthCheckerOptions options;
    options.services = {{"s3", true, "", 5s}};
    options.downAfter = downAfter;
    options.upAfter = upAfter;
    return options;
}

/// "s3+ lambda- cw!": + healthy, - unhealthy, ! over its timeout.
std::vector<CheckReading> round(const QString& text)
{
    std::vector<CheckReading> readings;
    for (const auto& part : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const bool healthy = part.back() == QLatin1Char('+') || part.back() == QLatin1Char('!');
        readings.push_back({part.chopped(1).toStdString(), healthy ? CheckStatus::Healthy : CheckStatus::Unhealthy,
            part.back() == QLatin1Char('!') ? Duration(5s + 1ns) : Duration(10ms), {}});
    }
    return readings;
}

QString word(HealthLevel level)
{
    return QString::fromStdString(std::string(nameOf(level)));
}

QString joined(const std::vector<std::string>& names)
{
    QStringList list;
    for (const auto& name : names)
        list << QString::fromStdString(name);
    return list.join(QLatin1Char(' '));
}

/// "degraded 200 Optional services unavailable: ['sagemaker'] | s3 lambda | sagemaker"
QString told(const HealthDocument& document)
{
    return QStringLiteral("%1 %2 %3 | %4 | %5")
        .arg(word(document.level))
        .arg(document.httpStatus())
        .arg(QString::fromStdString(document.message), joined(document.available), joined(document.degraded));
}

QString changes(HealthChecker& checker, const Moment& now)
{
    QStringList list;
    for (const auto& change : checker.takeChanges(now))
        list << QStringLiteral("%1 %2>%3 %4")
                    .arg(change.seq)
                    .arg(word(change.from), word(change.to), QString::fromStdString(std::string(nameOf(change.cause))));
    return list.join(QStringLiteral("; "));
}

} // namespace

/// What a service says of its health follows from its checks alone: timed, gated by flags, and steady.
class TestHealthChecker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSeedsDocuments_data()
    {
        QTest::addColumn<QString>("readings");
        QTest::addColumn<QString>("document");
        QTest::newRow("all well") << "s3+ lambda+ sagemaker+ cloudwatch+"
                                  << "healthy 200 All services operating normally | s3 lambda sagemaker cloudwatch | ";
        QTest::newRow("an optional one")
            << "s3+ lambda+ sagemaker- cloudwatch+"
            << "degraded 200 Optional services unavailable: ['sagemaker'] | s3 lambda cloudwatch | sagemaker";
        QTest::newRow("both optional ones")
            << "s3+ lambda+ sagemaker- cloudwatch-"
            << "degraded 200 Optional services unavailable: ['sagemaker', 'cloudwatch'] | s3 lambda | sagemaker "
               "cloudwatch";
        QTest::newRow("a critical one")
            << "s3- lambda+ sagemaker- cloudwatch+"
            << "critical 503 Some critical services degraded: ['s3'] | lambda cloudwatch | s3 sagemaker";
        QTest::newRow("all critical ones")
            << "s3- lambda- sagemaker+ cloudwatch+"
            << "unavailable 503 Critical services unavailable: ['s3', 'lambda'] | sagemaker cloudwatch | s3 lambda";
        QTest::newRow("an optional one timed out")
            << "s3+ lambda+ sagemaker! cloudwatch+"
            << "degraded 200 Optional services unavailable: ['sagemaker'] | s3 lambda cloudwatch | sagemaker";
        QTest::newRow("one not checked")
            << "s3+ sagemaker+ cloudwatch+"
            << "critical 503 Some critical services degraded: ['lambda'] | s3 sagemaker cloudwatch | lambda";
        QTest::newRow("nothing checked") << ""
                                         << "unavailable 503 Critical services unavailable: ['s3', 'lambda'] |  | s3 "
                                            "lambda sagemaker cloudwatch";
    }
    void theSeedsDocuments()
    {
        QFETCH(QString, readings);
        QFETCH(QString, document);
        ManualClock clock;
        HealthChecker checker(seedServices());
        checker.setFlag("sagemaker_enrichment", true, clock.now());
        checker.setFlag("cloudwatch_metrics", true, clock.now());
        checker.record(round(readings), clock.now());
        QCOMPARE(told(checker.document(clock.now())), document);
    }

    void theSeedsExampleFieldByField()
    {
        ManualClock clock;
        HealthChecker checker(seedServices());
        checker.setFlag("sagemaker_enrichment", true, clock.now());
        checker.record(std::vector<CheckReading>{{"s3", CheckStatus::Healthy, 12'300us, {}},
                           {"lambda", CheckStatus::Healthy, 45'100us, {}},
                           {"sagemaker", CheckStatus::Unhealthy, 5'001'200us, "Endpoint scaling in progress"}},
            clock.now());
        clock.advance(1500ms);
        const auto json = QByteArray::fromStdString(checker.document(clock.now()).json());
        const auto services = QJsonDocument::fromJson(json).object()["services"].toArray();
        QCOMPARE(services.size(), 3);
        QCOMPARE(services[0].toObject()["latency_ms"].toDouble(), 12.3);
        QCOMPARE(services[1].toObject()["critical"].toBool(), true);
        const auto sagemaker = services[2].toObject();
        QCOMPARE(sagemaker["status"].toString(), QStringLiteral("unhealthy"));
        QCOMPARE(sagemaker["latency_ms"].toDouble(), 5001.2);
        QCOMPARE(sagemaker["critical"].toBool(), false);
        QCOMPARE(sagemaker["error"].toString(), QStringLiteral("Endpoint scaling in progress"));
        QCOMPARE(sagemaker["age_s"].toDouble(), 1.5);
    }

    void aFlagThatIsOffTakesItsCheckOutOfTheDocument()
    {
        ManualClock clock;
        HealthChecker checker(seedServices());
        checker.record(round(QStringLiteral("s3+ lambda+ sagemaker- nobody-")), clock.now());
        QCOMPARE(told(checker.document(clock.now())),
            QStringLiteral("healthy 200 All services operating normally | s3 lambda | "));
        QVERIFY(!checker.begin("sagemaker", clock.now()));
        QVERIFY(checker.knows("sagemaker"));
        QVERIFY(!checker.knows("nobody"));
        // On: not checked yet is not healthy.
        checker.setFlag("sagemaker_enrichment", true, clock.now());
        QCOMPARE(word(checker.document(clock.now()).level), QStringLiteral("degraded"));
        checker.record(round(QStringLiteral("sagemaker+")), clock.now());
        QCOMPARE(word(checker.document(clock.now()).level), QStringLiteral("healthy"));
        // Off and on: what was read before is no reading.
        checker.setFlag("sagemaker_enrichment", false, clock.now());
        QCOMPARE(word(checker.document(clock.now()).level), QStringLiteral("healthy"));
        checker.setFlag("sagemaker_enrichment", true, clock.now());
        checker.setFlag("sagemaker_enrichment", true, clock.now());
        QCOMPARE(changes(checker, clock.now()),
            QStringLiteral("1 healthy>degraded flag; 2 degraded>healthy checks; 3 healthy>degraded flag"));
    }

    void slowerThanItsTimeoutIsTimedOut()
    {
        ManualClock clock;
        HealthChecker checker(one());
        const auto statusAt = [&](Duration latency) {
            checker.record(std::vector<CheckReading>{{"s3", CheckStatus::Healthy, latency, {}}}, clock.now());
            return checker.document(clock.now()).checks.at(0).status;
        };
        QVERIFY(statusAt(5s - 1ns) == CheckStatus::Healthy);
        QVERIFY(statusAt(5s) == CheckStatus::Healthy);
        QVERIFY(statusAt(5s + 1ns) == CheckStatus::TimedOut);
    }

    void onlyTheWordHealthyIsHealthy()
    {
        ManualClock clock;
        HealthChecker checker(one());
        for (const char* status : {"unhealthy", "HEALTHY", "up", "", "unknown", "not_checked", "timed_out"}) {
            checker.record(std::vector<CheckReading>{readingOf("s3", status, 1ms, {})}, clock.now());
            QVERIFY2(checker.document(clock.now()).level == HealthLevel::Unavailable, status);
        }
        checker.record(std::vector<CheckReading>{readingOf("s3", "healthy", 1ms, {})}, clock.now());
        QVERIFY(checker.document(clock.now()).level == HealthLevel::Healthy);
        QCOMPARE(readingOf("s3", "up", 1ms, {}).error, std::string("unknown status \"up\""));
        QCOMPARE(readingOf("s3", "up", 1ms, "odd").error, std::string("odd"));
        QCOMPARE(readingOf("s3", "unhealthy", 1ms, {}).error, std::string());
    }

    void aCheckThatHangsIsTimedOutAndNotStartedAgain()
    {
        ManualClock clock;
        HealthChecker checker(one());
        QVERIFY(checker.begin("s3", clock.now()));
        clock.advance(1s);
        checker.end({"s3", CheckStatus::Healthy, 0s, {}}, clock.now());
        QVERIFY(checker.document(clock.now()).checks.at(0).latency == 1s);

        QVERIFY(checker.begin("s3", clock.now()));
        clock.advance(5s);
        QVERIFY(!checker.begin("s3", clock.now()));
        QCOMPARE(word(checker.document(clock.now()).level), QStringLiteral("healthy"));
        clock.advance(1ns);
        const auto hung = checker.document(clock.now());
        QCOMPARE(word(hung.level), QStringLiteral("unavailable"));
        QVERIFY(hung.checks.at(0).status == CheckStatus::TimedOut);
        QVERIFY(!checker.begin("s3", clock.now()));
        clock.advance(1h);
        QVERIFY(!checker.begin("s3", clock.now()));
        // It ends after all: timed out all the same, and free to start again.
        checker.end({"s3", CheckStatus::Healthy, 0s, {}}, clock.now());
        QCOMPARE(word(checker.document(clock.now()).level), QStringLiteral("unavailable"));
        QVERIFY(checker.begin("s3", clock.now()));
        checker.end({"s3", CheckStatus::Healthy, 0s, {}}, clock.now());
        QCOMPARE(word(checker.document(clock.now()).level), QStringLiteral("healthy"));
        QCOMPARE(changes(checker, clock.now()),
            QStringLiteral("1 healthy>unavailable timeout; 2 unavailable>healthy checks"));
    }

    void anEndThatBelongsToNoStartIsNone()
    {
        ManualClock clock;
        HealthChecker checker(one());
        checker.end({"s3", CheckStatus::Healthy, 0s, {}}, clock.now());
        checker.end({"nobody", CheckStatus::Healthy, 0s, {}}, clock.now());
        QCOMPARE(word(checker.document(clock.now()).level), QStringLiteral("unavailable"));
    }

    void aFlagThatGoesOffMeanwhileLosesTheReadingAndFreesTheCheck()
    {
        ManualClock clock;
        HealthChecker checker(seedServices());
        checker.setFlag("sagemaker_enrichment", true, clock.now());
        QVERIFY(checker.begin("sagemaker", clock.now()));
        checker.setFlag("sagemaker_enrichment", false, clock.now());
        checker.end({"sagemaker", CheckStatus::Healthy, 0s, {}}, clock.now());
        checker.setFlag("sagemaker_enrichment", true, clock.now());
        QVERIFY(checker.document(clock.now()).checks.at(2).status == CheckStatus::NotChecked);
        QVERIFY(checker.begin("sagemaker", clock.now()));
    }

    void aFlipNeedsEqualReadings_data()
    {
        QTest::addColumn<int>("downAfter");
        QTest::addColumn<int>("upAfter");
        QTest::addColumn<QString>("readings");
        QTest::addColumn<QString>("shown");
        // + and - are what is read, H and U what is shown after it.
        QTest::newRow("1 and 1") << 1 << 1 << "+-+--+"
                                 << "HUHUUH";
        QTest::newRow("down 2") << 2 << 1 << "+-+--+"
                                << "HHHHUH";
        QTest::newRow("up 3") << 1 << 3 << "+-++-+++"
                              << "HUUUUUUH";
        QTest::newRow("2 and 2") << 2 << 2 << "+-+-+--+-++"
                                 << "HHHHHHUUUUH";
        QTest::newRow("the first counts at once") << 3 << 3 << "-++-+++"
                                                  << "UUUUUUH";
    }
    void aFlipNeedsEqualReadings()
    {
        QFETCH(int, downAfter);
        QFETCH(int, upAfter);
        QFETCH(QString, readings);
        QFETCH(QString, shown);
        ManualClock clock;
        HealthChecker checker(one(static_cast<std::uint32_t>(downAfter), static_cast<std::uint32_t>(upAfter)));
        QString seen;
        for (const QChar reading : readings) {
            clock.advance(1s);
            checker.record(round(QStringLiteral("s3") + reading), clock.now());
            seen += checker.document(clock.now()).level == HealthLevel::Healthy ? QLatin1Char('H') : QLatin1Char('U');
        }
        QCOMPARE(seen, shown);
    }

    void whatIsShownHasTheAgeOfItsOwnReading()
    {
        ManualClock clock;
        HealthChecker checker(one(2));
        checker.record(round(QStringLiteral("s3+")), clock.now());
        clock.advance(10s);
        checker.record(round(QStringLiteral("s3-")), clock.now());
        QVERIFY(checker.document(clock.now()).checks.at(0).age == 10s);
        clock.advance(10s);
        checker.record(round(QStringLiteral("s3!")), clock.now()); // the second that is not healthy
        const auto document = checker.document(clock.now());
        QVERIFY(document.checks.at(0).status == CheckStatus::TimedOut);
        QVERIFY(document.checks.at(0).age == 0s);
        clock.suspend(1h);
        QVERIFY(checker.document(clock.now()).checks.at(0).age == 1h);
    }

    void eachRoundThatMeetsAHungCheckIsAReading()
    {
        ManualClock clock;
        HealthChecker checker(one(2));
        checker.record(round(QStringLiteral("s3+")), clock.now());
        QVERIFY(checker.begin("s3", clock.now()));
        clock.advance(6s);
        // Looking at it adds nothing, however often.
        for (int i = 0; i < 3; ++i)
            QCOMPARE(word(checker.document(clock.now()).level), QStringLiteral("healthy"));
        QVERIFY(!checker.begin("s3", clock.now()));
        QCOMPARE(word(checker.document(clock.now()).level), QStringLiteral("unavailable"));
    }

    void aRoundIsJudgedAsAWholeAndAStartIsNoChange()
    {
        ManualClock clock;
        HealthChecker checker(seedServices());
        QCOMPARE(changes(checker, clock.now()), QString());
        checker.record(round(QStringLiteral("s3+ lambda+")), clock.now());
        QCOMPARE(changes(checker, clock.now()), QString());
        checker.record(round(QStringLiteral("s3- lambda-")), clock.now());
        QCOMPARE(changes(checker, clock.now()), QStringLiteral("1 healthy>unavailable checks"));
        checker.record(round(QStringLiteral("s3- lambda-")), clock.now());
        QCOMPARE(changes(checker, clock.now()), QString());
        checker.record(round(QStringLiteral("s3+ lambda-")), clock.now());
        checker.record(round(QStringLiteral("lambda+")), clock.now());
        QCOMPARE(
            changes(checker, clock.now()), QStringLiteral("2 unavailable>critical checks; 3 critical>healthy checks"));
    }

    void changesThatNobodyTakesAreBounded()
    {
        ManualClock clock;
        HealthChecker checker(one());
        for (int i = 0; i < 101; ++i)
            checker.record(round(i % 2 == 0 ? QStringLiteral("s3+") : QStringLiteral("s3-")), clock.now());
        const auto kept = checker.takeChanges(clock.now());
        QCOMPARE(kept.size(), std::size_t{64});
        QCOMPARE(kept.front().seq, std::uint64_t{37});
        QCOMPARE(kept.back().seq, std::uint64_t{100});
    }

    void noServicesAreHealthy()
    {
        HealthChecker checker(HealthCheckerOptions{});
        QCOMPARE(told(checker.document(ManualClock().now())),
            QStringLiteral("healthy 200 All services operating normally |  | "));
    }

    void settingsOutOfRangeAreNamed()
    {
        const auto faultOf = [](const std::function<void(HealthCheckerOptions&)>& change) {
            auto options = seedServices();
            change(options);
            const auto fault = options.fault();
            return fault ? QString::fromStdString(fault->where + ": " + fault->message) : QStringLiteral("none");
        };
        const auto readings = [](const char* name) {
            return QString::fromLatin1(name) + ": expected 1 to 100 readings";
        };
        QCOMPARE(faultOf([](auto&) {}), QStringLiteral("none"));
        QCOMPARE(faultOf([](auto& o) { o.downAfter = 0; }), readings("down_after"));
        QCOMPARE(faultOf([](auto& o) { o.downAfter = 100; }), QStringLiteral("none"));
        QCOMPARE(faultOf([](auto& o) { o.downAfter = 101; }), readings("down_after"));
        QCOMPARE(faultOf([](auto& o) { o.upAfter = 0; }), readings("up_after"));
        QCOMPARE(faultOf([](auto& o) { o.services[1].timeout = 0s; }),
            QStringLiteral("timeout_s: expected 0.001 to 3600 seconds for lambda"));
        QCOMPARE(faultOf([](auto& o) { o.services[1].timeout = 1h; }), QStringLiteral("none"));
        QCOMPARE(faultOf([](auto& o) { o.services[1].name = "s3"; }),
            QStringLiteral("name: expected a name that no other service has, found \"s3\""));
        QCOMPARE(faultOf([](auto& o) { o.services[1].name = ""; }),
            QStringLiteral("name: expected a name that no other service has, found \"\""));
        QCOMPARE(faultOf([](auto& o) { o.interval = 0s; }), QStringLiteral("interval_s: expected more than 0 seconds"));
        QCOMPARE(faultOf([](auto& o) { o.interval = 5s; }),
            QStringLiteral("timeout_s: expected less than interval_s for s3"));
        QCOMPARE(faultOf([](auto& o) { o.interval = 5s + 1ns; }), QStringLiteral("none"));
    }
};

QTEST_APPLESS_MAIN(TestHealthChecker)
#include "tst_health_checker.moc"
