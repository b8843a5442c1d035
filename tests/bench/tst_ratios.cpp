// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/ratios.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace rungwatch::bench;

/// What a benchmark's JSON says follows from its figures: ratios to the limits, what is over them, and what a second
/// thread brings.
class TestRatios : public QObject {
    Q_OBJECT

private:
    static QJsonObject of(const std::map<std::string, double>& figures, const std::vector<Over>& overs = {})
    {
        return QJsonDocument::fromJson(QByteArray::fromStdString(ratiosOf(figures, overs))).object();
    }

private Q_SLOTS:
    void aFigureStandsBesideEveryLimit()
    {
        const auto all = of({{"limit/a", 20}, {"limit/b", 4}, {"call", 50}});
        QCOMPARE(all.size(), 3);
        const auto call = all["call"].toObject();
        QCOMPARE(call["ns"].toDouble(), 50.0);
        QCOMPARE(call["to"].toObject(), (QJsonObject{{"limit/a", 2.5}, {"limit/b", 12.5}}));
        QVERIFY(!all["limit/a"].toObject().contains("to"));
        QVERIFY(!call.contains("over_ns") && !call.contains("two_threads_to_one"));
    }

    void whatIsOverTheLimitsItNeeds()
    {
        const auto all = of({{"limit/clock", 20}, {"call", 47.5}, {"refusal", 19}},
            {{"call", "limit/clock", 2}, {"refusal", "limit/clock", 1}, {"call", "limit/nothing", 1}});
        QCOMPARE(all["call"].toObject()["over_ns"].toObject(), (QJsonObject{{"2 x limit/clock", 7.5}}));
        QCOMPARE(all["refusal"].toObject()["over_ns"].toObject(), (QJsonObject{{"1 x limit/clock", -1.0}}));
    }

    void whatASecondThreadBrings()
    {
        const auto all = of({{"call/real_time/threads:1", 9}, {"call/real_time/threads:2", 5}, {"other/threads:2", 5},
            {"limit/mutex/real_time/threads:1", 8}, {"limit/mutex/real_time/threads:2", 32}});
        QCOMPARE(all["call/real_time/threads:2"].toObject()["two_threads_to_one"].toDouble(), 1.8);
        QCOMPARE(all["limit/mutex/real_time/threads:2"].toObject()["two_threads_to_one"].toDouble(), 0.25);
        for (const auto* name : {"call/real_time/threads:1", "other/threads:2"})
            QVERIFY(!all[QLatin1String(name)].toObject().contains("two_threads_to_one"));
    }

    void nothingDividesByNothing()
    {
        const auto all = of({{"limit/a", 0}, {"call/threads:2", 0}, {"call/threads:1", 5}});
        QVERIFY(!all["call/threads:1"].toObject().contains("to"));
        QVERIFY(!all["call/threads:2"].toObject().contains("two_threads_to_one"));
        QVERIFY(of({}).isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestRatios)
#include "tst_ratios.moc"
