// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/base/hash.h"
#include "tests/core/ttl_cache_bench.h"

#include <QTest>

#include <stdexcept>

using namespace rungwatch;
using namespace rungwatch::testing;
using namespace std::chrono_literals;

/// Valid while age < ttl, for one identity and scope; a load from before a change never lands.
class TestTtlCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anAnswerIsValidWhileItsAgeIsBelowTheTtl()
    {
        Bench bench(ttlOf(60s));
        QCOMPARE(said(bench.get()), QStringLiteral("fresh 10 at 0 s: "));
        bench.answers = "12";
        bench.clock.advance(60s - 1ns);
        QVERIFY(bench.get().value == "10");
        QCOMPARE(bench.calls, 1);
        bench.clock.advance(1ns);
        QCOMPARE(said(bench.get()), QStringLiteral("fresh 12 at 0 s: "));
        QCOMPARE(bench.calls, 2);
        bench.clock.advance(59s);
        QCOMPARE(said(bench.get()), QStringLiteral("cached 12 at 59 s: within_ttl"));
    }

    void forEverIsAnOptionOfItsOwn()
    {
        auto options = ttlOf(1s);
        options.neverExpires = true;
        options.spread = Percent{50'000};
        Bench bench(options);
        bench.get();
        bench.clock.advance(24h * 365);
        QVERIFY(bench.get().because == CachedBecause::WithinTtl);
        QVERIFY(bench.cache.put({"unknown", "s"}, {"x", {std::nullopt, bench.clock.now()}}));
        QVERIFY(bench.get({"unknown", "s"}).mode == AnswerMode::Fresh); // but never at an unknown age
    }

    void aLoadBegunBeforeAChangeDoesNotLandAfterIt()
    {
        Bench bench(ttlOf(60s));
        const auto during = bench.cache.get(key, [&]() -> std::variant<std::string, FailureClass> {
            bench.cache.invalidate(key.identity);
            return std::string("from before");
        });
        QVERIFY(during.mode == AnswerMode::Fresh); // whoever asked before the change has an answer from before it
        QCOMPARE(bench.cache.stats().entries, std::size_t{0});
        QCOMPARE(bench.cache.stats().discarded, std::uint64_t{1});
        QVERIFY(bench.get().value == "10");
        QVERIFY(bench.get().because == CachedBecause::WithinTtl); // begun after it: landed
    }

    void aChangeForgetsEveryScopeOfItsIdentityAlone()
    {
        Bench bench(ttlOf(60s));
        for (const AnswerKey& stored :
            {AnswerKey{"price", "ann"}, AnswerKey{"price", "bob"}, AnswerKey{"prices", "ann"}})
            bench.get(stored);
        bench.cache.invalidate("price");
        QCOMPARE(bench.cache.stats().entries, std::size_t{1});
        QVERIFY(bench.get({"prices", "ann"}).because == CachedBecause::WithinTtl);
        bench.cache.clear();
        QCOMPARE(bench.cache.stats().entries, std::size_t{0});
    }

    void changesForgottenCountAsChanged()
    {
        Changes changes(2);
        const auto begun = changes.now();
        changes.changed("a");
        const auto later = changes.now();
        changes.changed("b");
        QVERIFY(!changes.changedSince("c", begun));
        QVERIFY(!changes.changedSince("a", later));
        changes.changed("c"); // that of a is forgotten
        QVERIFY(changes.changedSince("a", begun));
        QVERIFY(changes.changedSince("d", begun));
        QVERIFY(!changes.changedSince("d", later));
        changes.everythingChanged();
        QVERIFY(changes.changedSince("d", later));
        QVERIFY(!changes.changedSince("d", changes.now()));
    }

    void twoScopesNeverShareAnAnswer()
    {
        Bench bench(ttlOf(60s));
        bench.get({"orders", "ann"});
        bench.fail();
        QCOMPARE(said(bench.get({"orders", "bob"})), QStringLiteral("simplified - at unknown s: other_scope"));
        QCOMPARE(said(bench.get({"orders", ""})), QStringLiteral("simplified - at unknown s: no_scope"));
        QCOMPARE(said(bench.get({"returns", "ann"})), QStringLiteral("simplified - at unknown s: empty"));
    }

    void withoutAScopeNothingIsStored()
    {
        Bench bench(ttlOf(60s));
        QVERIFY(bench.get({"orders", ""}).mode == AnswerMode::Fresh);
        QVERIFY(bench.get({"orders", ""}).mode == AnswerMode::Fresh);
        QCOMPARE(bench.calls, 2);
        QCOMPARE(bench.cache.stats().entries, std::size_t{0});
    }

    void anEmptyAnswerTakesThePlaceOfAnOlderOne()
    {
        Bench bench(ttlOf(60s));
        bench.get();
        bench.clock.advance(60s);
        bench.answers = "";
        QVERIFY(bench.get().mode == AnswerMode::Fresh);
        bench.fail();
        QVERIFY(bench.get().refusal == StaleRefusal::Empty);
    }

    void noPassingTimePutsAnAgeFromTheFutureRight()
    {
        Bench bench(ttlOf(60s));
        bench.cache.put(key, {"x", {-1s, bench.clock.now()}});
        bench.fail();
        QVERIFY(bench.get().refusal == StaleRefusal::AgeNegative);
        bench.clock.advance(10s);
        QVERIFY(bench.get().refusal == StaleRefusal::AgeNegative);
        bench.cache.put(key, {"x", {std::nullopt, bench.clock.now()}});
        QVERIFY(bench.get().refusal == StaleRefusal::AgeUnknown);
    }

    void anAgeBroughtAlongCounts()
    {
        Bench bench(ttlOf(60s));
        QVERIFY(bench.cache.put(key, {"x", {50s, bench.clock.now()}}));
        QVERIFY(!bench.cache.put(key, {"older", {51s, bench.clock.now()}}));
        bench.clock.advance(9s);
        QCOMPARE(said(bench.get()), QStringLiteral("cached x at 59 s: within_ttl"));
        bench.clock.advance(1s);
        QVERIFY(bench.get().mode == AnswerMode::Fresh);
    }

    void sleepCountsAndTheCalendarDoesNot()
    {
        Bench bench(ttlOf(60s));
        bench.get();
        bench.clock.jumpWall(-24h);
        QVERIFY(bench.get().because == CachedBecause::WithinTtl);
        bench.clock.jumpWall(48h);
        QVERIFY(bench.get().because == CachedBecause::WithinTtl);
        bench.clock.suspend(8h);
        bench.fail();
        QCOMPARE(said(bench.get()), QStringLiteral("simplified - at 28800 s: too_old"));
    }

    void spreadShortensAndNeverLengthens()
    {
        auto options = ttlOf(100s);
        options.spread = Percent{20'000};
        QVERIFY(options.life(0) == 100s);
        QVERIFY(options.life(20'000'000'000) == 80s);
        QVERIFY(options.life(20'000'000'001) == 100s);
        std::set<Duration> lives;
        for (std::uint64_t i = 0; i < 100; ++i) {
            const auto life = options.life(draw(1, "x", i));
            QVERIFY(life >= 80s && life <= 100s);
            lives.insert(life);
        }
        QVERIFY(*lives.begin() < 85s);
        QVERIFY(*lives.rbegin() > 95s);
    }

    void whatIsStoredTogetherDoesNotExpireTogether()
    {
        auto options = ttlOf(100s);
        options.spread = Percent{20'000};
        Bench bench(options);
        const auto ask = [&bench] {
            const int before = bench.calls;
            for (int i = 0; i < 100; ++i)
                bench.get({std::to_string(i), "s"});
            return bench.calls - before;
        };
        QCOMPARE(ask(), 100);
        bench.clock.advance(80s - 1ns);
        QCOMPARE(ask(), 0);
        bench.clock.advance(10s);
        const int halfWay = ask();
        QVERIFY2(halfWay > 30 && halfWay < 70, std::to_string(halfWay).c_str());
        QCOMPARE(ask(), 0); // drawn once an entry, not once a read
        bench.clock.advance(10s + 1ns);
        QCOMPARE(ask(), 100 - halfWay);
    }

    void aFullCacheLetsGoOfTheOldest()
    {
        auto options = ttlOf(1h);
        options.maxEntries = 2;
        Bench bench(options);
        for (const char* name : {"a", "b", "c"}) {
            bench.get({name, "s"});
            bench.clock.advance(1s);
        }
        QCOMPARE(bench.cache.stats().entries, std::size_t{2});
        bench.get({"b", "s"});
        bench.get({"c", "s"});
        QCOMPARE(bench.calls, 3);
        bench.get({"a", "s"});
        QCOMPARE(bench.calls, 4);
    }

    void everyOutcomeIsCountedApart()
    {
        Bench bench(ttlOf(60s));
        bench.get();
        bench.get();
        bench.clock.advance(100s);
        bench.fail();
        bench.get();
        bench.clock.advance(100s);
        bench.get();
        const auto stats = bench.cache.stats();
        QCOMPARE(stats.hits, std::uint64_t{1});
        QCOMPARE(stats.misses, std::uint64_t{3});
        QCOMPARE(stats.loads, std::uint64_t{3});
        QCOMPARE(stats.failedLoads, std::uint64_t{2});
        QCOMPARE(stats.staleServed, std::uint64_t{1});
        QCOMPARE(stats.refused, std::uint64_t{1});
    }

    void settingsHaveRanges()
    {
        const auto wrong = [](auto change) {
            TtlOptions options;
            change(options);
            const auto fault = options.fault();
            return fault ? QString::fromStdString(fault->where) : QString();
        };
        QCOMPARE(wrong([](auto& o) { o.ttl = 0s; }), QStringLiteral("ttl_s"));
        QCOMPARE(wrong([](auto& o) { o.ttl = -1s; }), QStringLiteral("ttl_s"));
        QCOMPARE(wrong([](auto& o) { o.ttl = 1ns; }), QString());
        QCOMPARE(wrong([](auto& o) { o.ttl = 24h * 3650; }), QString());
        QCOMPARE(wrong([](auto& o) { o.ttl = 24h * 3650 + 1ns; }), QStringLiteral("ttl_s"));
        QCOMPARE(wrong([](auto& o) { o.spread = Percent{-1}; }), QStringLiteral("ttl_spread_pct"));
        QCOMPARE(wrong([](auto& o) { o.spread = Percent{90'000}; }), QString());
        QCOMPARE(wrong([](auto& o) { o.spread = Percent{90'001}; }), QStringLiteral("ttl_spread_pct"));
        QCOMPARE(wrong([](auto& o) { o.maxEntries = 0; }), QStringLiteral("max_entries"));
        QCOMPARE(wrong([](auto& o) { o.staleIfError = StalePolicy{-1ns}; }), QStringLiteral("max_age_s"));
        QCOMPARE(wrong([](auto& o) { o.staleIfError = StalePolicy{0s}; }), QString());
        QCOMPARE(
            wrong([](auto& o) { o.staleWhileRevalidate = StalePolicy{-1ns}; }), QStringLiteral("revalidate_max_age_s"));
        QCOMPARE(wrong([](auto& o) { o.flight.rememberFailure = -1s; }), QStringLiteral("remember_failure_s"));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, Bench(ttlOf(0s)));
    }
};

QTEST_APPLESS_MAIN(TestTtlCache)
#include "tst_ttl_cache.moc"
