// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/lab/outage_hour.h"
#include "rungwatch/admission/share.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace rungwatch;

namespace {

std::string fileText(const char* path)
{
    QFile file(QString::fromLatin1(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string hourText()
{
    return fileText(RUNGWATCH_SOURCE_DIR "/resources/scenarios/outage_hour.json");
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    return text.replace(text.find(from), from.size(), to);
}

} // namespace

/// The scripted hour gives the published figures exactly, under all eleven settings.
class TestLab : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesEveryFigureOfEverySetting()
    {
        const auto scenario = lab::parseScenario(hourText());
        QVERIFY2(scenario.ok(), scenario.ok() ? "" : scenario.error().message.c_str());
        QCOMPARE(scenario->settings.size(), std::size_t{11});
        const auto differences =
            lab::compareWithExpected(*scenario, fileText(RUNGWATCH_TEST_DATA "/lab_expected.json"));
        QVERIFY(differences.ok());
        QVERIFY2(differences->empty(), differences->empty() ? "" : differences->front().c_str());
    }

    void aWrongFigureIsFound()
    {
        const auto scenario = lab::parseScenario(hourText());
        const auto text = fileText(RUNGWATCH_TEST_DATA "/lab_expected.json");
        const auto found = [&](const std::string& changed) {
            const auto differences = lab::compareWithExpected(*scenario, changed);
            return differences.ok() ? differences->size() : 0;
        };
        QVERIFY(found(replaced(text, "\"value\": 4212", "\"value\": 4213")) == 1);
        QVERIFY(found(replaced(text, "\"value\": [11]", "\"value\": [12]")) == 1);
        QVERIFY(found(replaced(text, "\"secondary\": 208", "\"secondary\": 209")) == 1);
        QVERIFY(found(replaced(text, "\"name\": \"default\"", "\"name\": \"other\"")) == 2);
    }

    void theDefaultHourIsThePublishedOne()
    {
        const auto scenario = lab::parseScenario(hourText());
        const auto run = lab::runHour(*scenario, scenario->defaults);
        QCOMPARE(run.tripMinutes, std::vector<std::int64_t>{11});
        QCOMPARE(run.returnMinutes, std::vector<std::int64_t>{48});
        QCOMPARE(run.total.at("refund_eligibility").at("small_model"), 0);
        QCOMPARE(run.byMinute[20].at("recommendations").at("popular_list"), 6);
    }

    /// The published example of eleven minutes at a steady 5 s: what a hold of one costs in switches.
    void aHoldOfThreeIgnoresARaggedRecovery_data()
    {
        QTest::addColumn<qint64>("hold");
        QTest::addColumn<QString>("modes");
        QTest::addColumn<qint64>("switches");
        const auto document =
            QJsonDocument::fromJson(QByteArray::fromStdString(fileText(RUNGWATCH_TEST_DATA "/lab_expected.json")));
        const auto examples = document[QStringLiteral("controller_snippet")].toArray();
        QCOMPARE(examples.size(), 2);
        for (const auto& value : examples) {
            const auto example = value.toObject();
            const auto hold = example[QStringLiteral("hold_healthy_minutes")].toInteger();
            QCOMPARE(example[QStringLiteral("error_percent")].toArray(),
                (QJsonArray{100, 100, 25, 5, 45, 5, 30, 5, 3, 1, 1}));
            QCOMPARE(example[QStringLiteral("p95_latency_seconds")].toInt(), 5);
            QTest::addRow("hold %lld", static_cast<long long>(hold))
                << qint64{hold} << example[QStringLiteral("mode_after_observing")].toString()
                << qint64{example[QStringLiteral("switches")].toInteger()};
        }
    }
    void aHoldOfThreeIgnoresARaggedRecovery()
    {
        QFETCH(qint64, hold);
        QFETCH(QString, modes);
        QFETCH(qint64, switches);
        auto scenario = lab::parseScenario(hourText()).value();
        scenario.errorPercent = {100, 100, 25, 5, 45, 5, 30, 5, 3, 1, 1};
        scenario.p95Seconds.assign(11, 5);
        scenario.minutes = 11;
        auto toggles = scenario.defaults;
        toggles.holdHealthyMinutes = hold;
        const auto run = lab::runHour(scenario, toggles);
        QCOMPARE(QString::fromStdString(run.modeAfter), modes);
        QCOMPARE(run.switches, switches);
    }

    void everyRequestIsServedOnce()
    {
        const auto scenario = lab::parseScenario(hourText());
        for (const auto& setting : scenario->settings)
            for (const auto& minute : lab::runHour(*scenario, setting.toggles).byMinute)
                for (const auto& feature : scenario->features) {
                    std::int64_t sum = 0;
                    for (const auto& [rung, requests] : minute.at(feature.name)) {
                        QVERIFY(requests >= 0);
                        sum += requests;
                    }
                    QCOMPARE(sum, feature.requestsPerMinute);
                }
    }

    void sharesInProportionAndSparesByCriticality_data()
    {
        QTest::addColumn<qint64>("capacity");
        QTest::addColumn<std::vector<std::int64_t>>("demands"); // refunds (1), help desk (2), recommendations (3)
        QTest::addColumn<std::vector<std::int64_t>>("granted");
        using V = std::vector<std::int64_t>;
        QTest::newRow("full outage") << qint64{90} << V{10, 90, 90} << V{5, 43, 42};
        QTest::newRow("full quota") << qint64{100} << V{10, 90, 90} << V{6, 47, 47};
        QTest::newRow("small model") << qint64{80} << V{5, 47, 48} << V{5, 37, 38};
        QTest::newRow("fits exactly") << qint64{190} << V{10, 90, 90} << V{10, 90, 90};
        QTest::newRow("one short") << qint64{189} << V{10, 90, 90} << V{10, 90, 89};
        QTest::newRow("nobody asks") << qint64{5} << V{0, 0, 0} << V{0, 0, 0};
        QTest::newRow("nothing to give") << qint64{0} << V{1, 1, 1} << V{0, 0, 0};
        QTest::newRow("spare skips who asks nothing") << qint64{1} << V{0, 1, 1} << V{0, 1, 0};
    }
    void sharesInProportionAndSparesByCriticality()
    {
        QFETCH(qint64, capacity);
        QFETCH(std::vector<std::int64_t>, demands);
        QFETCH(std::vector<std::int64_t>, granted);
        std::vector<admission::Demand> asked;
        for (std::size_t i = 0; i < demands.size(); ++i)
            asked.push_back({demands[i], static_cast<std::int64_t>(i + 1)});
        QCOMPARE(admission::share(capacity, asked), granted);
    }

    void namesTheFaultInAScenario_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* from, const char* to, const char* where,
                             const char* message) { QTest::newRow(name) << from << to << where << message; };
        row("unknown key", "\"minutes\": 60", "\"minutes\": 60, \"hours\": 1", "/hours (line 4)",
            "unknown key \"hours\"");
        row("wrong type", "\"minutes\": 60", "\"minutes\": \"60\"", "/minutes (line 4)",
            "expected a whole number from 1 to 10000, found a text");
        row("minutes without values", "\"minutes\": 60", "\"minutes\": 61",
            "/primary_provider/error_percent_by_minute (line 14)", "expected 61 values, one a minute, found 60");
        row("over 100 %", "60, 70, 55", "60, 101, 55", "/primary_provider/error_percent_by_minute/11 (line 16)",
            "expected a whole number from 0 to 100");
        row("unknown rung kind", "\"kind\": \"rules\"", "\"kind\": \"magic\"", "/features/0/ladder/3/kind (line 51)",
            "expected model (with limited_by), cache, rules, template or honest_unavailable");
    }
    void namesTheFaultInAScenario()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, where);
        QFETCH(QString, message);
        const auto scenario = lab::parseScenario(replaced(hourText(), from.toStdString(), to.toStdString()));
        QVERIFY(!scenario.ok());
        QCOMPARE(QString::fromStdString(scenario.error().where), where);
        QCOMPARE(QString::fromStdString(scenario.error().message), message);
    }

    void togglesAreSetByTheirNames()
    {
        lab::Toggles toggles;
        QVERIFY(!lab::setToggle(toggles, "hold_healthy_minutes=1"));
        QVERIFY(!lab::setToggle(toggles, "latency_trigger=false"));
        QCOMPARE(toggles.holdHealthyMinutes, 1);
        QVERIFY(!toggles.latencyTrigger);
        QVERIFY(lab::setToggle(toggles, "hold=1"));
        QVERIFY(lab::setToggle(toggles, "hold_healthy_minutes"));
        QVERIFY(lab::setToggle(toggles, "hold_healthy_minutes=0"));
        QVERIFY(lab::setToggle(toggles, "latency_trigger=1"));
    }
};

QTEST_APPLESS_MAIN(TestLab)
#include "tst_lab.moc"
