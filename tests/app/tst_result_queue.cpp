// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/result_queue.h"

#include <QTest>

#include <thread>

using namespace rungwatch;
using poll::ResultQueue;

namespace {

fleet::PollResult result(std::uint32_t endpoint)
{
    fleet::PollResult result;
    result.endpoint = endpoint;
    return result;
}

fleet::PollResult reading(std::uint32_t endpoint, const std::string& message)
{
    auto made = result(endpoint);
    Reading reading;
    reading.message = message;
    made.reading = Shared<Reading>(std::move(reading));
    return made;
}

fleet::PollResult unchanged(std::uint32_t endpoint)
{
    auto made = result(endpoint);
    made.unchanged = true;
    return made;
}

} // namespace

/// Bounded: the oldest observation makes room and is counted; nothing that says "as before" loses what it leans on.
class TestResultQueue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesEverythingInOrder()
    {
        int woken = 0;
        ResultQueue queue(3, [&woken] { ++woken; });
        for (std::uint32_t i = 0; i < 3; ++i)
            QVERIFY(!queue.push(result(i)));
        QCOMPARE(woken, 1);
        auto taken = queue.take();
        QCOMPARE(taken.results.size(), 3U);
        QCOMPARE(taken.results[0].endpoint, 0U);
        QCOMPARE(taken.results[2].endpoint, 2U);
        QCOMPARE(taken.dropped, 0U);
        QVERIFY(!queue.push(result(9)));
        QCOMPARE(woken, 2);
    }

    void theOldestMakesRoomAndIsCounted()
    {
        ResultQueue queue(2, [] {});
        QVERIFY(!queue.push(result(0)));
        QVERIFY(!queue.push(result(1)));
        const auto dropped = queue.push(result(2));
        QVERIFY(dropped);
        QCOMPARE(dropped->endpoint, 0U);
        auto taken = queue.take();
        QCOMPARE(taken.dropped, 1U);
        QCOMPARE(taken.results.size(), 2U);
        QCOMPARE(taken.results[0].endpoint, 1U);
        QCOMPARE(queue.take().dropped, 0U);
    }

    void aDroppedReadingIsPassedOn()
    {
        ResultQueue queue(2, [] {});
        QVERIFY(!queue.push(reading(7, "new")));
        QVERIFY(!queue.push(unchanged(7)));
        const auto dropped = queue.push(result(1));
        QVERIFY(dropped && !dropped->reading);
        auto taken = queue.take();
        QVERIFY(taken.results[0].reading);
        QVERIFY(!taken.results[0].unchanged);
        QCOMPARE(taken.results[0].reading->get().message, std::string("new"));
    }

    void aDroppedReadingIsGivenBackWhereNobodyLeansOnIt()
    {
        ResultQueue queue(1, [] {});
        QVERIFY(!queue.push(reading(7, "new")));
        const auto dropped = queue.push(unchanged(8));
        QVERIFY(dropped && dropped->reading);
        QVERIFY(queue.take().results[0].unchanged);
    }

    void manyThreadsLoseNothingUncounted()
    {
        ResultQueue queue(100, [] {});
        constexpr int threads = 4;
        constexpr int each = 5000;
        std::uint64_t got = 0;
        std::vector<std::thread> pushers;
        pushers.reserve(threads);
        for (int t = 0; t < threads; ++t)
            pushers.emplace_back([&queue] {
                for (int i = 0; i < each; ++i)
                    (void)queue.push(result(1));
            });
        for (int i = 0; i < 200; ++i) {
            const auto taken = queue.take();
            got += taken.results.size() + taken.dropped;
        }
        for (auto& pusher : pushers)
            pusher.join();
        const auto rest = queue.take();
        QCOMPARE(got + rest.results.size() + rest.dropped, std::uint64_t{threads * each});
    }
};

QTEST_APPLESS_MAIN(TestResultQueue)
#include "tst_result_queue.moc"
