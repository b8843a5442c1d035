// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/breaker/window.h"

#include <QTest>

#include <deque>
#include <random>

using namespace rungwatch;
using namespace rungwatch::breaker;
using namespace std::chrono_literals;

namespace {

constexpr SteadyTime start{1'000s};

Options timed(Duration length)
{
    Options options;
    options.window = WindowKind::Time;
    options.windowLength = length;
    return options;
}

Options counted(std::uint32_t size)
{
    Options options;
    options.window = WindowKind::Count;
    options.windowSize = size;
    return options;
}

struct Seen {
    SteadyTime at;
    bool failed;
    bool slow;
};

/// What should be inside, by the plain definition.
WindowTotals sum(const std::deque<Seen>& calls, SteadyTime youngerThan)
{
    WindowTotals totals;
    for (const auto& call : calls)
        if (call.at > youngerThan) {
            ++totals.calls;
            totals.failed += call.failed ? 1 : 0;
            totals.slow += call.slow ? 1 : 0;
        }
    return totals;
}

} // namespace

/// A breaker looks back on the calls it says: the last N exactly, or those younger than its length, within the stated
/// error; and never in more memory than stated.
class TestBreakerWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCallIsInsideWhileYoungerThanTheLength()
    {
        const auto options = timed(30s);
        State state;
        addCall(state, options, true, false, start);
        QCOMPARE(totalsAt(state, options, start).failed, std::uint64_t{1});
        QCOMPARE(totalsAt(state, options, start + 30s - 1ns).failed, std::uint64_t{1});
        QCOMPARE(totalsAt(state, options, start + 30s).calls, std::uint64_t{0});
    }

    void aGapLongerThanTheWindowEmptiesIt()
    {
        const auto options = timed(30s);
        State state;
        for (int i = 0; i < 50; ++i)
            addCall(state, options, true, true, start + 1s * i);
        addCall(state, options, false, false, start + 1h);
        const auto totals = totalsAt(state, options, start + 1h);
        QCOMPARE(totals.calls, std::uint64_t{1});
        QCOMPARE(totals.failed, std::uint64_t{0});
        QCOMPARE(state.window.size(), std::size_t{1});
    }

    void callsFurtherApartThanTheResolutionAreKeptExactly()
    {
        const auto options = timed(256s); // resolution: 1 s
        State state;
        addCall(state, options, true, false, start);
        addCall(state, options, true, false, start + 1s + 1ns);
        QCOMPARE(state.window.size(), std::size_t{2});
        QCOMPARE(totalsAt(state, options, start + 256s).failed, std::uint64_t{1});
    }

    void closerCallsLeaveTogetherByTheOldest()
    {
        const auto options = timed(256s);
        State state;
        addCall(state, options, true, false, start);
        addCall(state, options, true, false, start + 1s);
        QCOMPARE(state.window.size(), std::size_t{1});
        QCOMPARE(totalsAt(state, options, start + 256s - 1ns).failed, std::uint64_t{2});
        QCOMPARE(totalsAt(state, options, start + 256s).failed, std::uint64_t{0}); // the second one 1 s early
    }

    void holdsTheStatedErrorAndMemoryUnderAnyTraffic()
    {
        std::mt19937_64 random(20261130);
        for (const auto length : {Duration(1ms), Duration(1s), Duration(30s), Duration(15min)}) {
            const auto options = timed(length);
            State state;
            std::deque<Seen> all;
            auto now = start;
            for (int i = 0; i < 4'000; ++i) {
                // From bursts at one moment to gaps longer than the window.
                const auto gap = random() % 100 == 0 ? length * 2 : length / 2'000 * static_cast<int>(random() % 30);
                now += gap;
                const Seen call{now, random() % 3 == 0, random() % 5 == 0};
                all.push_back(call);
                addCall(state, options, call.failed, call.slow, now);
                const auto got = totalsAt(state, options, now);
                const auto most = sum(all, now - length);
                const auto least = sum(all, now - length + length / 256);
                QVERIFY(got.calls <= most.calls && got.calls >= least.calls);
                QVERIFY(got.failed <= most.failed && got.failed >= least.failed);
                QVERIFY(got.slow <= most.slow && got.slow >= least.slow);
                QVERIFY(state.window.size() <= 257);
            }
        }
    }

    void aCountWindowHoldsExactlyTheLastCalls_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {1, 2, 3, 10, 100})
            QTest::addRow("%d", size) << size;
    }
    void aCountWindowHoldsExactlyTheLastCalls()
    {
        QFETCH(int, size);
        const auto options = counted(static_cast<std::uint32_t>(size));
        std::mt19937_64 random(7);
        State state;
        std::deque<Seen> last;
        for (int i = 0; i < size * 3 + 5; ++i) {
            const Seen call{start, random() % 2 == 0, random() % 3 == 0};
            last.push_back(call);
            if (last.size() > static_cast<std::size_t>(size))
                last.pop_front();
            addCall(state, options, call.failed, call.slow, start);
            const auto got = totalsAt(state, options, start);
            const auto expected = sum(last, start - 1s);
            QCOMPARE(got.calls, expected.calls);
            QCOMPARE(got.failed, expected.failed);
            QCOMPARE(got.slow, expected.slow);
        }
    }

    void aSmallerOrLargerCountWindowKeepsTheNewestCalls()
    {
        State state;
        // Wrapped: the ring holds calls 4..8 with the oldest in its middle. Failed: 6 and 8.
        for (int i = 1; i <= 8; ++i)
            addCall(state, counted(5), i == 6 || i == 8, false, start);
        auto smaller = state;
        addCall(smaller, counted(3), false, false, start); // 7, 8, 9
        QCOMPARE(totalsAt(smaller, counted(3), start).calls, std::uint64_t{3});
        QCOMPARE(totalsAt(smaller, counted(3), start).failed, std::uint64_t{1});
        auto larger = state;
        for (int i = 9; i <= 13; ++i)
            addCall(larger, counted(8), false, false, start); // 6..13
        QCOMPARE(totalsAt(larger, counted(8), start).calls, std::uint64_t{8});
        QCOMPARE(totalsAt(larger, counted(8), start).failed, std::uint64_t{2});
        addCall(larger, counted(8), false, false, start); // 7..14
        QCOMPARE(totalsAt(larger, counted(8), start).failed, std::uint64_t{1});
    }
};

QTEST_APPLESS_MAIN(TestBreakerWindow)
#include "tst_breaker_window.moc"
