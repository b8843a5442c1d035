// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/simulate_bench.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace rungwatch;
using namespace rungwatch::testing;

namespace {

/// "file x 30; memory 0 1 0, file 1 0 0" of one step: level, value, age; hits, misses, errors of each level.
QString factsOf(const QJsonObject& step)
{
    QStringList stats;
    for (const char* name : {"memory", "file", "remote"}) {
        const auto level = step["stats"].toObject()[QLatin1String(name)].toObject();
        if (!level.isEmpty())
            stats << QStringLiteral("%1 %2 %3 %4")
                         .arg(QLatin1String(name))
                         .arg(level["hits"].toInt())
                         .arg(level["misses"].toInt())
                         .arg(level["errors"].toInt());
    }
    const auto answer = step["level"].isNull() ? QStringLiteral("none")
                                               : QStringLiteral("%1 %2 %3")
                                                     .arg(step["level"].toString(), step["value"].toString())
                                                     .arg(step["age_s"].toDouble());
    return answer + "; " + stats.join(QStringLiteral(", "));
}

QStringList factsOf(const QByteArray& configuration, const QByteArray& steps)
{
    QStringList facts;
    for (const auto& step : outputs("{\"tiered_cache\": {" + configuration + "}, \"steps\": [" + steps + "]}"))
        facts << factsOf(step);
    return facts;
}

} // namespace

/// Levels of caches tried from outside: which one answers, how old its answer is, and what is counted.
class TestSimulateTieredCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("TMPDIR", m_directory.path().toUtf8()); }
    void cleanup() { QVERIFY(QDir(m_directory.path()).isEmpty()); } // no script leaves anything behind

    void aStepGivesItsTimeAndItsFacts()
    {
        const auto ran = simulate::runScript(R"({"tiered_cache": {"levels": ["memory", "file"], "max_age_s": 120},
            "steps": [{"at_s": 0, "put": "a/b", "value": {"template": 3}}, {"at_s": 1, "drop": "memory"},
            {"at_s": 30, "get": "a/b"}]})");
        QVERIFY(ran.ok());
        QCOMPARE(QByteArray::fromStdString(ran->at(2)),
            QByteArray("{\"at_s\":30.0,\"level\":\"file\",\"value\":{\"template\":3},\"age_s\":30.0,"
                       "\"stats\":{\"memory\":{\"hits\":0,\"misses\":1,\"errors\":0,\"refused\":0},"
                       "\"file\":{\"hits\":1,\"misses\":0,\"errors\":0,\"refused\":0}},\"events\":[]}"));
    }

    void theNearestThatHasItAnswersAndPromotionKeepsTheAge()
    {
        const auto facts = factsOf(R"("levels": ["memory", "file", "remote"], "max_age_s": 120)", R"(
            {"at_s": 0, "get": "k"},
            {"at_s": 0, "put": "k", "value": "x"},
            {"at_s": 10, "get": "k"},
            {"at_s": 20, "drop": "memory"}, {"at_s": 20, "drop": "file"},
            {"at_s": 100, "get": "k"},
            {"at_s": 120, "get": "k"},
            {"at_s": 120, "drop": "memory"},
            {"at_s": 120, "get": "k"},
            {"at_s": 121, "get": "k"})");
        QCOMPARE(facts.value(0), "none; memory 0 1 0, file 0 1 0, remote 0 1 0");
        QCOMPARE(facts.value(2), "memory x 10; memory 1 1 0, file 0 1 0, remote 0 1 0");
        QCOMPARE(facts.value(5), "remote x 100; memory 1 2 0, file 0 2 0, remote 1 1 0");
        QCOMPARE(facts.value(6), "memory x 120; memory 2 2 0, file 0 2 0, remote 1 1 0");
        QCOMPARE(facts.value(8), "file x 120; memory 2 3 0, file 1 2 0, remote 1 1 0");
        QCOMPARE(facts.value(9), "none; memory 2 3 0, file 1 2 0, remote 1 1 0");
    }

    void aBrokenLevelIsSkippedCountedAndNotBelievedAfterwards()
    {
        const auto facts = factsOf("", R"(
            {"at_s": 0, "put": "k", "value": "first"},
            {"at_s": 0, "break": "memory"},
            {"at_s": 1, "get": "k"},
            {"at_s": 1, "break": "file"}, {"at_s": 1, "break": "remote"},
            {"at_s": 1, "get": "k"},
            {"at_s": 1, "restore": "memory"}, {"at_s": 1, "restore": "remote"},
            {"at_s": 1, "get": "k"},
            {"at_s": 2, "put": "k", "value": "second"},
            {"at_s": 2, "restore": "file"}, {"at_s": 2, "drop": "memory"},
            {"at_s": 3, "get": "k"})");
        QCOMPARE(facts.value(2), "file first 1; memory 0 0 1, file 1 0 0, remote 0 0 0");
        QCOMPARE(facts.value(5), "none; memory 0 0 2, file 1 0 1, remote 0 0 1");
        QCOMPARE(facts.value(8), "memory first 1; memory 1 0 2, file 1 0 1, remote 0 0 1");
        // The file still holds the first, which it could not replace: it forgets it before it is believed.
        QCOMPARE(facts.value(12), "remote second 1; memory 1 1 2, file 1 1 2, remote 1 0 1");
    }

    void keysThatLookAlikeAreApart()
    {
        const auto facts = factsOf(R"("levels": ["file"])", R"(
            {"at_s": 0, "put": "a/b", "value": "slash"}, {"at_s": 0, "put": "a_b", "value": "underscore"},
            {"at_s": 0, "get": "a/b"}, {"at_s": 0, "get": "a_b"}, {"at_s": 0, "get": "a.b"})");
        QCOMPARE(facts.value(2), "file slash 0; file 1 0 0");
        QCOMPARE(facts.value(3), "file underscore 0; file 2 0 0");
        QCOMPARE(facts.value(4), "none; file 2 1 0");
    }

    void theClocksOfTheFrameworkDoWhatTheyShould()
    {
        for (const char* level : {"memory", "file", "remote"}) {
            const auto facts = factsOf("\"levels\": [\"" + QByteArray(level) + "\"]", R"(
                {"at_s": 0, "put": "k", "value": "x"},
                {"at_s": 10, "wall_jump_s": -3600}, {"at_s": 10, "get": "k"},
                {"at_s": 10, "wall_jump_s": 86400}, {"at_s": 10, "get": "k"},
                {"at_s": 10, "suspend_s": 110}, {"at_s": 10, "get": "k"},
                {"at_s": 10, "suspend_s": 1}, {"at_s": 10, "get": "k"})");
            const auto name = QString::fromLatin1(level);
            QCOMPARE(facts.value(2), QStringLiteral("%1 x 10; %1 1 0 0").arg(name));
            QCOMPARE(facts.value(4), QStringLiteral("%1 x 10; %1 2 0 0").arg(name));
            QCOMPARE(facts.value(6), QStringLiteral("%1 x 120; %1 3 0 0").arg(name));
            QCOMPARE(facts.value(8), QStringLiteral("none; %1 3 0 0").arg(name));
        }
    }

    void aChangeOfTheDataIsForgottenInEveryLevel()
    {
        const auto facts = factsOf("", R"(
            {"at_s": 0, "put": "k", "value": "x"}, {"at_s": 0, "put": "l", "value": "y"},
            {"at_s": 1, "invalidate": "k"}, {"at_s": 1, "get": "k"}, {"at_s": 1, "get": "l"})");
        QCOMPARE(facts.value(3), "none; memory 0 1 0, file 0 1 0, remote 0 1 0");
        QCOMPARE(facts.value(4), "memory y 1; memory 1 1 0, file 0 1 0, remote 0 1 0");
    }

    void wrongScriptsAreNamed_data()
    {
        QTest::addColumn<QByteArray>("configuration");
        QTest::addColumn<QByteArray>("step");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* name, const char* configuration, const char* step, const char* place) {
            QTest::newRow(name) << QByteArray(configuration) << QByteArray(step) << place;
        };
        const char* fine = R"("tick": true)";
        row("level", R"("levels": ["disk"])", fine, "/tiered_cache/levels");
        row("twice", R"("levels": ["file", "file"])", fine, "/tiered_cache/levels");
        row("none", R"("levels": [])", fine, "/tiered_cache/levels");
        row("age", R"("max_age_s": -1)", fine, "/tiered_cache/max_age_s");
        row("unknown", R"("ttl_s": 1)", fine, "/tiered_cache/ttl_s");
        row("drop", "", R"("drop": "disk")", "/steps/0/drop");
        row("not configured", R"("levels": ["memory"])", R"("break": "file")", "/steps/0/break");
        row("empty", "", R"("put": "k", "value": "")", "/steps/0/value");
        row("no value", "", R"("put": "k")", "/steps/0");
        row("key", "", R"("get": 7)", "/steps/0/get");
        row("extra", "", R"("get": "k", "value": 1)", "/steps/0/value");
    }
    void wrongScriptsAreNamed()
    {
        QFETCH(QByteArray, configuration);
        QFETCH(QByteArray, step);
        QFETCH(QString, place);
        const auto fault =
            faultOf("{\"tiered_cache\": {" + configuration + "}, \"steps\": [{\"at_s\": 0, " + step + "}]}");
        QVERIFY2(fault.startsWith(place + " (line 1)"), qPrintable(fault));
    }

private:
    QTemporaryDir m_directory;
};

QTEST_APPLESS_MAIN(TestSimulateTieredCache)
#include "tst_simulate_tiered_cache.moc"
