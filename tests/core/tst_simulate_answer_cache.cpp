// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/simulate_bench.h"

#include <QTest>

using namespace rungwatch::testing;

namespace {

QByteArray ran(const QByteArray& configuration, const QByteArray& steps)
{
    return printed("\"answer_cache\": " + configuration, steps);
}

constexpr auto given = R"({"embedder": "given", "max_age_s": 3600, "entries": [
    {"query": "Where is my order?", "answer": "On its way.", "category": "orders", "vector": [1, 0]},
    {"category": "orders", "answer": "See the order page."}]})";

} // namespace

/// Prepared answers tried from outside, in a script's words.
class TestSimulateAnswerCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theThresholdIsReachedAtItself()
    {
        QCOMPARE(ran(R"({"embedder": "given", "entries": [{"query": "known", "answer": "yes", "vector": [1, 0]}]})",
                     R"({"at_s": 0, "ask": "other", "vector": [0.9199, 0.3921518]},
                        {"at_s": 1, "ask": "other", "vector": [0.92, 0.3919183588453085]},
                        {"at_s": 2, "ask": "other", "vector": [0.9201, 0.39168353]},
                        {"at_s": 3, "ask": " KNOWN ", "vector": [0, 1]},
                        {"at_s": 4, "tick": true})"),
            QByteArray(R"({"at_s":0.0,"match":"none","similarity":0.9199,"answer":null,"events":[]}
{"at_s":1.0,"match":"similar","similarity":0.92,"answer":"yes","events":[]}
{"at_s":2.0,"match":"similar","similarity":0.9201,"answer":"yes","events":[]}
{"at_s":3.0,"match":"exact","similarity":null,"answer":"yes","events":[]}
{"at_s":4.0,"match":null,"similarity":null,"answer":null,"events":[]}
)"));
    }

    void aTemplateStandsForTheCategoryAskedForOrOfTheNearest()
    {
        QCOMPARE(ran(given,
                     R"({"at_s": 0, "ask": "other", "category": "orders"},
                        {"at_s": 0, "ask": "other", "category": "prices", "vector": [0.9, 0.1]},
                        {"at_s": 0, "ask": "other", "vector": [1, 1]},
                        {"at_s": 0, "ask": "other", "vector": [0.1, 1]})"),
            QByteArray(
                R"({"at_s":0.0,"match":"template","similarity":null,"answer":"See the order page.","events":[]}
{"at_s":0.0,"match":"similar","similarity":0.993884,"answer":"On its way.","events":[]}
{"at_s":0.0,"match":"template","similarity":0.707107,"answer":"See the order page.","events":[]}
{"at_s":0.0,"match":"none","similarity":0.099504,"answer":null,"events":[]}
)"));
    }

    void tooOldIsNotServedAndSleepCounts()
    {
        QCOMPARE(ran(given,
                     R"({"at_s": 3600, "ask": "where is my order?"}, {"at_s": 3600.001, "ask": "where is my order?"})"),
            QByteArray(R"({"at_s":3600.0,"match":"exact","similarity":null,"answer":"On its way.","events":[]}
{"at_s":3600.001,"match":"none","similarity":null,"answer":null,"events":[]}
)"));
        QCOMPARE(ran(given,
                     R"({"at_s": 1, "wall_jump_s": -86400}, {"at_s": 1, "ask": "where is my order?"},
                        {"at_s": 1, "suspend_s": 3600}, {"at_s": 1, "ask": "where is my order?"})")
                     .split('\n')
                     .at(3),
            QByteArray(R"({"at_s":1.0,"match":"none","similarity":null,"answer":null,"events":[]})"));
    }

    void theBuiltInEmbedderIsTheDefault()
    {
        const auto lines = ran(R"({"entries": [{"query": "How do I reset my password?", "answer": "By mail."}]})",
            R"({"at_s": 0, "ask": "so how do i reset my password?"}, {"at_s": 0, "ask": "Who wrote Dune?"})")
                               .split('\n');
        QVERIFY2(lines[0].contains(R"("match":"similar")") && lines[0].contains(R"("answer":"By mail.")"), lines[0]);
        QVERIFY2(lines[1].contains(R"("match":"none")") && lines[1].contains(R"("answer":null)"), lines[1]);
    }

    void aScopedAnswerIsForThatScopeAlone()
    {
        QCOMPARE(
            ran(R"({"entries": [{"query": "my orders", "answer": "3 books", "scope": "ann"}]})",
                R"({"at_s": 0, "ask": "my orders", "scope": "ann"}, {"at_s": 0, "ask": "my orders", "scope": "bob"},
                        {"at_s": 0, "ask": "my orders"})"),
            QByteArray(R"({"at_s":0.0,"match":"exact","similarity":null,"answer":"3 books","events":[]}
{"at_s":0.0,"match":"none","similarity":null,"answer":null,"events":[]}
{"at_s":0.0,"match":"none","similarity":null,"answer":null,"events":[]}
)"));
    }

    void wrongScriptsAreNamed_data()
    {
        QTest::addColumn<QByteArray>("configuration");
        QTest::addColumn<QByteArray>("steps");
        QTest::addColumn<QByteArray>("error");
        const QByteArray none = R"({"entries": []})";
        const auto row = [](const char* name, const QByteArray& configuration, const char* steps, const char* error) {
            QTest::newRow(name) << configuration << QByteArray(steps) << QByteArray(error);
        };
        row("no entries", "{}", "", "/answer_cache (line 1): expected the key \"entries\", an array");
        row("another embedder", R"({"entries": [], "embedder": "x"})", "",
            "/answer_cache/embedder (line 1): expected one of ngram, given, found \"x\"");
        row("threshold", R"({"entries": [], "threshold": 1.1})", "",
            "/answer_cache/threshold (line 1): expected a number from 1e-06 to 1, found 1.1");
        row("unknown key", R"({"entries": [{"query": "q", "answer": "a", "x": 1}]})", "",
            "/answer_cache/entries/0/x (line 1): unknown key \"x\"");
        row("no query and no category", "{\"entries\": [{\"query\": \"q\", \"answer\": \"a\"},\n{\"answer\": \"a\"}]}",
            "", "/answer_cache/entries/1 (line 2): expected a query, or the category that this is the template of");
        row("a vector that nobody reads", none, R"({"at_s": 0, "ask": "q", "vector": [1]})",
            "/steps/0/vector (line 2): expected no vector: the embedder makes them, unless it is \"given\"");
        row("another dimension", given, R"({"at_s": 0, "ask": "q", "vector": [1]})",
            "/steps/0/vector (line 4): expected 2 numbers, as the entries have");
        row("no numbers", given, R"({"at_s": 0, "ask": "q", "vector": [1, "0"]})",
            "/steps/0/vector (line 4): expected numbers only");
        row("no text", none, R"({"at_s": 0, "ask": 1})", "/steps/0/ask (line 2): expected a text, found a number");
    }
    void wrongScriptsAreNamed()
    {
        QFETCH(QByteArray, configuration);
        QFETCH(QByteArray, steps);
        QFETCH(QByteArray, error);
        QCOMPARE(ran(configuration, steps), error);
    }
};

QTEST_APPLESS_MAIN(TestSimulateAnswerCache)
#include "tst_simulate_answer_cache.moc"
