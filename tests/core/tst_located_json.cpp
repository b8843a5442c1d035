// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/base/located_json.h"

#include <QTest>

using namespace rungwatch;

/// JSON with places: every value knows its line, and whatever can't be read says where and why, within limits.
class TestLocatedJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsTheLineOfEveryValue()
    {
        const auto read = parseJson("{\n \"a\": 1,\n \"b\": [\n  true,\n  \"x\"\n ],\n \"c\": {\"d\":\n 7\n}}");
        QVERIFY(read.ok());
        const auto& root = read->root;
        QCOMPARE(root.line, 1);
        QCOMPARE(root.find("a")->line, 2);
        QCOMPARE(root.find("a")->whole.value(), std::int64_t{1});
        QCOMPARE(root.find("b")->line, 3);
        QCOMPARE(root.find("b")->items[0].line, 4);
        QCOMPARE(root.find("b")->items[1].line, 5);
        QCOMPARE(root.members[2].line, 7);
        QCOMPARE(root.find("c")->find("d")->line, 8);
        QVERIFY(root.find("none") == nullptr);
    }

    void takesCommentsOnlyWhereAllowed()
    {
        const auto text = "{ // a person's remark\n \"a\": /* in\nside */ 1 }";
        QVERIFY(!parseJson(text).ok());
        const auto read = parseJson(text, {.comments = true});
        QVERIFY(read.ok());
        QCOMPARE(read->root.find("a")->line, 3);
    }

    void saysWhatIsWrongAndWhere_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("where");
        const auto row = [](const char* name, QByteArray text, const char* code, const char* message,
                             const char* where) {
            QTest::newRow(name) << text << QString(code) << QString(message) << QString(where);
        };
        row("empty", "", "bad-json", "empty, expected a JSON value", "line 1");
        row("blank", " \n ", "bad-json", "empty, expected a JSON value", "line 2");
        row("cut", "{\"a\":\n[1,", "bad-json", "cut, the JSON value is not complete", "line 2");
        row("word", "{\"a\":\n\n nope}", "bad-json", "not JSON near \" no\"", "line 3");
        row("NaN", "[NaN]", "bad-json", "not JSON near \"[N\"", "line 1");
        row("too big a number", "[1,\n1e999]", "bad-json", "a number that no double holds: 1e999", "line 2");
        for (const char* text : {"{\"a\": \"b", "[tru", "{\"a\":", "[1"})
            row(text, text, "bad-json", "cut, the JSON value is not complete", "line 1");
        row("a last word that is none", "[tru]", "bad-json", "not JSON near \"[tru]\"", "line 1");
        row("second value", "{} {}", "bad-json", "text after the JSON value, near \"{} {\"", "line 1");
        row("a number after the end", "{} 12", "bad-json", "text after the JSON value, near \"12\"", "line 1");
        row("a brace too many", "{\"a\":1}\n}", "bad-json", "text after the JSON value, near \"}\"", "line 2");
        row("a comma after the last member", "{\"a\":1,\n}", "bad-json", "a comma with nothing after it, near \"}\"",
            "line 2");
        row("a comma after the last item", "[1,]", "bad-json", "a comma with nothing after it, near \"1,]\"", "line 1");
        row("two commas", "[1,,2]", "bad-json", "not JSON near \"1,,\"", "line 1");
        row("bad UTF-8", "\"\xff\"", "bad-json", "not JSON near \"\"\xff\"", "line 1");
        row("65 deep", QByteArray(65, '[') + QByteArray(65, ']'), "too-large", "nested deeper than is read", "line 1");
        row("a bomb", QByteArray(1'000'000, '['), "too-large", "nested deeper than is read", "line 1");
    }
    void saysWhatIsWrongAndWhere()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, code);
        QFETCH(QString, message);
        QFETCH(QString, where);
        const auto read = parseJson(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
        QVERIFY(!read.ok());
        QCOMPARE(QString::fromStdString(read.error().code), code);
        QCOMPARE(QString::fromStdString(read.error().message), message);
        QCOMPARE(QString::fromStdString(read.error().where), where);
    }

    void holdsItsLimitsOnBothSides()
    {
        QVERIFY(parseJson(std::string(64, '[') + std::string(64, ']')).ok());
        QVERIFY(parseJson("[1,2,3]", {.values = 4}).ok());
        QCOMPARE(parseJson("[1,2,3]", {.values = 3}).error().code, std::string("too-large"));
    }

    void takesTheFirstValueAndSaysThatMoreFollows()
    {
        const JsonLimits lenient{.wholeText = false};
        QVERIFY(!parseJson("\xef\xbb\xbf {\"a\":1} \n", lenient)->trailing);
        QVERIFY(parseJson("{\"a\":1} garbage", lenient)->trailing);
        QVERIFY(parseJson("12 x", lenient)->trailing);
        QVERIFY(parseJson("12x", lenient)->trailing);
        QVERIFY(!parseJson("12", lenient)->trailing);
        QVERIFY(!parseJson("12\n", lenient)->trailing);
    }

    void theLastOfTwoKeysCountsAndIsTold()
    {
        const auto read = parseJson("{\"a\":1,\n\"b\":{\"a\":0},\n\"a\":2}");
        QCOMPARE(read->root.find("a")->number, 2.0);
        QCOMPARE(read->duplicateKey.value(), std::string("a"));
        QCOMPARE(read->duplicateLine, 3);
        QVERIFY(!parseJson("[{\"a\":1},{\"a\":1}]")->duplicateKey.has_value());
    }

    void keepsCountersExact()
    {
        QCOMPARE(parseJson("9007199254740993")->root.whole.value(), std::int64_t{9007199254740993});
        QVERIFY(!parseJson("18446744073709551615")->root.whole.has_value());
        QVERIFY(!parseJson("1.5")->root.whole.has_value());
    }
};

QTEST_APPLESS_MAIN(TestLocatedJson)
#include "tst_located_json.moc"
