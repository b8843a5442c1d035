// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/cache/answer_store.h"
#include "rungwatch/cache/ngram_embedder.h"
#include "rungwatch/cache/query_text.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

/// Of two numbers, at that cosine from {1, 0}.
std::vector<float> at(double cosine)
{
    return {static_cast<float>(cosine), static_cast<float>(std::sqrt(1 - cosine * cosine))};
}

PreparedAnswer answer(const char* query, const char* text, std::vector<float> vector = {}, const char* category = "")
{
    return {query, text, category, std::nullopt, std::move(vector)};
}

PreparedAnswer scoped(PreparedAnswer answer, const char* scope)
{
    answer.scope = scope;
    return answer;
}

std::shared_ptr<const AnswerCache> built(
    std::vector<PreparedAnswer> answers, const AnswerCacheOptions& options = {}, const Moment& at = ManualClock().now())
{
    const auto cache = AnswerCache::build({std::move(answers), std::nullopt}, at, options);
    if (!cache)
        qFatal("%s %s", cache.error().message.c_str(), cache.error().where.c_str());
    return *cache;
}

/// "similar 920000: yes", as far as each is there.
QString told(const FoundAnswer& found)
{
    auto text = QString::fromStdString(std::string(nameOf(found.match)));
    if (found.similarity)
        text += QStringLiteral(" %1").arg(*found.similarity);
    if (!found.answer.empty())
        text += QStringLiteral(": ") + QString::fromStdString(found.answer);
    if (found.refusal)
        text += QStringLiteral(" (%1)").arg(QString::fromStdString(std::string(nameOf(*found.refusal))));
    return text;
}

QString asked(const AnswerCache& cache, const AnswerQuestion& question)
{
    return told(cache.find(question, ManualClock().now()));
}

/// The error's place and message, or "built".
QString fault(std::vector<PreparedAnswer> answers, const AnswerCacheOptions& options = {})
{
    const auto cache = AnswerCache::build({std::move(answers), std::nullopt}, ManualClock().now(), options);
    if (cache)
        return QStringLiteral("built");
    return QString::fromStdString(cache.error().where + " " + cache.error().message);
}

} // namespace

/// A prepared answer is served to the same query, to one like enough, or to its category; never to another scope, and
/// never once it is too old.
class TestAnswerCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aQueryIsComparedInOneForm_data()
    {
        QTest::addColumn<QByteArray>("query");
        QTest::addColumn<QByteArray>("form");
        QTest::newRow("case") << QByteArray("Where Is MY Order") << QByteArray("where is my order");
        QTest::newRow("ends") << QByteArray(" \t\n a \r\v\f") << QByteArray("a");
        QTest::newRow("runs") << QByteArray("a \t\n  b") << QByteArray("a b");
        QTest::newRow("a question") << QByteArray("\"Where is my order?\" ") << QByteArray("where is my order");
        QTest::newRow("marks at both ends") << QByteArray(" '.a, b!? .;:") << QByteArray("a, b");
        QTest::newRow("marks within") << QByteArray("a.b 'c' d") << QByteArray("a.b 'c' d");
        QTest::newRow("marks that mean something") << QByteArray("(C#) 50%") << QByteArray("(c#) 50%");
        QTest::newRow("marks alone") << QByteArray(" ?! ") << QByteArray("?!");
        QTest::newRow("nothing") << QByteArray(" \n ") << QByteArray("");
        QTest::newRow("other scripts stay") << QByteArray("\xc3\x84 \xce\xa9") << QByteArray("\xc3\x84 \xce\xa9");
        QTest::newRow("no-break space stays") << QByteArray("a\xc2\xa0z") << QByteArray("a\xc2\xa0z");
        QTest::newRow("beside the letters") << QByteArray("@[`{") << QByteArray("@[`{");
        QTest::newRow("broken UTF-8 stays") << QByteArray("\xffZ\xc3") << QByteArray("\xffz\xc3");
    }
    void aQueryIsComparedInOneForm()
    {
        QFETCH(QByteArray, query);
        QFETCH(QByteArray, form);
        QCOMPARE(QByteArray::fromStdString(normalisedQuery(query.toStdString())), form);
    }

    void theSameQueryInAnotherSpellingIsExact()
    {
        const auto cache = built({answer("Where is my  order?", "on its way")});
        QCOMPARE(asked(*cache, {" where IS my order? "}), QStringLiteral("exact: on its way"));
        QCOMPARE(asked(*cache, {"where is my order"}), QStringLiteral("exact: on its way"));
        QCOMPARE(asked(*cache, {"where is my orders"}), QStringLiteral("none"));
    }

    void similarIsFromTheThresholdOn_data()
    {
        QTest::addColumn<double>("cosine");
        QTest::addColumn<QString>("expected");
        QTest::newRow("0.9199") << 0.9199 << "none 919900";
        QTest::newRow("0.919999") << 0.919999 << "none 919999";
        QTest::newRow("0.92") << 0.92 << "similar 920000: yes";
        QTest::newRow("0.9201") << 0.9201 << "similar 920100: yes";
        QTest::newRow("1") << 1.0 << "similar 1000000: yes";
        QTest::newRow("0") << 0.0 << "none 0";
        QTest::newRow("opposite") << -1.0 << "none -1000000";
    }
    void similarIsFromTheThresholdOn()
    {
        QFETCH(double, cosine);
        QFETCH(QString, expected);
        const auto cache = built({answer("known", "yes", {1, 0})});
        const auto vector = at(cosine);
        QCOMPARE(asked(*cache, {"other", {}, {}, vector}), expected);
        // The other way round, and at another length: only the direction counts.
        auto longer = vector;
        for (auto& number : longer)
            number *= 37;
        const auto turned = built({answer("known", "yes", longer)});
        const std::vector<float> unit{0.125F, 0};
        QCOMPARE(asked(*turned, {"other", {}, {}, unit}), expected);
    }

    void aCosineThatIsExactlyTheThresholdOnPaperReachesIt()
    {
        // 23 x 23 + 4 x 4 + 4 x 4 + 8 x 8 = 25 x 25, so the cosine to the first axis is 23/25.
        const auto cache = built({answer("known", "yes", {1, 0, 0, 0})});
        const std::vector<float> vector{23, 4, 4, 8};
        QCOMPARE(asked(*cache, {"other", {}, {}, vector}), QStringLiteral("similar 920000: yes"));
    }

    void theThresholdIsASetting()
    {
        AnswerCacheOptions options;
        options.threshold = 500'000;
        const auto cache = built({answer("known", "yes", {1, 0})}, options);
        QCOMPARE(asked(*cache, {"other", {}, {}, at(0.5)}), QStringLiteral("similar 500000: yes"));
        QCOMPARE(asked(*cache, {"other", {}, {}, at(0.4999)}), QStringLiteral("none 499900"));
    }

    void exactComesBeforeSimilarAndTheNearestBeforeTheFirst()
    {
        const auto cache = built(
            {answer("far", "far", at(0.95)), answer("near", "near", at(0.99)), answer("like near", "twin", at(0.99))});
        const std::vector<float> axis{1, 0};
        QCOMPARE(asked(*cache, {"far", {}, {}, axis}), QStringLiteral("exact: far"));
        QCOMPARE(asked(*cache, {"other", {}, {}, axis}), QStringLiteral("similar 990000: near"));
    }

    void theNearestIsFoundAmongMany()
    {
        std::vector<PreparedAnswer> answers;
        for (int i = 0; i < 200; ++i) {
            std::vector<float> vector(37, 0.0F); // no whole number of lanes
            vector[static_cast<std::size_t>(i % 37)] = 1;
            vector[static_cast<std::size_t>((i + 1 + i / 37) % 37)] = 0.01F * static_cast<float>(i + 1);
            const auto name = "q" + std::to_string(i);
            answers.push_back(answer(name.c_str(), name.c_str(), vector));
        }
        const auto cache = built(answers);
        QCOMPARE(cache->dimension(), std::size_t{37});
        for (const auto& each : answers) {
            const auto found = cache->find({"other", {}, {}, each.vector}, ManualClock().now());
            QCOMPARE(found.answer, each.answer);
            QVERIFY(*found.similarity == 1'000'000);
        }
    }

    void aTemplateStandsForItsCategory()
    {
        const auto cache = built({answer("reset my password", "by mail", at(1), "account"),
            answer("", "see your account page", {}, "account"), answer("", "see the order page", {}, "orders")});
        const auto ask = [&](const char* category, double cosine) {
            return asked(*cache, {"other", {}, category, at(cosine)});
        };
        QCOMPARE(ask("orders", 0.1), QStringLiteral("template 100000: see the order page"));
        QCOMPARE(ask("orders", 0.95), QStringLiteral("similar 950000: by mail"));
        QCOMPARE(ask("unheard of", 0.9), QStringLiteral("none 900000"));
        // Without a category that of the nearest query counts, if it is near enough.
        QCOMPARE(ask("", 0.9199), QStringLiteral("template 919900: see your account page"));
        QCOMPARE(ask("", 0.5), QStringLiteral("template 500000: see your account page"));
        QCOMPARE(ask("", 0.4999), QStringLiteral("none 499900"));
        // No vector, no similarity.
        QCOMPARE(asked(*cache, {"other", {}, "orders"}), QStringLiteral("template: see the order page"));
        QCOMPARE(asked(*cache, {"other", {}, {}}), QStringLiteral("none"));
    }

    void aScopedAnswerIsForThatScopeAlone()
    {
        const auto cache = built({answer("my orders", "please sign in", at(1)),
            scoped(answer("my orders", "3 books", at(1)), "ann"), scoped(answer("my cards", "1 card", at(0.99)), "bob"),
            scoped(answer("", "ann's page", {}, "account"), "ann")});
        const auto axis = at(1);
        QCOMPARE(asked(*cache, {"my orders", "ann"}), QStringLiteral("exact: 3 books"));
        QCOMPARE(asked(*cache, {"my orders", "bob"}), QStringLiteral("exact: please sign in"));
        QCOMPARE(asked(*cache, {"my orders", ""}), QStringLiteral("exact: please sign in"));
        QCOMPARE(asked(*cache, {"my cards", "bob"}), QStringLiteral("exact: 1 card"));
        QCOMPARE(asked(*cache, {"my cards", "ann"}), QStringLiteral("none"));
        // Similar: of equals the asker's own; nothing of another scope, however near.
        QCOMPARE(asked(*cache, {"other", "ann", {}, axis}), QStringLiteral("similar 1000000: 3 books"));
        QCOMPARE(asked(*cache, {"other", "bob", {}, axis}), QStringLiteral("similar 1000000: please sign in"));
        QCOMPARE(asked(*cache, {"other", "eve", {}, at(0.99)}), QStringLiteral("similar 990000: please sign in"));
        QCOMPARE(asked(*cache, {"other", "bob", {}, at(0.99)}), QStringLiteral("similar 1000000: 1 card"));
        QCOMPARE(asked(*cache, {"x", "ann", "account"}), QStringLiteral("template: ann's page"));
        QCOMPARE(asked(*cache, {"x", "bob", "account"}), QStringLiteral("none"));
        QCOMPARE(asked(*cache, {"x", "", "account"}), QStringLiteral("none"));
    }

    void whatIsTooOldIsNotServed()
    {
        AnswerCacheOptions options;
        options.maxAge = 1h;
        ManualClock clock;
        const auto cache = built({answer("q", "a"), answer("", "t", {}, "c")}, options, clock.now());
        const auto ask = [&] { return told(cache->find({"q", {}, "c"}, clock.now())); };
        QCOMPARE(ask(), QStringLiteral("exact: a"));
        clock.advance(1h);
        QCOMPARE(ask(), QStringLiteral("exact: a"));
        QVERIFY(cache->find({"q"}, clock.now()).age == 1h);
        clock.advance(1ns);
        QCOMPARE(ask(), QStringLiteral("none (too_old)"));
        QVERIFY(cache->find({"q"}, clock.now()).age == 1h + 1ns);
    }

    void timeAsleepCountsAndAnAgeThatCantBeToldIsNone()
    {
        ManualClock clock;
        clock.advance(24h);
        const auto cache = built({answer("q", "a")}, {}, clock.now());
        auto silent = clock.now();
        silent.steady += 10s; // while the clock that counts sleep did not move
        QCOMPARE(told(cache->find({"q"}, silent)), QStringLiteral("none (age_unknown)"));
        auto before = clock.now();
        before.steady -= 1ns;
        before.boot -= 1ns;
        QCOMPARE(told(cache->find({"q"}, before)), QStringLiteral("none (age_negative)"));
        clock.suspend(24h * 14);
        QCOMPARE(told(cache->find({"q"}, clock.now())), QStringLiteral("exact: a"));
        clock.suspend(1s);
        QCOMPARE(told(cache->find({"q"}, clock.now())), QStringLiteral("none (too_old)"));
    }

    void theBuiltInEmbedderFindsOtherSpellings()
    {
        AnswerCacheOptions options;
        options.embedder = std::make_shared<NgramEmbedder>();
        const auto cache = built({answer("How do I reset my password?", "by mail", {}, "account"),
                                     answer("Where is my order?", "on its way", {}, "orders"),
                                     answer("", "see your account page", {}, "account")},
            options);
        QCOMPARE(cache->dimension(), std::size_t{256});
        const auto ask = [&](const char* query) { return cache->find({query}, ManualClock().now()); };
        QCOMPARE(ask("how do i reset my password").answer, std::string("by mail"));
        QCOMPARE(nameOf(ask("how do i reset my password").match), nameOf(AnswerMatch::Exact));
        QCOMPARE(ask("so how do i reset my password?").answer, std::string("by mail"));
        QCOMPARE(nameOf(ask("so how do i reset my password?").match), nameOf(AnswerMatch::Similar));
        QCOMPARE(ask("I forgot my password, how do I reset it?").answer, std::string("see your account page"));
        QCOMPARE(nameOf(ask("Who wrote Dune?").match), nameOf(AnswerMatch::None));
        QCOMPARE(told(ask("")), QStringLiteral("none"));
    }

    void whatCannotBeServedRightIsNotBuilt()
    {
        QCOMPARE(fault({}), QStringLiteral("built"));
        QCOMPARE(fault({answer("q", "a"), answer("q", "")}), QStringLiteral("/1 expected an answer that is not empty"));
        QCOMPARE(fault({answer("", "a")}),
            QStringLiteral("/0 expected a query, or the category that this is the template of"));
        QCOMPARE(fault({answer(" ", "a")}), QStringLiteral("/0 expected a query that is more than white space"));
        QCOMPARE(fault({answer("q", "a"), answer(" Q", "b")}), QStringLiteral("/1 a second answer to \"q\""));
        QCOMPARE(fault({answer("q", "a"), scoped(answer("q", "b"), "ann")}), QStringLiteral("built"));
        QCOMPARE(
            fault({scoped(answer("q", "a"), "")}), QStringLiteral("/0 expected a scope that is not empty, or none"));
        QCOMPARE(fault({answer("", "a", {}, "c"), answer("", "b", {}, "c")}),
            QStringLiteral("/1 a second template of the category \"c\""));
        const auto vectorFault = QStringLiteral("/1 expected a vector of 2 numbers, not all of them 0");
        QCOMPARE(fault({answer("q", "a", {1, 0}), answer("r", "b", {1, 0, 0})}), vectorFault);
        QCOMPARE(fault({answer("q", "a", {1, 0}), answer("r", "b", {0, 0})}), vectorFault);
        QCOMPARE(fault({answer("q", "a", {1, 0}), answer("r", "b", {NAN, 0})}), vectorFault);
        QCOMPARE(fault({answer("q", "a", {1, 0}), answer("r", "b")}), QStringLiteral("built"));
    }

    void settingsOutOfRangeAreNamed()
    {
        const auto faultOf = [](const std::function<void(AnswerCacheOptions&)>& change) {
            AnswerCacheOptions options;
            change(options);
            return fault({}, options);
        };
        QCOMPARE(faultOf([](auto& o) { o.threshold = 0; }), QStringLiteral("threshold expected 0.000001 to 1"));
        QCOMPARE(faultOf([](auto& o) { o.threshold = 1; }), QStringLiteral("built"));
        QCOMPARE(faultOf([](auto& o) { o.threshold = 1'000'000; }), QStringLiteral("built"));
        QCOMPARE(faultOf([](auto& o) { o.threshold = 1'000'001; }), QStringLiteral("threshold expected 0.000001 to 1"));
        QCOMPARE(faultOf([](auto& o) { o.categoryThreshold = 0; }),
            QStringLiteral("category_threshold expected 0.000001 to 1"));
        QCOMPARE(faultOf([](auto& o) { o.maxAge = 0s; }), QStringLiteral("max_age_s expected more than 0 seconds"));
        QCOMPARE(faultOf([](auto& o) { o.maxAge = 1ns; }), QStringLiteral("built"));
    }

    void theStoreServesWhatItHasAndCountsHow()
    {
        ManualClock clock;
        AnswerStore store;
        QCOMPARE(told(store.find({"q"}, clock.now())), QStringLiteral("none (empty)"));
        store.replace(built({answer("q", "old")}));
        QCOMPARE(told(store.find({"q"}, clock.now())), QStringLiteral("exact: old"));
        store.replace(built({answer("q", "new"), answer("", "t", {}, "c")}));
        QCOMPARE(told(store.find({"q"}, clock.now())), QStringLiteral("exact: new"));
        QCOMPARE(told(store.find({"r", {}, "c"}, clock.now())), QStringLiteral("template: t"));
        QCOMPARE(told(store.find({"r"}, clock.now())), QStringLiteral("none"));
        QVERIFY((store.stats().found == std::array<std::uint64_t, 4>{2, 0, 1, 2}));
        QCOMPARE(store.stats().refused, std::uint64_t{1});
    }
};

QTEST_APPLESS_MAIN(TestAnswerCache)
#include "tst_answer_cache.moc"
