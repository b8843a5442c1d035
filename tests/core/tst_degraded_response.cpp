// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/health/degraded_response.h"
#include "rungwatch/health/degraded_stats.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

/// "200 X-Degradation: none {...}", or the error.
QByteArray told(std::string_view result, const Degradation& degradation, const DegradedResponseOptions& options = {})
{
    const auto response = degradedResponse(result, degradation, options);
    if (!response)
        return QByteArray::fromStdString(response.error().code + " " + response.error().where);
    auto text = QByteArray::number(response->statusCode);
    for (const auto& [name, value] : response->headers)
        text += " " + QByteArray::fromStdString(name + ": " + value);
    return text + " " + QByteArray::fromStdString(response->body);
}

/// Every age once, from 1 s up, in seconds.
AgeHistogram secondsUpTo(int last)
{
    AgeHistogram ages;
    for (int second = 1; second <= last; ++second)
        ages.add(std::chrono::seconds{second});
    return ages;
}

} // namespace

/// A degraded answer says so, in status, headers and body, and is counted apart from full ones.
class TestDegradedResponse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSeedsAnswers_data()
    {
        QTest::addColumn<int>("level");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("none") << 0 << QByteArray(R"(200 X-Degradation: none {"status":"ok","data":{"answer": "42"}})");
        QTest::newRow("partial") << 1
                                 << QByteArray(R"(200 X-Degradation: partial X-Degraded-Features: sagemaker,s3 )"
                                               R"({"status":"partial","data":{"answer": "42"},"degradation":)"
                                               R"({"level":"partial","message":"Some features unavailable",)"
                                               R"("affected":["sagemaker","s3"],"fallbacks":["default_enrichment"]}})");
        QTest::newRow("severe") << 2
                                << QByteArray(R"(200 X-Degradation: severe )"
                                              R"({"status":"degraded","data":{"answer": "42"},"degradation":)"
                                              R"({"level":"severe","message":"Significantly reduced functionality",)"
                                              R"("affected":["sagemaker","s3"],"fallbacks":["default_enrichment"]}})");
        QTest::newRow("unavailable") << 3
                                     << QByteArray(R"(503 X-Degradation: unavailable Retry-After: 30 )"
                                                   R"({"status":"unavailable",)"
                                                   R"("message":"Service temporarily unavailable",)"
                                                   R"("affected":["sagemaker","s3"]})");
    }
    void theSeedsAnswers()
    {
        QFETCH(int, level);
        QFETCH(QByteArray, expected);
        QCOMPARE(told(R"({"answer": "42"})",
                     {static_cast<DegradationLevel>(level), {"sagemaker", "s3"}, {"default_enrichment"}}),
            expected);
    }

    void retryAfterIsASetting()
    {
        const Degradation down{DegradationLevel::Unavailable, {}, {}};
        QVERIFY(told("{}", down, {1s}).contains(" Retry-After: 1 "));
        QVERIFY(told("{}", down, {24h}).contains(" Retry-After: 86400 "));
        QCOMPARE(told("{}", down, {0s}), QByteArray("out-of-range retry_after_s"));
        QCOMPARE(told("{}", down, {24h + 1s}), QByteArray("out-of-range retry_after_s"));
    }

    void noNameEndsAHeader_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("plain") << QByteArray("help_desk-2.x/a") << QByteArray("help_desk-2.x/a");
        QTest::newRow("line end") << QByteArray("a\r\nSet-Cookie: b") << QByteArray("a%0D%0ASet-Cookie:%20b");
        QTest::newRow("comma") << QByteArray("a,b") << QByteArray("a%2Cb");
        QTest::newRow("percent") << QByteArray("a%2Cb") << QByteArray("a%252Cb");
        QTest::newRow("nul and delete") << QByteArray("\0\x7f", 2) << QByteArray("%00%7F");
        QTest::newRow("other scripts") << QByteArray("\xc3\xa9") << QByteArray("%C3%A9");
        QTest::newRow("no text at all") << QByteArray("") << QByteArray("");
    }
    void noNameEndsAHeader()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        QCOMPARE(QByteArray::fromStdString(headerList({name.toStdString()})), value);
    }

    void namesAreJoinedByCommas()
    {
        QCOMPARE(headerList({}), std::string());
        QCOMPARE(headerList({"a", "", "b", "c"}), std::string("a,b,c"));
        QCOMPARE(headerList({"", "a"}), std::string("a"));
    }

    void aResultStaysAsItIs()
    {
        const Degradation none;
        QCOMPARE(told("12345678901234567890.10", none),
            QByteArray(R"(200 X-Degradation: none {"status":"ok","data":12345678901234567890.10})"));
        QCOMPARE(told("\xEF\xBB\xBFnull", none), QByteArray(R"(200 X-Degradation: none {"status":"ok","data":null})"));
        for (const char* wrong : {"", "{", "{}}", "{},\"status\":\"ok\"", "nan", "\"\xff\""})
            QCOMPARE(told(wrong, none), QByteArray("bad-json result"));
        // An unavailable answer has no result, so none can be wrong.
        QVERIFY(told("", {DegradationLevel::Unavailable, {}, {}}).startsWith("503 "));
    }

    void namesInTheBodyAreData()
    {
        const auto response =
            degradedResponse("{}", {DegradationLevel::Severe, {"\"},\"x\":1", "\xff"}, {"line\nend"}});
        QVERIFY(response.ok());
        const auto body = QJsonDocument::fromJson(QByteArray::fromStdString(response->body)).object();
        QCOMPARE(body.keys(),
            (QStringList{QStringLiteral("data"), QStringLiteral("degradation"), QStringLiteral("status")}));
        const auto degradation = body["degradation"].toObject();
        QCOMPARE(degradation["affected"][0].toString(), QStringLiteral("\"},\"x\":1"));
        QCOMPARE(degradation["fallbacks"][0].toString(), QStringLiteral("line\nend"));
    }

    void degradedAnswersHaveTheirOwnCounts()
    {
        DegradedStats stats;
        QCOMPARE(stats.seen().degraded(), std::uint64_t{0});
        QVERIFY(!stats.seen().p50);
        stats.record(DegradationLevel::None, "primary");
        stats.record(DegradationLevel::Partial, "secondary");
        stats.record(DegradationLevel::Severe, "cache", 30s);
        stats.record(DegradationLevel::Severe, "cache", 90s);
        stats.record(DegradationLevel::Severe, "cache", -1s);
        stats.record(DegradationLevel::Unavailable, "unavailable");
        const auto seen = stats.seen();
        QVERIFY((seen.byLevel == std::array<std::uint64_t, 4>{1, 1, 3, 1}));
        QVERIFY(
            (seen.byRung == std::map<std::string, std::uint64_t>{{"cache", 3}, {"secondary", 1}, {"unavailable", 1}}));
        QCOMPARE(seen.degraded(), std::uint64_t{5});
        QCOMPARE(seen.aged, std::uint64_t{2});
        QVERIFY(seen.max == 90s);
        QVERIFY(seen.p95 == 90s);
        QVERIFY(*seen.p50 >= 30s && *seen.p50 <= 31s);
        QCOMPARE(stats.reset().degraded(), std::uint64_t{5});
        QVERIFY((stats.seen().byLevel == std::array<std::uint64_t, 4>{}));
        QVERIFY(!stats.seen().max);
    }

    void rungsPastTheSixtyFourthAreCountedTogether()
    {
        DegradedStats stats;
        for (int i = 0; i < 70; ++i)
            stats.record(DegradationLevel::Partial, "rung " + std::to_string(i));
        stats.record(DegradationLevel::Partial, "rung 3");
        const auto seen = stats.seen();
        QCOMPARE(seen.byRung.size(), std::size_t{65});
        QCOMPARE(seen.byRung.at("other"), std::uint64_t{6});
        QCOMPARE(seen.byRung.at("rung 3"), std::uint64_t{2});
    }

    void agesAreNeverToldTooYoungNorMuchTooOld()
    {
        const auto ages = secondsUpTo(100);
        QCOMPARE(ages.count(), std::uint64_t{100});
        QVERIFY(*ages.percentile(50) >= 50s && *ages.percentile(50) <= 51'600ms);
        QVERIFY(*ages.percentile(95) >= 95s && *ages.percentile(95) <= 98'040ms);
        QVERIFY(ages.percentile(100) == 100s);
        QVERIFY(ages.max() == 100s);
        QVERIFY(*ages.percentile(0) >= 1s && *ages.percentile(0) <= 1'032ms);
    }

    void bucketsHoldWhatTheySay_data()
    {
        QTest::addColumn<qint64>("ms");
        QTest::addColumn<qint64>("endMs");
        for (const auto& [ms, end] : {std::pair<qint64, qint64>{0, 1}, {63, 64}, {64, 66}, {65, 66}, {66, 68},
                 {127, 128}, {128, 132}, {119'000, 120'832}, {120'000, 120'832}, {120'832, 122'880}})
            QTest::addRow("%lld ms", static_cast<long long>(ms)) << ms << end;
    }
    void bucketsHoldWhatTheySay()
    {
        QFETCH(qint64, ms);
        QFETCH(qint64, endMs);
        AgeHistogram ages;
        ages.add(std::chrono::milliseconds{ms});
        ages.add(1h); // so that the greatest does not cut the bucket short
        QVERIFY(ages.percentile(50) == std::chrono::milliseconds{endMs});
    }

    void theGreatestAgesFitAndNegativeOnesCountAsNone()
    {
        AgeHistogram ages;
        QVERIFY(!ages.percentile(50));
        QVERIFY(!ages.max());
        ages.add(-1h);
        QVERIFY(ages.max() == 0s);
        QVERIFY(ages.percentile(50) == 0s);
        ages.add(Duration::max());
        QVERIFY(ages.max() == Duration::max());
        QCOMPARE(ages.count(), std::uint64_t{2});
    }

    void mergedAgesAreThoseOfBoth()
    {
        auto merged = secondsUpTo(50);
        merged.add(secondsUpTo(100));
        QCOMPARE(merged.count(), std::uint64_t{150});
        QVERIFY(merged.max() == 100s);
        QVERIFY(*merged.percentile(50) >= 38s && *merged.percentile(50) <= 39'200ms);
    }
};

QTEST_APPLESS_MAIN(TestDegradedResponse)
#include "tst_degraded_response.moc"
