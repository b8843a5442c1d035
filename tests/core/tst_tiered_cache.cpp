// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/cache/memory_level.h"
#include "rungwatch/cache/tiered_cache.h"

#include <QTest>

#include <functional>
#include <stdexcept>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

const AnswerKey key{"book 7", "public"};

/// A level in memory that can be broken, in the two ways that a level breaks.
class FragileLevel final : public CacheLevel {
public:
    enum class State { Works, Fails, Throws };

    explicit FragileLevel(const char* name)
        : m_level(name)
    {
    }
    [[nodiscard]] std::string_view name() const override { return m_level.name(); }
    [[nodiscard]] Result<std::optional<DatedValue>> get(const AnswerKey& asked, const Moment& now) override
    {
        if (auto error = broken())
            return *error;
        auto held = m_level.get(asked, now);
        if (afterGet)
            afterGet();
        return held;
    }
    std::optional<Error> put(const AnswerKey& asked, const DatedValue& answer, const Moment& now) override
    {
        const auto error = broken();
        return error ? error : m_level.put(asked, answer, now);
    }
    std::optional<Error> remove(const std::string& identity) override
    {
        ++removals;
        const auto error = broken();
        return error ? error : m_level.remove(identity);
    }
    std::optional<Error> clear() override
    {
        ++clears;
        const auto error = broken();
        return error ? error : m_level.clear();
    }

    State state{State::Works};
    int removals{0};
    int clears{0};
    std::function<void()> afterGet;

private:
    std::optional<Error> broken() const
    {
        if (state == State::Throws)
            throw std::runtime_error("no connection");
        return state == State::Fails ? std::optional(Error{"down", "it is down", {}}) : std::nullopt;
    }
    MemoryLevel m_level;
};

struct Bench {
    ManualClock clock;
    std::vector<FragileLevel*> levels;
    std::unique_ptr<TieredCache> cache;

    Bench()
    {
        std::vector<std::unique_ptr<CacheLevel>> made;
        for (const char* name : {"memory", "file", "remote"}) {
            auto level = std::make_unique<FragileLevel>(name);
            levels.push_back(level.get());
            made.push_back(std::move(level));
        }
        cache = std::make_unique<TieredCache>(std::move(made), StalePolicy{120s}, clock);
    }
    std::size_t put(const char* value, const AnswerKey& at = key)
    {
        return cache->put(at, {value, AgeStamp::obtained(clock.now())}, cache->begin(at.identity));
    }
    /// "x from 1 at 30 s", "none: too_old"
    QString get(const AnswerKey& asked = key)
    {
        const auto found = cache->get(asked);
        if (!found.value)
            return "none: " + QString::fromStdString(std::string(nameOf(*found.refusal)));
        return QStringLiteral("%1 from %2 at %3 s")
            .arg(QString::fromStdString(*found.value))
            .arg(*found.level)
            .arg(double(found.age->count()) / 1e9);
    }
    /// hits, misses, errors, refused
    QString counted(std::size_t level) const
    {
        const auto stats = cache->stats().at(level);
        return QStringLiteral("%1 %2 %3 %4").arg(stats.hits).arg(stats.misses).arg(stats.errors).arg(stats.refused);
    }
};

} // namespace

/// Levels are asked in order, a copy is never younger than what it was copied from, and a broken level is no miss.
class TestTieredCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theNearestLevelAnswers()
    {
        Bench bench;
        QCOMPARE(bench.get(), "none: empty");
        QCOMPARE(bench.put("x"), std::size_t{3});
        bench.clock.advance(30s);
        QCOMPARE(bench.get(), "x from 0 at 30 s");
        QCOMPARE(bench.counted(0), "1 1 0 0");
        QCOMPARE(bench.counted(1), "0 1 0 0");
        QCOMPARE(bench.counted(2), "0 1 0 0");
    }

    void aPromotionDoesNotMakeItYounger()
    {
        Bench bench;
        bench.put("x");
        bench.levels[0]->clear();
        bench.levels[1]->clear();
        bench.clock.advance(100s);
        QCOMPARE(bench.get(), "x from 2 at 100 s");
        bench.clock.advance(20s);
        QCOMPARE(bench.get(), "x from 0 at 120 s");
        bench.levels[0]->clear();
        QCOMPARE(bench.get(), "x from 1 at 120 s");
        bench.clock.advance(1ns);
        QCOMPARE(bench.get(), "none: too_old");
        QCOMPARE(bench.counted(0), "1 2 0 1");
    }

    void theAgeIsJudgedAtEveryRead()
    {
        Bench bench;
        bench.put("x");
        for (const auto& [by, expected] : std::vector<std::pair<Duration, QString>>{
                 {119s, "x from 0 at 119 s"}, {1s, "x from 0 at 120 s"}, {1s, "none: too_old"}}) {
            bench.clock.advance(by);
            QCOMPARE(bench.get(), expected);
        }
        bench.put("y");
        bench.clock.jumpWall(-24h);
        QCOMPARE(bench.get(), "y from 0 at 0 s");
        bench.clock.suspend(8h);
        QCOMPARE(bench.get(), "none: too_old");
    }

    void belowWhatIsTooOldAYoungerOneCanBe()
    {
        Bench bench;
        bench.put("old");
        bench.clock.advance(121s);
        bench.levels[2]->put(key, {"young", AgeStamp::obtained(bench.clock.now())}, bench.clock.now());
        QCOMPARE(bench.get(), "young from 2 at 0 s");
        QCOMPARE(bench.get(), "young from 0 at 0 s"); // and took the place of the old one
    }

    void aBrokenLevelIsSkippedAndCounted_data()
    {
        QTest::addColumn<int>("state");
        QTest::newRow("fails") << int(FragileLevel::State::Fails);
        QTest::newRow("throws") << int(FragileLevel::State::Throws);
    }
    void aBrokenLevelIsSkippedAndCounted()
    {
        QFETCH(int, state);
        Bench bench;
        bench.put("x");
        bench.levels[0]->state = FragileLevel::State(state);
        QCOMPARE(bench.get(), "x from 1 at 0 s");
        QCOMPARE(bench.counted(0), "0 0 1 0"); // no miss, and no promotion into it
        for (auto* level : bench.levels)
            level->state = FragileLevel::State(state);
        const auto found = bench.cache->get(key);
        QVERIFY(!found.value);
        QCOMPARE(found.errors, std::size_t{3});
        bench.levels[0]->state = FragileLevel::State::Works;
        QCOMPARE(bench.get(), "x from 0 at 0 s");
    }

    void aLevelThatMissedAPutIsNotBelieved()
    {
        Bench bench;
        bench.put("first");
        bench.levels[1]->state = FragileLevel::State::Fails;
        bench.clock.advance(1s);
        QCOMPARE(bench.put("second"), std::size_t{2});
        bench.levels[1]->state = FragileLevel::State::Works;
        bench.levels[0]->clear();
        QCOMPARE(bench.get(), "second from 2 at 0 s");
        QCOMPARE(bench.counted(1), "0 1 1 0");
        bench.levels[0]->clear();
        QCOMPARE(bench.get(), "second from 1 at 0 s"); // promoted into it
    }

    void aLevelThatMissedAChangeIsNotBelieved()
    {
        Bench bench;
        bench.put("before");
        bench.levels[1]->state = FragileLevel::State::Throws;
        QCOMPARE(bench.cache->invalidate(key.identity), std::size_t{2});
        QCOMPARE(bench.get(), "none: empty");
        bench.levels[1]->state = FragileLevel::State::Works;
        QCOMPARE(bench.get(), "none: empty");
        QCOMPARE(bench.levels[1]->removals, 3); // failed twice, done once
        QCOMPARE(bench.get(), "none: empty");
        QCOMPARE(bench.levels[1]->removals, 3);
    }

    void moreThanCanBeRememberedIsAllForgotten()
    {
        Bench bench;
        bench.put("x");
        bench.levels[1]->state = FragileLevel::State::Fails;
        for (int i = 0; i < 10'001; ++i)
            bench.cache->invalidate(std::to_string(i));
        bench.levels[1]->state = FragileLevel::State::Works;
        bench.levels[1]->clears = 0;
        bench.levels[0]->clear();
        QCOMPARE(bench.get(), "x from 2 at 0 s");
        QCOMPARE(bench.levels[1]->clears, 1);
        bench.levels[0]->clear();
        QCOMPARE(bench.get(), "x from 1 at 0 s");
        QCOMPARE(bench.levels[1]->clears, 1);
    }

    void aLoadFromBeforeAChangeIsNotStored()
    {
        Bench bench;
        const auto begun = bench.cache->begin(key.identity);
        bench.cache->invalidate(key.identity);
        const DatedValue loaded{"before", AgeStamp::obtained(bench.clock.now())};
        QCOMPARE(bench.cache->put(key, loaded, begun), std::size_t{0});
        QCOMPARE(bench.get(), "none: empty");
        QCOMPARE(bench.put("after"), std::size_t{3});
    }

    void aChangeDuringAReadIsNotUndoneByThePromotion()
    {
        Bench bench;
        bench.put("before");
        bench.levels[0]->clear();
        bench.levels[1]->afterGet = [&bench] { bench.cache->invalidate(key.identity); };
        QCOMPARE(bench.get(), "before from 1 at 0 s"); // asked before the change
        bench.levels[1]->afterGet = nullptr;
        QCOMPARE(bench.get(), "none: empty");
    }

    void whatALevelTakesToAnswerIsPartOfTheAge()
    {
        Bench bench;
        bench.put("x");
        bench.clock.advance(119s);
        bench.levels[0]->afterGet = [&bench] { bench.clock.advance(2s); };
        const auto found = bench.cache->get(key);
        QVERIFY(found.refusal == StaleRefusal::TooOld);
        QVERIFY(found.age == 121s);
    }

    void scopesAreApart()
    {
        Bench bench;
        bench.put("of ann", {"orders", "ann"});
        QCOMPARE(bench.get({"orders", "bob"}), "none: empty");
        QCOMPARE(bench.get({"orders", "ann"}), "of ann from 0 at 0 s");
        QCOMPARE(bench.put("of nobody", {"orders", ""}), std::size_t{0});
        bench.put("of bob", {"orders", "bob"});
        bench.cache->invalidate("orders");
        QCOMPARE(bench.get({"orders", "ann"}), "none: empty");
        QCOMPARE(bench.get({"orders", "bob"}), "none: empty");
    }

    void whatHasNoUsableAgeIsRefused()
    {
        Bench bench;
        const auto begun = bench.cache->begin(key.identity);
        bench.cache->put(key, {"x", {std::nullopt, bench.clock.now()}}, begun);
        QCOMPARE(bench.get(), "none: age_unknown");
        bench.cache->put(key, {"x", {-1s, bench.clock.now()}}, begun);
        bench.clock.advance(5s);
        QCOMPARE(bench.get(), "none: age_negative");
    }
};

QTEST_APPLESS_MAIN(TestTieredCache)
#include "tst_tiered_cache.moc"
