// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/ladder/share_alert.h"

#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(rungwatch::ShareAlert::Seen)

namespace {

const ShareAlert::Options options{"queue_for_person", Percent{5'000}, 300s};

ShareAlert::State after(ShareAlert::State state, std::uint64_t part, std::uint64_t whole, Duration length = 60s)
{
    return ShareAlert::observe(state, options, {length, part, whole});
}

} // namespace

/// An alert on the share that one rung serves: strictly above, for long enough, and decided only by what is known.
class TestShareAlert : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void atTheLimitIsNotAboveIt_data()
    {
        QTest::addColumn<quint64>("part");
        QTest::addColumn<quint64>("whole");
        QTest::addColumn<bool>("above");
        QTest::newRow("5 of 100") << quint64(5) << quint64(100) << false;
        QTest::newRow("6 of 100") << quint64(6) << quint64(100) << true;
        QTest::newRow("exactly 5 % of many") << quint64(500'000) << quint64(10'000'000) << false;
        QTest::newRow("one more of many") << quint64(500'001) << quint64(10'000'000) << true; // shown as 5.000
        QTest::newRow("none") << quint64(0) << quint64(1) << false;
        QTest::newRow("all") << quint64(1) << quint64(1) << true;
    }
    void atTheLimitIsNotAboveIt()
    {
        QFETCH(quint64, part);
        QFETCH(quint64, whole);
        QFETCH(bool, above);
        const auto state = after({}, part, whole, 300s);
        QCOMPARE(state.raised, above);
        QVERIFY(state.aboveFor == (above ? 300s : 0s));
    }

    void itHasToLastAndNotANanosecondLess()
    {
        QVERIFY(!after({}, 10, 100, 300s - 1ns).raised);
        QVERIFY(after({}, 10, 100, 300s).raised);
        ShareAlert::State state;
        for (int minute = 1; minute <= 4; ++minute) {
            state = after(state, 10, 100);
            QVERIFY2(!state.raised, std::to_string(minute).c_str());
        }
        QVERIFY(after(state, 10, 100).raised);
    }

    void oneIntervalAtTheLimitBeginsAnewAndClears()
    {
        ShareAlert::State state;
        for (int minute = 0; minute < 4; ++minute)
            state = after(state, 10, 100);
        state = after(state, 5, 100);
        QVERIFY(state.aboveFor == 0s);
        for (int minute = 0; minute < 5; ++minute) {
            QVERIFY(!state.raised);
            state = after(state, 10, 100);
        }
        QVERIFY(state.raised);
        QVERIFY(after(state, 6, 100).raised);
        QVERIFY(!after(state, 5, 100).raised);
    }

    void theUnknownNeitherRaisesNorClears_data()
    {
        QTest::addColumn<ShareAlert::Seen>("seen");
        QTest::newRow("no request") << ShareAlert::Seen{300s, 0, 0};
        QTest::newRow("nothing known of the rung") << ShareAlert::Seen{300s, std::nullopt, 100};
        QTest::newRow("nothing known of all") << ShareAlert::Seen{300s, 100, std::nullopt};
        QTest::newRow("more than all") << ShareAlert::Seen{300s, 101, 100};
        QTest::newRow("counts that can't be") << ShareAlert::Seen{300s, UINT64_MAX, UINT64_MAX};
        QTest::newRow("a negative length") << ShareAlert::Seen{-300s, 100, 100};
    }
    void theUnknownNeitherRaisesNorClears()
    {
        QFETCH(ShareAlert::Seen, seen);
        const auto quiet = after({}, 10, 100, 240s);
        QVERIFY(ShareAlert::observe(quiet, options, seen) == quiet);
        const auto raised = after(quiet, 10, 100);
        QVERIFY(raised.raised);
        QVERIFY(ShareAlert::observe(raised, options, seen) == raised);
        // Known time goes on where it stood.
        QVERIFY(after(ShareAlert::observe(quiet, options, seen), 10, 100).raised);
    }

    void withoutADurationTheFirstIntervalRaises()
    {
        const ShareAlert::Options atOnce{"cache", Percent{0}, 0s};
        QVERIFY(ShareAlert::observe({}, atOnce, {1s, 1, 1'000'000}).raised);
        QVERIFY(!ShareAlert::observe({}, atOnce, {1s, 0, 1'000'000}).raised);
    }

    void aShareIsOfAllThatWasServed()
    {
        const std::map<std::string, std::uint64_t> served{{"primary", 90}, {"cache", 10}};
        const auto cache = ShareAlert::seenOf(served, "cache", 60s);
        QVERIFY(cache.byRung == 10U && cache.byAll == 100U);
        const auto none = ShareAlert::seenOf(served, "queue_for_person", 60s);
        QVERIFY(none.byRung == 0U && none.byAll == 100U);
        QVERIFY(ShareAlert::observe({}, options, cache).lastShare == Percent{10'000});
        QVERIFY(!ShareAlert::observe({}, options, ShareAlert::seenOf({}, "cache", 60s)).lastShare);
    }

    void settingsOutOfRangeAreRefused()
    {
        const auto where = [](const ShareAlert::Options& each) {
            const auto checked = validate(each);
            return checked ? QString() : QString::fromStdString(checked.error().where);
        };
        QCOMPARE(where(options), QString());
        QCOMPARE(where({"", Percent{5'000}, 0s}), QStringLiteral("/rung"));
        QCOMPARE(where({"cache", Percent{99'999}, 0s}), QString());
        QCOMPARE(where({"cache", Percent{100'000}, 0s}), QStringLiteral("/above_pct"));
        QCOMPARE(where({"cache", Percent{-1}, 0s}), QStringLiteral("/above_pct"));
        QCOMPARE(where({"cache", Percent{0}, 24h}), QString());
        QCOMPARE(where({"cache", Percent{0}, 24h + 1ns}), QStringLiteral("/for_s"));
        QCOMPARE(where({"cache", Percent{0}, -1ns}), QStringLiteral("/for_s"));
    }
};

QTEST_APPLESS_MAIN(TestShareAlert)
#include "tst_share_alert.moc"
