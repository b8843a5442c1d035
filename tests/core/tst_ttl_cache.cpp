// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/base/hash.h"
#include "rungwatch/cache/ttl_cache.h"

#include <QTest>

#include <stdexcept>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

const AnswerKey key{"price of 7", "public"};

/// A cache over a dependency that answers what the test says, and counts.
struct Bench {
    ManualClock clock;
    int calls{0};
    std::variant<std::string, FailureClass> answers{std::string("10")};
    TtlCache cache;

    explicit Bench(const TtlOptions& options)
        : cache(options, clock, 7)
    {
    }
    TtlCache::Load upstream()
    {
        return [this] {
            ++calls;
            return answers;
        };
    }
    CachedAnswer get(const AnswerKey& asked = key) { return cache.get(asked, upstream()); }
    void fail(FailureClass failure = FailureClass::Kind::Timeout) { answers = failure; }
};

TtlOptions ttlOf(Duration ttl)
{
    TtlOptions options;
    options.ttl = ttl;
    return options;
}

/// "cached 10 at 119 s: timeout"
QString said(const CachedAnswer& answer)
{
    const auto seconds = answer.age ? QString::number(double(answer.age->count()) / 1e9) : QStringLiteral("unknown");
    return QStringLiteral("%1 %2 at %3 s: %4")
        .arg(QString::fromStdString(std::string(nameOf(answer.mode))),
            QString::fromStdString(answer.value.value_or("-")), seconds, QString::fromStdString(answer.reason()));
}

} // namespace

/// Valid while age < ttl; past that, and where a load fails, only what a rule of its own allows.
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

    void aFailedLoadGetsWhatTheStalePolicyAllows_data()
    {
        QTest::addColumn<int>("age");
        QTest::addColumn<QString>("answer");
        QTest::newRow("60") << 60 << "cached 10 at 60 s: timeout";
        QTest::newRow("119") << 119 << "cached 10 at 119 s: timeout";
        QTest::newRow("120") << 120 << "cached 10 at 120 s: timeout";
        QTest::newRow("121") << 121 << "simplified - at 121 s: too_old";
    }
    void aFailedLoadGetsWhatTheStalePolicyAllows()
    {
        QFETCH(int, age);
        QFETCH(QString, answer);
        Bench bench(ttlOf(60s));
        bench.get();
        bench.clock.advance(std::chrono::seconds{age});
        bench.fail();
        QCOMPARE(said(bench.get()), answer);
        QCOMPARE(bench.calls, 2);
        QCOMPARE(said(bench.get()), answer); // the failure changed neither value nor age
    }

    void withoutStaleIfErrorAFailureHasNoStandIn()
    {
        auto options = ttlOf(60s);
        options.staleIfError.reset();
        options.staleWhileRevalidate = StalePolicy{60s};
        Bench bench(options);
        bench.get();
        bench.clock.advance(61s);
        bench.fail();
        const auto answer = bench.get();
        QCOMPARE(said(answer), QStringLiteral("simplified - at unknown s: timeout"));
        QVERIFY(!answer.refresh);
    }

    void whatIsThrownIsTreatedAsAFailureIs()
    {
        Bench bench(ttlOf(60s));
        bench.get();
        bench.clock.advance(61s);
        const auto answer = bench.cache.get(
            key, []() -> std::variant<std::string, FailureClass> { throw std::runtime_error("no network"); });
        QCOMPARE(said(answer), QStringLiteral("cached 10 at 61 s: throw"));
        QVERIFY_EXCEPTION_THROWN(std::rethrow_exception(answer.thrown), std::runtime_error);
        QCOMPARE(bench.cache.stats().failedLoads, std::uint64_t{1});
    }

    void aRefusalOfTheRequestIsNotPaperedOver_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("answer");
        for (const int status : {400, 401, 403, 404})
            QTest::addRow("%d", status) << status << QStringLiteral("simplified - at unknown s: %1").arg(status);
        for (const int status : {408, 429, 500, 503})
            QTest::addRow("%d", status) << status << QStringLiteral("cached 10 at 61 s: %1").arg(status);
    }
    void aRefusalOfTheRequestIsNotPaperedOver()
    {
        QFETCH(int, status);
        QFETCH(QString, answer);
        Bench bench(ttlOf(60s));
        bench.get();
        bench.clock.advance(61s);
        bench.fail(*FailureClass::fromHttpStatus(status));
        QCOMPARE(said(bench.get()), answer);
    }

    void aReloadAsksWhileTheAnswerIsStillValid()
    {
        Bench bench(ttlOf(300s));
        bench.get();
        bench.clock.advance(121s);
        bench.fail();
        QCOMPARE(said(bench.get()), QStringLiteral("cached 10 at 121 s: within_ttl"));
        QCOMPARE(said(bench.cache.reload(key, bench.upstream())), QStringLiteral("simplified - at 121 s: too_old"));
        bench.answers = "12";
        QCOMPARE(said(bench.cache.reload(key, bench.upstream())), QStringLiteral("fresh 12 at 0 s: "));
        QCOMPARE(bench.calls, 3);
    }

    void whereNobodyIsAskedTheReasonSaysSo()
    {
        Bench bench(ttlOf(60s));
        QCOMPARE(said(bench.cache.standIn(key, std::nullopt)), QStringLiteral("simplified - at unknown s: empty"));
        bench.get();
        bench.clock.advance(100s);
        QCOMPARE(said(bench.cache.standIn(key, std::nullopt)), QStringLiteral("cached 10 at 100 s: not_asked"));
        QCOMPARE(bench.calls, 1);
    }

    void whileItIsRenewedAStaleAnswerIsServedAtOnce()
    {
        auto options = ttlOf(60s);
        options.staleWhileRevalidate = StalePolicy{90s};
        Bench bench(options);
        bench.get();
        bench.clock.advance(60s);
        bench.answers = "12";
        auto first = bench.get();
        QCOMPARE(said(first), QStringLiteral("cached 10 at 60 s: revalidating"));
        QVERIFY(first.refresh);
        const auto second = bench.get();
        QCOMPARE(said(second), QStringLiteral("cached 10 at 60 s: revalidating"));
        QVERIFY(!second.refresh); // one refresh
        QCOMPARE(bench.calls, 1);
        QCOMPARE(said(bench.cache.refresh(std::move(*first.refresh), bench.upstream())),
            QStringLiteral("fresh 12 at 0 s: "));
        QCOMPARE(said(bench.get()), QStringLiteral("cached 12 at 0 s: within_ttl"));
        QCOMPARE(bench.calls, 2);
    }

    void aRefreshThatHangsDoesNotLiftTheLimit()
    {
        auto options = ttlOf(60s);
        options.staleWhileRevalidate = StalePolicy{90s};
        options.staleIfError = StalePolicy{100s};
        options.flight.waitAtMost = 0s;
        Bench bench(options);
        bench.get();
        bench.clock.advance(90s);
        const auto hanging = bench.get();
        QVERIFY(hanging.refresh);
        bench.clock.advance(1ns);
        QVERIFY(bench.get().because == CachedBecause::UpstreamFailed); // waited for it, in vain
        bench.clock.advance(10s);
        QVERIFY(bench.get().refusal == StaleRefusal::TooOld);
        QCOMPARE(bench.calls, 1);
    }

    void aFailedRefreshChangesNothingAndTheNextMayTry()
    {
        auto options = ttlOf(60s);
        options.staleWhileRevalidate = StalePolicy{90s};
        Bench bench(options);
        bench.get();
        bench.clock.advance(70s);
        bench.fail();
        auto first = bench.get();
        QCOMPARE(said(bench.cache.refresh(std::move(*first.refresh), bench.upstream())),
            QStringLiteral("cached 10 at 70 s: timeout"));
        auto second = bench.get();
        QCOMPARE(said(second), QStringLiteral("cached 10 at 70 s: revalidating"));
        QVERIFY(second.refresh);
        second.refresh.reset(); // let go of
        QVERIFY(bench.get().refresh);
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

    void afterAChangeNobodyWaitsForAnOlderLoad()
    {
        auto options = ttlOf(60s);
        options.staleWhileRevalidate = StalePolicy{90s};
        options.flight.waitAtMost = 0s;
        Bench bench(options);
        bench.get();
        bench.clock.advance(60s);
        const auto older = bench.get();
        QVERIFY(older.refresh);
        bench.cache.invalidate(key.identity);
        bench.answers = "12";
        QCOMPARE(said(bench.get()), QStringLiteral("fresh 12 at 0 s: "));
        bench.clock.advance(60s);
        const auto another = bench.get();
        QVERIFY(another.refresh);
        bench.cache.clear();
        QCOMPARE(said(bench.get()), QStringLiteral("fresh 12 at 0 s: "));
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
        QVERIFY_EXCEPTION_THROWN(Bench(ttlOf(0s)), std::invalid_argument);
    }
};

QTEST_APPLESS_MAIN(TestTtlCache)
#include "tst_ttl_cache.moc"
