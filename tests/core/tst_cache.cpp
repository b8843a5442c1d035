// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/cache/last_known_good.h"

#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

const AnswerKey key{"book 7", "public"};

QString word(const std::optional<StaleRefusal>& refusal)
{
    return refusal ? QString::fromStdString(std::string(nameOf(*refusal))) : QStringLiteral("usable");
}

} // namespace

/// An answer from before is used only where its identity, its scope and its age are all known to be right.
class TestCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agesFromNoughtToTheLimitAreUsable_data()
    {
        QTest::addColumn<bool>("known");
        QTest::addColumn<qint64>("age");
        QTest::addColumn<QString>("answer");
        const auto row = [](const char* name, Duration age, const char* answer) {
            QTest::newRow(name) << true << qint64(age.count()) << answer;
        };
        row("0", 0s, "usable");
        row("119 s", 119s, "usable");
        row("120 s", 120s, "usable");
        row("120 s and 1 ns", 120s + 1ns, "too_old");
        row("121 s", 121s, "too_old");
        row("-1 ns", -1ns, "age_negative");
        row("-1 s", -1s, "age_negative");
        QTest::newRow("unknown") << false << qint64(0) << "age_unknown";
    }
    void agesFromNoughtToTheLimitAreUsable()
    {
        QFETCH(bool, known);
        QFETCH(qint64, age);
        QFETCH(QString, answer);
        StoredAnswer stored{key, false, std::nullopt};
        if (known)
            stored.age = Duration(age);
        QCOMPARE(word(StalePolicy{}.refuses(stored, key)), answer);
    }

    void identityAndScopeMustMatch()
    {
        const StalePolicy policy;
        const auto stored = [](const char* identity, const char* scope) {
            return StoredAnswer{{identity, scope}, false, 5s};
        };
        QCOMPARE(word(policy.refuses(stored("a", "ann"), {"a", "ann"})), QStringLiteral("usable"));
        QCOMPARE(word(policy.refuses(stored("b", "ann"), {"a", "ann"})), QStringLiteral("other_identity"));
        QCOMPARE(word(policy.refuses(stored("a", "bob"), {"a", "ann"})), QStringLiteral("other_scope"));
        QCOMPARE(word(policy.refuses(stored("a", ""), {"a", ""})), QStringLiteral("no_scope"));
        QCOMPARE(word(policy.refuses(stored("a", "ann"), {"a", ""})), QStringLiteral("no_scope"));
        QCOMPARE(word(policy.refuses({{"a", "ann"}, true, 5s}, {"a", "ann"})), QStringLiteral("empty"));
    }

    void theLimitIsASetting()
    {
        const StalePolicy policy{10s};
        QCOMPARE(word(policy.refuses({key, false, 10s}, key)), QStringLiteral("usable"));
        QCOMPARE(word(policy.refuses({key, false, 11s}, key)), QStringLiteral("too_old"));
    }

    void anAgeCountsTheTimeSlept()
    {
        ManualClock clock;
        const auto obtained = clock.now();
        clock.advance(60s);
        QVERIFY(ageOf(obtained, clock.now()) == 60s);
        clock.suspend(8h);
        QVERIFY(ageOf(obtained, clock.now()) == 8h + 60s);
        clock.jumpWall(-24h);
        QVERIFY(ageOf(obtained, clock.now()) == 8h + 60s);
    }

    void anAgeIsUnknownWhereTheClocksCannotSayIt()
    {
        ManualClock clock;
        auto obtained = clock.now();
        clock.advance(60s);
        auto now = clock.now();
        now.boot = {}; // a clock that does not say how long it slept
        QVERIFY(!ageOf(obtained, now));
        obtained.steady += 90s; // obtained later than now
        QVERIFY(*ageOf(obtained, clock.now()) < 0s);
    }

    void aLookupJudgesTheAgeItReports()
    {
        ManualClock clock;
        LastKnownGood cache;
        QVERIFY(cache.put(key, "Dune", clock.now()));
        clock.advance(120s);
        auto seen = cache.get(key, clock.now());
        QVERIFY(seen.value == "Dune");
        QVERIFY(seen.age == 120s);
        QVERIFY(seen.mode() == AnswerMode::Cached);
        clock.advance(1s);
        seen = cache.get(key, clock.now());
        QVERIFY(!seen.value);
        QVERIFY(seen.age == 121s);
        QCOMPARE(word(seen.refusal), QStringLiteral("too_old"));
        QVERIFY(seen.mode() == AnswerMode::Simplified);
    }

    void eightHoursAsleepMakeItTooOld()
    {
        ManualClock clock;
        LastKnownGood cache;
        cache.put(key, "Dune", clock.now());
        clock.suspend(8h);
        QCOMPARE(word(cache.get(key, clock.now()).refusal), QStringLiteral("too_old"));
    }

    void aRefreshReplacesValueAndAgeTogether()
    {
        ManualClock clock;
        LastKnownGood cache;
        cache.put(key, "old", clock.now());
        const auto before = clock.now();
        clock.advance(100s);
        QVERIFY(cache.put(key, "new", clock.now()));
        QVERIFY(!cache.put(key, "older still", before)); // it arrives late
        const auto seen = cache.get(key, clock.now());
        QVERIFY(seen.value == "new");
        QVERIFY(seen.age == 0s);
    }

    void oneScopesAnswerIsNeverAnothers()
    {
        ManualClock clock;
        LastKnownGood cache;
        QVERIFY(cache.put({"orders", "ann"}, "3 books", clock.now()));
        QVERIFY(!cache.get({"orders", "bob"}, clock.now()).value);
        QVERIFY(cache.get({"orders", "ann"}, clock.now()).value);
        QVERIFY(!cache.put({"orders", ""}, "3 books", clock.now()));
        QVERIFY(!cache.put({"orders", "ann"}, "", clock.now()));
    }

    void aChangeForgetsAndKeepsOutWhatWasObtainedBefore()
    {
        ManualClock clock;
        LastKnownGood cache;
        cache.put({"price", "ann"}, "10", clock.now());
        cache.put({"price", "bob"}, "10", clock.now());
        cache.put({"prices", "ann"}, "other", clock.now());
        const auto underWay = clock.now();
        clock.advance(1s);
        cache.invalidate("price", clock.now());
        QVERIFY(!cache.get({"price", "ann"}, clock.now()).value);
        QVERIFY(!cache.get({"price", "bob"}, clock.now()).value);
        QVERIFY(cache.get({"prices", "ann"}, clock.now()).value);
        QVERIFY(!cache.put({"price", "ann"}, "10", underWay));
        clock.advance(1ns);
        QVERIFY(cache.put({"price", "ann"}, "12", clock.now()));
    }

    void aFullStoreLetsGoOfTheOldest()
    {
        ManualClock clock;
        LastKnownGood cache({StalePolicy{}, 2});
        for (const char* name : {"a", "b"}) {
            cache.put({name, "s"}, "x", clock.now());
            clock.advance(1s);
        }
        cache.put({"a", "s"}, "again", clock.now()); // now b is the oldest
        clock.advance(1s);
        cache.put({"c", "s"}, "x", clock.now());
        QVERIFY(cache.get({"a", "s"}, clock.now()).value);
        QVERIFY(!cache.get({"b", "s"}, clock.now()).value);
        QVERIFY(cache.get({"c", "s"}, clock.now()).value);
        QCOMPARE(cache.stats().entries, std::size_t{2});
    }

    void hitsMissesAndRefusalsAreCountedApart()
    {
        ManualClock clock;
        LastKnownGood cache;
        QVERIFY(!cache.youngestAge(clock.now()));
        cache.put(key, "x", clock.now());
        clock.advance(10s);
        QVERIFY(cache.youngestAge(clock.now()) == 10s);
        static_cast<void>(cache.get(key, clock.now()));
        static_cast<void>(cache.get({"never", "s"}, clock.now()));
        clock.advance(10min);
        static_cast<void>(cache.get(key, clock.now()));
        const auto stats = cache.stats();
        QCOMPARE(stats.hits, std::uint64_t{1});
        QCOMPARE(stats.misses, std::uint64_t{1});
        QCOMPARE(stats.refused, std::uint64_t{1});
    }
};

QTEST_APPLESS_MAIN(TestCache)
#include "tst_cache.moc"
