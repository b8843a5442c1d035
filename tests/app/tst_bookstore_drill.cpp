// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bookstore_facts.h"
#include "tests/support/scenario_file.h"

#include <QTest>

using namespace rungwatch::testing;

namespace {

const auto path = QStringLiteral("/resilience/drill");

QJsonObject drillOf(const QString& feature, const QString& id, QJsonObject more = {})
{
    auto body = order(id);
    body[QStringLiteral("feature")] = feature;
    for (auto member = more.begin(); member != more.end(); ++member)
        body[member.key()] = member.value();
    return body;
}

/// "primary passed" for each rung of the drills so far, with the end of each.
QStringList course(const BookstoreProcess& shop, const QString& feature)
{
    QStringList told;
    for (const auto& event : eventsOf(shop, QStringLiteral("drill")))
        if (event[QStringLiteral("name")].toString() == feature)
            told << event[QStringLiteral("from")].toString() + QLatin1Char(' ')
                    + event[QStringLiteral("to")].toString();
    return told;
}

} // namespace

/// Drills of the real bookstore: every rung asked in turn beside the customers, through the public call.
class TestBookstoreDrill : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_dir;

    HttpAnswer call(const BookstoreProcess& shop, const char* method, const QJsonObject& body)
    {
        return httpCall(method, shop.url(QStringLiteral("store"), path), body, shop.token());
    }

private Q_SLOTS:
    void everyRungIsAskedAndCustomersGoOn()
    {
        const auto calm = writtenTo(m_dir.filePath(QStringLiteral("calm.json")), withoutTrouble(outageHour()));
        const BookstoreProcess shop(
            {QStringLiteral("--speed"), QStringLiteral("1"), QStringLiteral("--scenario"), calm});
        QVERIFY(shop.started());
        const auto feature = QStringLiteral("recommendations");
        const auto prepared = [&] {
            const auto caches = telemetry(shop)[QStringLiteral("caches")].toArray();
            return named(caches, feature + QStringLiteral("-prepared"))[QStringLiteral("age_s")].isDouble();
        };
        QTRY_VERIFY_WITH_TIMEOUT(prepared(), 20'000);
        const auto begun = call(shop, "POST", drillOf(feature, QStringLiteral("a")));
        QCOMPARE(begun.status, 200);
        QVERIFY(!begun.json()[QStringLiteral("drill_id")].toString().isEmpty());
        const QStringList all{QStringLiteral(" begun"), QStringLiteral("primary passed"),
            QStringLiteral("secondary passed"), QStringLiteral("small_model passed"), QStringLiteral("cache passed"),
            QStringLiteral("popular_list passed"), QStringLiteral("unavailable passed"),
            QStringLiteral("begun passed")};
        QTRY_COMPARE_WITH_TIMEOUT(course(shop, feature), all, 20'000);
        // The same command again is answered, not done, again.
        QCOMPARE(call(shop, "POST", drillOf(feature, QStringLiteral("a"))).json(), begun.json());
        QCOMPARE(course(shop, feature), all);
        for (const auto* provider : {"provider-primary", "provider-secondary", "provider-small"})
            QCOMPARE(callsOf(shop, QLatin1String(provider), QStringLiteral("drill")), 1);
        const auto shown = featureOf(shop, feature);
        QCOMPARE(shown[QStringLiteral("mode")].toString(), QStringLiteral("primary"));
        QVERIFY(shown[QStringLiteral("degraded_ages")].toObject()[QStringLiteral("max_s")].isNull());
        const auto served = shown[QStringLiteral("served")].toObject();
        for (const auto* rung : {"secondary", "small_model", "cache", "popular_list", "unavailable"})
            QCOMPARE(served[QLatin1String(rung)].toInteger(), 0);
    }

    void nobodysCaseIsQueued()
    {
        const auto calm = writtenTo(m_dir.filePath(QStringLiteral("calm.json")), withoutTrouble(outageHour()));
        const BookstoreProcess shop(
            {QStringLiteral("--speed"), QStringLiteral("1"), QStringLiteral("--scenario"), calm});
        QVERIFY(shop.started());
        const auto feature = QStringLiteral("refund_eligibility");
        const QJsonObject rung{{QStringLiteral("rung"), QStringLiteral("queue_for_person")}};
        QCOMPARE(call(shop, "POST", drillOf(feature, QStringLiteral("a"), rung)).status, 200);
        QTRY_COMPARE_WITH_TIMEOUT(course(shop, feature),
            (QStringList{
                QStringLiteral(" begun"), QStringLiteral("queue_for_person passed"), QStringLiteral("begun passed")}),
            10'000);
        QCOMPARE(featureOf(shop, feature)[QStringLiteral("queue")].toObject()[QStringLiteral("waiting")].toInt(-1), 0);
    }

    void aDrillSeesWhatIsDown()
    {
        const auto outage =
            writtenTo(m_dir.filePath(QStringLiteral("outage.json")), outageBetween(outageHour(), 0, 59, 100));
        const BookstoreProcess shop(
            {QStringLiteral("--speed"), QStringLiteral("1"), QStringLiteral("--scenario"), outage});
        QVERIFY(shop.started());
        const auto feature = QStringLiteral("help_desk");
        const QJsonObject rung{{QStringLiteral("rung"), QStringLiteral("primary")}};
        QCOMPARE(call(shop, "POST", drillOf(feature, QStringLiteral("a"), rung)).status, 200);
        QTRY_COMPARE_WITH_TIMEOUT(course(shop, feature).value(2), QStringLiteral("begun failed"), 10'000);
        QCOMPARE(course(shop, feature)[1], QStringLiteral("primary no_answer"));
    }

    void oneAtATimeAndCalledOffByHand()
    {
        // At its own pace each model takes most of a second, so that the first drill is still under way.
        const BookstoreProcess shop({QStringLiteral("--speed"), QStringLiteral("1")});
        QVERIFY(shop.started());
        const auto feature = QStringLiteral("help_desk");
        QCOMPARE(call(shop, "DELETE", drillOf(feature, QStringLiteral("z"))).status, 409);
        const auto begun = call(shop, "POST", drillOf(feature, QStringLiteral("a")));
        QCOMPARE(begun.status, 200);
        const auto second = call(shop, "POST", drillOf(feature, QStringLiteral("b")));
        QCOMPARE(second.status, 409);
        QCOMPARE(second.json()[QStringLiteral("cause")].toString(), QStringLiteral("drill_in_force"));
        QVERIFY(second.json()[QStringLiteral("retry_in_s")].toDouble() > 0);
        const auto ended = call(shop, "DELETE", drillOf(feature, QStringLiteral("c")));
        QCOMPARE(ended.status, 200);
        QCOMPARE(ended.json(), begun.json());
        const auto last = [&] {
            const auto events = eventsOf(shop, QStringLiteral("drill"));
            return events.empty() ? QString() : events.back()[QStringLiteral("cause")].toString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(last(), QStringLiteral("called_off"), 20'000);
        QVERIFY(course(shop, feature).contains(QStringLiteral("unavailable not_tried")));
        QCOMPARE(call(shop, "DELETE", drillOf(feature, QStringLiteral("d"))).status, 409);
        QCOMPARE(call(shop, "POST", drillOf(feature, QStringLiteral("e"))).status, 200);
    }

    void whatCannotBeDrilledIsRefused_data()
    {
        QTest::addColumn<QString>("feature");
        QTest::addColumn<QJsonObject>("more");
        QTest::addColumn<int>("status");
        const auto row = [](const char* name, const char* feature, const QJsonObject& more, int status) {
            QTest::newRow(name) << QString::fromLatin1(feature) << more << status;
        };
        row("no such feature", "nothing", {}, 404);
        row("no such rung", "help_desk", {{QStringLiteral("rung"), QStringLiteral("cellar")}}, 400);
        row("a forbidden rung", "refund_eligibility", {{QStringLiteral("rung"), QStringLiteral("small_model")}}, 400);
        row("no time", "help_desk", {{QStringLiteral("max_s"), 0}}, 400);
        row("the longest and more", "help_desk", {{QStringLiteral("max_s"), 3601}}, 400);
        row("a fault", "help_desk", {{QStringLiteral("fault"), QStringLiteral("timeout")}}, 409);
        row("no reason", "help_desk", {{QStringLiteral("reason"), QString()}}, 400);
        row("a killed feature", "recommendations", {}, 409);
    }
    void whatCannotBeDrilledIsRefused()
    {
        QFETCH(QString, feature);
        QFETCH(QJsonObject, more);
        QFETCH(int, status);
        const BookstoreProcess shop({QStringLiteral("--speed"), QStringLiteral("1")});
        QVERIFY(shop.started());
        const auto url = shop.url(QStringLiteral("store"), path);
        QCOMPARE(httpCall("POST", url, drillOf(feature, QStringLiteral("a"), more)).status, 401);
        QCOMPARE(httpCall("PUT", url, drillOf(feature, QStringLiteral("a"), more), shop.token()).status, 405);
        const auto kill =
            shop.url(QStringLiteral("store"), QStringLiteral("/resilience/kill-switch?feature=recommendations"));
        QCOMPARE(httpCall("PUT", kill, order(QStringLiteral("k")), shop.token()).status, 200);
        QCOMPARE(call(shop, "POST", drillOf(feature, QStringLiteral("a"), more)).status, status);
        QVERIFY(eventsOf(shop, QStringLiteral("drill")).empty());
    }
};

QTEST_GUILESS_MAIN(TestBookstoreDrill)
#include "tst_bookstore_drill.moc"
