// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bookstore_facts.h"
#include "tests/support/scenario_file.h"

#include <QJsonArray>
#include <QTest>

#include <csignal>

using namespace rungwatch::testing;

namespace {

const auto store = QStringLiteral("store");
const auto primary = QStringLiteral("provider-primary");

} // namespace

/// The real program: what it publishes, the calls it takes, and how it ends.
class TestBookstoreProgram : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_dir;

    QString outageFile(int first, int last, double cooldown)
    {
        auto scenario = outageBetween(outageHour(), first, last, 100);
        scenario[QStringLiteral("store")] =
            QJsonObject{{QStringLiteral("breaker"), QJsonObject{{QStringLiteral("cooldown_s"), cooldown}}}};
        return writtenTo(m_dir.filePath(QStringLiteral("outage.json")), scenario);
    }

private Q_SLOTS:
    void itsCountsAreTheProviders()
    {
        const BookstoreProcess shop(
            {QStringLiteral("--speed"), QStringLiteral("120"), QStringLiteral("--start-minute"), QStringLiteral("8")});
        QVERIFY(shop.started());
        const auto degraded = [&] {
            return featureOf(shop, QStringLiteral("recommendations"))[QStringLiteral("mode")].toString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(degraded(), QStringLiteral("degraded"), 20'000);
        const auto canaries = [&] { return callsOf(shop, primary, QStringLiteral("canary")); };
        QTRY_VERIFY_WITH_TIMEOUT(canaries() > 20, 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(callsOf(shop, QStringLiteral("provider-small")) > 50, 20'000);
        // Killed features call no model, so that the counts come to rest and can be compared to the call.
        for (const auto* feature : {"recommendations", "help_desk", "refund_eligibility"}) {
            const auto url =
                shop.url(store, QStringLiteral("/resilience/kill-switch?feature=") + QLatin1String(feature));
            QCOMPARE(httpCall("PUT", url, order(QLatin1String(feature)), shop.token()).status, 200);
        }
        for (const auto* provider : {"provider-primary", "provider-secondary", "provider-small"}) {
            const auto name = QLatin1String(provider);
            QVERIFY2(atRest(shop, name), provider);
            QVERIFY2(callsOf(shop, name) > 50, provider);
        }
        QCOMPARE(breakerOf(shop, primary)[QStringLiteral("calls")].toObject()[QStringLiteral("canary")].toInteger(),
            canaries());
    }

    void telemetryHasEveryPart()
    {
        const BookstoreProcess shop({QStringLiteral("--speed"), QStringLiteral("120")});
        QVERIFY(shop.started());
        QTRY_VERIFY_WITH_TIMEOUT(
            !featureOf(shop, QStringLiteral("help_desk"))[QStringLiteral("intervals")].toArray().isEmpty(), 10'000);
        const auto document = telemetry(shop);
        QCOMPARE(document[QStringLiteral("version")].toInt(), 1);
        QCOMPARE(document[QStringLiteral("clock")].toObject()[QStringLiteral("rate")].toInt(), 120);
        QCOMPARE(document[QStringLiteral("breakers")].toArray().size(), 3);
        QCOMPARE(document[QStringLiteral("features")].toArray().size(), 3);
        QCOMPARE(document[QStringLiteral("capacities")].toArray().size(), 2);
        const auto feature = featureOf(shop, QStringLiteral("help_desk"));
        for (const auto* key : {"mode", "mode_since_s", "ladder", "served", "degraded_ages", "controller", "intervals",
                 "queue", "kill_switch"})
            QVERIFY2(feature.contains(QLatin1String(key)), key);
        const auto interval = feature[QStringLiteral("intervals")].toArray().first().toObject();
        QCOMPARE(interval[QStringLiteral("n")].toInt(-1), 0);
        QCOMPARE(httpGet(shop.url(store, QStringLiteral("/health"))).status, 200);
        QCOMPARE(httpGet(shop.url(store, QStringLiteral("/nothing"))).status, 404);
        QCOMPARE(httpCall("POST", shop.url(store, QStringLiteral("/health"))).status, 405);
        QCOMPARE(httpGet(shop.url(store, QStringLiteral("/features/nothing"))).status, 404);
    }

    void eventsAreAskedForByTheirNumber_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<int>("status");
        QTest::newRow("all") << "" << 200;
        QTest::newRow("from the beginning") << "?after=0" << 200;
        QTest::newRow("the greatest number") << "?after=18446744073709551615" << 200;
        QTest::newRow("one more") << "?after=18446744073709551616" << 400;
        for (const auto* odd : {"x", "-1", "1.5", "1x", "0x1"})
            QTest::newRow(odd) << QStringLiteral("?after=") + QLatin1String(odd) << 400;
    }
    void eventsAreAskedForByTheirNumber()
    {
        QFETCH(QString, query);
        QFETCH(int, status);
        const BookstoreProcess shop({QStringLiteral("--speed"), QStringLiteral("1")});
        QVERIFY(shop.started());
        const auto answer = httpGet(shop.url(store, QStringLiteral("/resilience/events") + query));
        QCOMPARE(answer.status, status);
        QCOMPARE(answer.json().contains(QStringLiteral("events")), status == 200);
    }

    void strangersAreCut()
    {
        const BookstoreProcess shop({QStringLiteral("--speed"), QStringLiteral("1")});
        QVERIFY(shop.started());
        const auto url = shop.url(store, QStringLiteral("/resilience/probe?breaker=provider-primary"));
        const auto filled = [](int size) {
            return QJsonObject{{QStringLiteral("reason"), QString(size, QLatin1Char('x'))}};
        };
        QCOMPARE(httpCall("POST", url, filled(60 * 1024), shop.token()).status, 400); // read, and lacking an id
        QCOMPARE(httpCall("POST", url, filled(70 * 1024), shop.token()).status, 413);
        QCOMPARE(httpCall("POST", url, filled(2 * 1024 * 1024), shop.token()).status, 0); // cut off
        const auto ask = [&](int length) {
            return shop.url(store, QStringLiteral("/features/help_desk?q=") + QString(length, QLatin1Char('7')));
        };
        const auto answer = httpGet(ask(200)); // among the first hundred, of which the script fails the last
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.json()[QStringLiteral("rung")].toString(), QStringLiteral("primary"));
        QCOMPARE(httpGet(ask(201)).status, 400);
        QCOMPARE(httpGet(ask(200 * 1024)).status, 0);
        QCOMPARE(httpGet(shop.url(store, QStringLiteral("/health"))).status, 200);
    }

    void aKillIsIdempotentAndExpiresByItself()
    {
        const BookstoreProcess shop({QStringLiteral("--speed"), QStringLiteral("120")});
        QVERIFY(shop.started());
        const auto url = shop.url(store, QStringLiteral("/resilience/kill-switch?feature=recommendations"));
        QCOMPARE(httpCall("PUT", url, order(QStringLiteral("a"))).status, 401);
        QCOMPARE(httpCall("PUT", url, order(QStringLiteral("a")), "wrong").status, 401);
        QCOMPARE(httpCall("PUT", shop.url(store, QStringLiteral("/resilience/kill-switch?feature=nothing")),
                     order(QStringLiteral("a")), shop.token())
                     .status,
            404);
        QCOMPARE(httpCall("PUT", url, {{QStringLiteral("by"), QStringLiteral("x")}}, shop.token()).status, 400);
        QCOMPARE(httpCall("PUT", url, order(QStringLiteral("a"), 0), shop.token()).status, 400);
        QCOMPARE(httpCall("DELETE", url, order(QStringLiteral("z")), shop.token()).status, 409);

        const auto killed = httpCall("PUT", url, order(QStringLiteral("a"), 240), shop.token()); // 2 s at x120
        QCOMPARE(killed.status, 200);
        QCOMPARE(killed.json()[QStringLiteral("mode")].toString(), QStringLiteral("killed"));
        QCOMPARE(killed.json()[QStringLiteral("kill_switch")].toObject()[QStringLiteral("command_id")].toString(),
            QStringLiteral("a"));
        QCOMPARE(httpCall("PUT", url, order(QStringLiteral("a"), 240), shop.token()).status, 200);
        QCOMPARE(httpCall("PUT", url, order(QStringLiteral("b"), 240), shop.token()).status, 409);
        const auto mode = [&] {
            return featureOf(shop, QStringLiteral("recommendations"))[QStringLiteral("mode")].toString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(mode(), QStringLiteral("primary"), 10'000);
        QVERIFY(featureOf(shop, QStringLiteral("recommendations"))[QStringLiteral("kill_switch")].isNull());
    }

    void aKilledFeatureServesWhatItLastKnewAndSaysSo()
    {
        const BookstoreProcess shop({QStringLiteral("--speed"), QStringLiteral("1")});
        QVERIFY(shop.started());
        const auto url = shop.url(store, QStringLiteral("/features/recommendations?q=what-now"));
        const auto live = httpGet(url);
        QCOMPARE(live.status, 200);
        QCOMPARE(live.header("X-Degradation"), QByteArray("none"));
        QCOMPARE(live.header("X-Rung"), QByteArray("primary"));
        const auto ages = [&] {
            return featureOf(shop, QStringLiteral("recommendations"))[QStringLiteral("degraded_ages")].toObject();
        };
        QVERIFY(ages()[QStringLiteral("max_s")].isNull());
        const auto kill = shop.url(store, QStringLiteral("/resilience/kill-switch?feature=recommendations"));
        QCOMPARE(httpCall("PUT", kill, order(QStringLiteral("a")), shop.token()).status, 200);

        const auto cached = httpGet(url);
        QCOMPARE(cached.status, 200);
        QCOMPARE(cached.header("X-Degradation"), QByteArray("severe"));
        QCOMPARE(cached.header("X-Rung"), QByteArray("cache"));
        QCOMPARE(cached.header("X-Degraded-Features"), QByteArray("recommendations"));
        const auto body = cached.json();
        QCOMPARE(body[QStringLiteral("reason")].toString(), QStringLiteral("killed"));
        QCOMPARE(body[QStringLiteral("data")], live.json()[QStringLiteral("data")]);
        const auto age = body[QStringLiteral("age_s")].toDouble();
        QVERIFY(age > 0);
        QCOMPARE(cached.header("Age"), QByteArray::number(int(age)));
        QCOMPARE(ages()[QStringLiteral("max_s")].toDouble(), age);
        const auto health = httpGet(shop.url(store, QStringLiteral("/health")));
        QCOMPARE(health.status, 200);
        QCOMPARE(health.json()[QStringLiteral("degraded_features")].toArray(),
            (QJsonArray{QStringLiteral("recommendations")}));
    }

    void aForcedProbeIsOneLiveCall()
    {
        const BookstoreProcess shop(
            {QStringLiteral("--speed"), QStringLiteral("60"), QStringLiteral("--scenario"), outageFile(1, 6, 3600)});
        QVERIFY(shop.started());
        const auto url = shop.url(store, QStringLiteral("/resilience/probe?breaker=provider-primary"));
        QCOMPARE(httpCall("POST", url, order(QStringLiteral("p0")), shop.token()).status, 409);
        const auto state = [&] { return breakerOf(shop, primary)[QStringLiteral("state")].toString(); };
        QTRY_COMPARE_WITH_TIMEOUT(state(), QStringLiteral("open"), 10'000);
        const auto settled = [&] { return toldCalls(breakerOf(shop, primary)) == callsOf(shop, primary); };
        QTRY_VERIFY_WITH_TIMEOUT(settled() || callsOf(shop, primary, QStringLiteral("canary")) > 0, 5'000);

        const auto customers = callsOf(shop, primary, QStringLiteral("customer"));
        const auto failed = httpCall("POST", url, order(QStringLiteral("p1")), shop.token());
        QCOMPARE(failed.status, 200);
        QVERIFY(failed.json()[QStringLiteral("outcome")].toString() != QLatin1String("ok"));
        QCOMPARE(failed.json()[QStringLiteral("state")].toString(), QStringLiteral("open"));
        QCOMPARE(callsOf(shop, primary, QStringLiteral("forced_probe")), 1);
        QCOMPARE(callsOf(shop, primary, QStringLiteral("customer")), customers);

        const auto minute = [&] {
            return telemetry(shop)[QStringLiteral("clock")].toObject()[QStringLiteral("scenario_s")].toDouble() / 60;
        };
        QTRY_VERIFY_WITH_TIMEOUT(minute() > 7.1, 15'000); // the outage is over, the cooldown is not
        QCOMPARE(state(), QStringLiteral("open"));
        const auto good = httpCall("POST", url, order(QStringLiteral("p2")), shop.token());
        QCOMPARE(good.json()[QStringLiteral("outcome")].toString(), QStringLiteral("ok"));
        QCOMPARE(good.json()[QStringLiteral("state")].toString(), QStringLiteral("closed"));
        QCOMPARE(callsOf(shop, primary, QStringLiteral("forced_probe")), 2);
    }

    void itEndsWithItsStandardInputAndOnASignal()
    {
        BookstoreProcess first({QStringLiteral("--speed"), QStringLiteral("60")});
        QVERIFY(first.started());
        first.process().closeWriteChannel();
        QVERIFY(first.process().waitForFinished(5'000));
        QCOMPARE(first.process().exitCode(), 0);

        BookstoreProcess second({QStringLiteral("--speed"), QStringLiteral("1")});
        QVERIFY(second.started());
        ::kill(static_cast<pid_t>(second.process().processId()), SIGINT);
        QVERIFY(second.process().waitForFinished(5'000));
        QCOMPARE(second.process().exitStatus(), QProcess::NormalExit);
        QCOMPARE(second.process().exitCode(), 0);
    }

    void badArgumentsGetOneLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("speed 0") << QStringList{QStringLiteral("--speed"), QStringLiteral("0.5")};
        QTest::newRow("speed 121") << QStringList{QStringLiteral("--speed"), QStringLiteral("121")};
        for (const auto* odd : {"nan", "-nan", "inf"})
            QTest::newRow(odd) << QStringList{QStringLiteral("--speed"), QLatin1String(odd)};
        QTest::newRow("no such file") << QStringList{QStringLiteral("--scenario"), QStringLiteral("/nothing")};
        QTest::newRow("unknown option") << QStringList{QStringLiteral("--colour")};
    }
    void badArgumentsGetOneLine()
    {
        QFETCH(QStringList, arguments);
        BookstoreProcess shop(arguments);
        QVERIFY(!shop.started());
        QVERIFY(shop.process().waitForFinished(5'000) || shop.process().state() == QProcess::NotRunning);
        QCOMPARE(shop.process().exitCode(), 2);
        QCOMPARE(shop.errors().count('\n'), 1);
    }
};

QTEST_GUILESS_MAIN(TestBookstoreProgram)
#include "tst_bookstore_program.moc"
