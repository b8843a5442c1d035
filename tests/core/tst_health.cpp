// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/health/health_document.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

QString word(HealthLevel level)
{
    return QString::fromStdString(std::string(nameOf(level)));
}

/// "S3+ lambda- cw?": upper case is critical; + healthy, - unhealthy, ? not checked, ! timed out.
std::vector<Check> checks(const QString& text)
{
    std::vector<Check> list;
    for (const auto& part : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const auto name = part.chopped(1);
        const auto sign = part.back();
        const auto status = sign == QLatin1Char('+') ? CheckStatus::Healthy
            : sign == QLatin1Char('-')               ? CheckStatus::Unhealthy
            : sign == QLatin1Char('!')               ? CheckStatus::TimedOut
                                                     : CheckStatus::NotChecked;
        list.push_back({name.toLower().toStdString(), status, name.front().isUpper(), {}, {}});
    }
    return list;
}

/// "Store:unavailable search:healthy": upper case is critical.
std::vector<FleetEntry> services(const QString& text)
{
    std::vector<FleetEntry> list;
    for (const auto& part : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const auto name = part.section(QLatin1Char(':'), 0, 0);
        const auto level = enumFromName<HealthLevel>(part.section(QLatin1Char(':'), 1).toStdString());
        list.push_back({name.toLower().toStdString(), level.value(), name.front().isUpper()});
    }
    return list;
}

} // namespace

/// Only healthy counts as healthy: a service's own level with its document and HTTP status, and the fleet's.
class TestHealth : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aServicesLevelFollowsFromItsChecks_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("level");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* text, const char* level, int status, const char* message) {
            QTest::newRow(text) << text << level << status << message;
        };
        row("", "healthy", 200, "All services operating normally");
        row("S3+ Lambda+ sm+", "healthy", 200, "All services operating normally");
        row("S3+ Lambda+ sm-", "degraded", 200, "Optional services unavailable: ['sm']");
        row("S3+ sm- cw-", "degraded", 200, "Optional services unavailable: ['sm', 'cw']");
        row("S3- Lambda+ sm+", "critical", 503, "Some critical services degraded: ['s3']");
        row("S3- Lambda- sm+", "unavailable", 503, "Critical services unavailable: ['s3', 'lambda']");
        row("S3-", "unavailable", 503, "Critical services unavailable: ['s3']");
        row("sm-", "degraded", 200, "Optional services unavailable: ['sm']");
        row("S3? Lambda+", "critical", 503, "Some critical services degraded: ['s3']");
        row("S3+ sm!", "degraded", 200, "Optional services unavailable: ['sm']");
    }
    void aServicesLevelFollowsFromItsChecks()
    {
        QFETCH(QString, text);
        QFETCH(QString, level);
        QFETCH(int, status);
        QFETCH(QString, message);
        const auto document = healthDocument(checks(text));
        QCOMPARE(word(document.level), level);
        QCOMPARE(document.httpStatus(), status);
        QCOMPARE(QString::fromStdString(document.message), message);
    }

    void onlyHealthyAndDegradedAnswer200()
    {
        QCOMPARE(httpStatusOf(HealthLevel::Healthy), 200);
        QCOMPARE(httpStatusOf(HealthLevel::Degraded), 200);
        QCOMPARE(httpStatusOf(HealthLevel::Critical), 503);
        QCOMPARE(httpStatusOf(HealthLevel::Unavailable), 503);
        QCOMPARE(httpStatusOf(HealthLevel::Unknown), 503);
    }

    void theDocumentHasTheFormatsFields()
    {
        auto list = checks(QStringLiteral("sm- S3- Lambda+ cw!"));
        list[0].error = "refused";
        list[2].latency = 12'345us;
        const auto json = QByteArray::fromStdString(healthDocument(list).json());
        const auto body = QJsonDocument::fromJson(json).object();
        QCOMPARE(body.keys(),
            (QStringList{QStringLiteral("available_features"), QStringLiteral("degraded_features"),
                QStringLiteral("message"), QStringLiteral("services"), QStringLiteral("status")}));
        QCOMPARE(body[QStringLiteral("status")].toString(), QStringLiteral("critical"));
        QCOMPARE(body[QStringLiteral("available_features")].toArray(), (QJsonArray{QStringLiteral("lambda")}));
        // Critical ones first.
        QCOMPARE(body[QStringLiteral("degraded_features")].toArray(),
            (QJsonArray{QStringLiteral("s3"), QStringLiteral("sm"), QStringLiteral("cw")}));
        const auto all = body[QStringLiteral("services")].toArray();
        QCOMPARE(all.size(), 4);
        QCOMPARE(all[0].toObject()[QStringLiteral("error")].toString(), QStringLiteral("refused"));
        QCOMPARE(all[0].toObject()[QStringLiteral("critical")].toBool(), false);
        QCOMPARE(all[1].toObject()[QStringLiteral("critical")].toBool(), true);
        QVERIFY(all[2].toObject()[QStringLiteral("error")].isNull());
        QCOMPARE(all[2].toObject()[QStringLiteral("latency_ms")].toDouble(), 12.3);
        QCOMPARE(all[3].toObject()[QStringLiteral("status")].toString(), QStringLiteral("unhealthy"));
        QCOMPARE(all[3].toObject()[QStringLiteral("error")].toString(), QStringLiteral("timed out"));
    }

    void textThatIsNotUtf8MakesNoBrokenDocument()
    {
        std::vector<Check> list{{"s3\xff", CheckStatus::Unhealthy, true, {}, "\xc3"}};
        QVERIFY(!QJsonDocument::fromJson(QByteArray::fromStdString(healthDocument(list).json())).isNull());
    }

    void theFleetsLevelFollowsFromItsServices_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("offFirstRung");
        QTest::addColumn<QString>("level");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* text, int off, const char* level, const char* why) {
            QTest::addRow("%s, %d off", text, off) << text << off << level << why;
        };
        row("", 0, "unknown", "no services");
        row("A:healthy b:healthy", 0, "healthy", "");
        row("A:healthy", 1, "degraded", "1 feature off its first rung");
        row("A:healthy", 2, "degraded", "2 features off their first rung");
        row("A:degraded", 0, "degraded", "a degraded");
        row("A:critical", 0, "critical", "a critical");
        row("A:critical B:unavailable", 0, "critical", "a critical, b unavailable");
        row("A:unavailable B:healthy", 0, "critical", "a unavailable");
        row("A:unavailable B:unavailable c:healthy", 0, "unavailable", "a unavailable, b unavailable");
        row("A:unavailable B:unknown", 0, "critical", "a unavailable");
        row("A:unknown", 0, "unknown", "a unknown");
        row("A:unknown B:degraded", 0, "unknown", "a unknown");
        row("A:unknown", 1, "unknown", "a unknown");
        row("A:unknown B:critical", 0, "critical", "b critical");
        // An optional one makes it degraded at least, and no worse.
        row("A:healthy b:unknown", 0, "degraded", "b unknown");
        row("A:healthy b:unavailable", 0, "degraded", "b unavailable");
        row("A:healthy b:critical", 0, "degraded", "b critical");
        row("b:unavailable c:unavailable", 0, "degraded", "b unavailable, c unavailable");
        row("A:unknown b:unavailable", 0, "unknown", "a unknown");
        row("a:degraded b:degraded c:degraded d:degraded e:degraded", 0, "degraded",
            "a degraded, b degraded, c degraded and 2 more");
    }
    void theFleetsLevelFollowsFromItsServices()
    {
        QFETCH(QString, text);
        QFETCH(int, offFirstRung);
        QFETCH(QString, level);
        QFETCH(QString, why);
        const auto fleet = fleetLevel(services(text), static_cast<std::size_t>(offFirstRung));
        QCOMPARE(word(fleet.level), level);
        QCOMPARE(QString::fromStdString(fleet.why), why);
    }
};

QTEST_APPLESS_MAIN(TestHealth)
#include "tst_health.moc"
