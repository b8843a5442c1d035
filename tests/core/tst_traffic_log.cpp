// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/cache/traffic_log.h"

#include <QTest>

using namespace rungwatch;

namespace {

void record(TrafficLog& log, const std::string& query, int times)
{
    for (int i = 0; i < times; ++i)
        log.record(query);
}

/// "order 3, price 2 of 9"
QString told(const TrafficLog::Top& top)
{
    QString text;
    for (const auto& each : top.asked) {
        text += QStringLiteral("%1%2%3 %4")
                    .arg(text.isEmpty() ? QString() : QStringLiteral(", "), QString::fromStdString(each.query),
                        each.scope ? QStringLiteral("@") + QString::fromStdString(*each.scope) : QString())
                    .arg(each.times);
    }
    return text + QStringLiteral(" of %1").arg(top.total);
}

std::optional<PreparedAnswer> anAnswer(const TrafficLog::Asked& asked)
{
    return PreparedAnswer{"changed", "to " + asked.query, "c", std::nullopt, {}};
}

} // namespace

/// What is asked most is known, in bounded memory, and with the share of the traffic that its answers cover.
class TestTrafficLog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theMostFrequentComeFirst()
    {
        TrafficLog log;
        log.record("Price?");
        log.record(" order ");
        log.record("ORDER");
        log.record("price?");
        log.record("order");
        log.record("about");
        QCOMPARE(told(log.top()), QStringLiteral("order 3, price 2, about 1 of 6"));
        QCOMPARE(told(log.top(1)), QStringLiteral("order 3 of 6"));
        QCOMPARE(told(log.top(0)), QStringLiteral(" of 6"));
        log.clear();
        QCOMPARE(told(log.top()), QStringLiteral(" of 0"));
    }

    void scopesCountApartAndALostScopeIsNobodys()
    {
        TrafficLog log;
        log.record("my orders", "ann");
        log.record("my orders", "ann");
        log.record("my orders", "bob");
        log.record("my orders");
        log.record("my orders", "");
        log.record(" ");
        QCOMPARE(told(log.top()), QStringLiteral("my orders@ann 2, my orders 1, my orders@bob 1 of 6"));
    }

    void fiveHundredAreTheDefault()
    {
        TrafficLog log;
        for (int i = 0; i < 501; ++i)
            record(log, "q" + std::to_string(i), i == 500 ? 1 : 2);
        QCOMPARE(log.top().asked.size(), std::size_t{500});
        const auto set = preparedFor(log, anAnswer);
        QCOMPARE(set.answers.size(), std::size_t{500});
        QVERIFY(set.coverage == Percent{99'900}); // 1000 of 1001
    }

    void theShareIsOfWhatIsAnswered()
    {
        TrafficLog log;
        record(log, "order", 60);
        record(log, "price", 15);
        record(log, "weather", 15);
        record(log, "rare", 10);
        const auto set = preparedFor(
            log,
            [](const TrafficLog::Asked& asked) {
                auto answer = anAnswer(asked);
                if (asked.query == "weather")
                    answer.reset();
                return answer;
            },
            3);
        QCOMPARE(set.answers.size(), std::size_t{2});
        QCOMPARE(set.answers[0].query, std::string("order"));
        QCOMPARE(set.answers[0].answer, std::string("to order"));
        QVERIFY(set.coverage == Percent{75'000});
    }

    void anAnswersScopeIsThatOfTheLog()
    {
        TrafficLog log;
        log.record("my orders", "ann");
        const auto set = preparedFor(log, anAnswer);
        QCOMPARE(set.answers.at(0).scope.value(), std::string("ann"));
        const auto cache = AnswerCache::build(set, ManualClock().now());
        QVERIFY(cache.ok());
        QVERIFY((*cache)->coverage() == Percent{100'000});
        QCOMPARE((*cache)->find({"my orders", "ann"}, ManualClock().now()).answer, std::string("to my orders"));
        QVERIFY((*cache)->find({"my orders", "bob"}, ManualClock().now()).answer.empty());
    }

    void anEmptyAnswerIsNoneAndNoTrafficHasNoShare()
    {
        TrafficLog log;
        QVERIFY(!preparedFor(log, anAnswer).coverage);
        log.record("q");
        const auto set =
            preparedFor(log, [](const TrafficLog::Asked&) { return std::optional<PreparedAnswer>(PreparedAnswer{}); });
        QVERIFY(set.answers.empty());
        QVERIFY(set.coverage == Percent{0});
    }

    void countsAreExactUntilMemoryIsFull()
    {
        TrafficLog log(3);
        record(log, "a", 9);
        for (const char* each : {"b", "c", "d", "e", "f"})
            log.record(each);
        QCOMPARE(log.top().forgotten, std::uint64_t{0});
        QCOMPARE(told(log.top(1)), QStringLiteral("a 9 of 14"));
        log.record("g"); // the seventh
        QCOMPARE(told(log.top()), QStringLiteral("a 8 of 15"));
        QCOMPARE(log.top().forgotten, std::uint64_t{1});
    }

    void whatIsFrequentSurvivesAFloodOfRareQueries()
    {
        TrafficLog log(100);
        for (int i = 0; i < 20'000; ++i) {
            log.record("rare " + std::to_string(i));
            if (i % 4 == 0)
                log.record("order");
        }
        const auto top = log.top(1);
        QCOMPARE(top.asked.at(0).query, std::string("order"));
        QCOMPARE(top.total, std::uint64_t{25'000});
        QVERIFY(top.asked[0].times <= 5'000);
        QVERIFY(top.asked[0].times + top.forgotten >= 5'000);
        QVERIFY(top.forgotten <= 25'000 / 100);
    }
};

QTEST_APPLESS_MAIN(TestTrafficLog)
#include "tst_traffic_log.moc"
