// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/reading_text.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::reading_text;

namespace {

/// "key on/off/? [words]" for each flag, or the error.
QString flagsOf(const Result<Reading>& reading)
{
    if (!reading)
        return text(reading.error().code);
    QStringList flags;
    for (const auto& flag : reading->flagList) {
        auto line = text(flag.key) + (flag.enabled ? *flag.enabled ? " on" : " off" : " ?");
        line += flag.useCodeDefault ? QStringLiteral(" code-default") : QString();
        line += flag.targeted ? QStringLiteral(" targeted") : QString();
        line += flag.stale ? QStringLiteral(" stale") : QString();
        line += flag.value.empty() ? QString() : " = " + text(flag.value);
        line += flag.error.empty() ? QString() : " ! " + text(flag.error);
        flags << line;
    }
    return flags.join(QStringLiteral("; "));
}

} // namespace

/// Flags and kill switches: what is off, what only looks off, and who decides then.
class TestFormatsFlags : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheBodies_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* file, const char* expected) {
            QTest::newRow(file) << QString(file) << QString::fromUtf8(expected);
        };
        row("flagd-definition/switches.json",
            "kill.labels off; kill.tracking ? targeted; kill.quotes ? code-default; depot ? code-default");
        row("flagd-definition/default_names_nothing.json", "kill.labels ? ! bad-flag");
        row("ofrep/null_value.json", "kill.labels ? code-default");
        row("ofrep/bulk.json",
            "kill.labels off targeted = false; depot ? = {\"side\":\"north\",\"bays\":[1,2.5]}; "
            "gone ? ! FLAG_NOT_FOUND");
        row("unleash-client-features/strategies.json",
            "kill.labels off; paket größe on stale; half on targeted; all on");
        row("unleash-client-features/no_toggle_on.json", "");
    }
    void readsTheBodies()
    {
        QFETCH(QString, file);
        QFETCH(QString, expected);
        const auto reading = readFile(file);
        QCOMPARE(flagsOf(reading), expected);
        QCOMPARE(text(reading->format), file.section('/', 0, 0));
        QVERIFY(!reading->level);
    }

    void aFlagThatBreaksTheSchemaIsNamed()
    {
        const auto reading = readFile("flagd-definition/lower_case_state.json");
        QCOMPARE(flagsOf(reading), QStringLiteral("bad-flag"));
        QCOMPARE(text(reading.error().message),
            QStringLiteral("the flag kill.labels has the state \"enabled\", expected ENABLED or DISABLED; "
                           "mixed has variants of more than one type"));
    }

    void aDefaultThatNamesNoVariantIsTold()
    {
        const auto reading = readFile("flagd-definition/default_names_nothing.json");
        QCOMPARE(text(reading->flagList[0].note), QStringLiteral("the default names no variant: \"of\""));
    }

    void flagsNeedVariants()
    {
        const auto flag = [](const char* rest) {
            return flagsOf(readBody(QByteArray(R"({"flags":{"f":{"state":"ENABLED")") + rest + "}}}"));
        };
        QCOMPARE(flag(""), QStringLiteral("bad-flag"));
        QCOMPARE(flag(R"(,"variants":{})"), QStringLiteral("bad-flag"));
        QCOMPARE(flag(R"(,"variants":{"a":null})"), QStringLiteral("bad-flag"));
        QCOMPARE(flag(R"(,"variants":{"a":true},"defaultVariant":1)"), QStringLiteral("bad-flag"));
        QCOMPARE(flag(R"(,"variants":{"a":true},"defaultVariant":"a","targeting":{})"), QStringLiteral("f on"));
        QCOMPARE(flag(R"(,"variants":{"a":true},"defaultVariant":null)"), QStringLiteral("f ? code-default"));
        QCOMPARE(flagsOf(readBody(R"({"flags":{}})", 200, "flagd-definition")), QString());
        QCOMPARE(flagsOf(readBody(R"({"flags":1})", 200, "flagd-definition")), QStringLiteral("unknown-format"));
    }

    void anErrorCodeIsAnErrorUnderAnyStatus()
    {
        QCOMPARE(flagsOf(readFile("ofrep/error_under_200.json")), QStringLiteral("PARSE_ERROR"));
        const auto missing = readBody(R"({"key":"k","errorCode":"FLAG_NOT_FOUND"})", 404);
        QCOMPARE(flagsOf(missing), QStringLiteral("FLAG_NOT_FOUND"));
        QCOMPARE(text(missing.error().where), QStringLiteral("k"));
        QVERIFY(text(missing.error().message).contains(QStringLiteral("disabled")));
        const auto general = readBody(R"({"errorDetails":"no store"})", 500);
        QCOMPARE(flagsOf(general), QStringLiteral("GENERAL"));
        QCOMPARE(text(general.error().message), QStringLiteral("no store"));
        const auto own = readBody(R"({"errorCode":"OUT_OF_TEA","message":"kettle"})", 400);
        QCOMPARE(flagsOf(own), QStringLiteral("GENERAL"));
        QCOMPARE(text(own.error().message), QStringLiteral("OUT_OF_TEA: kettle"));
        QCOMPARE(flagsOf(readBody("", 401, "ofrep")), QStringLiteral("auth-required"));
        QCOMPARE(text(readBody("", 429, "ofrep", {{"retry-after", "2026-11-02T09:00:00Z"}}).error().message),
            QStringLiteral("HTTP 429, Retry-After: 2026-11-02T09:00:00Z"));
    }

    void bulkCountsItsErrors()
    {
        const auto reading = readFile("ofrep/bulk.json");
        QVERIFY(reading->errors == std::uint64_t{1});
        QCOMPARE(text(reading->flagList[2].note),
            QStringLiteral("no such flag (an older server says so of a disabled flag too)"));
        QVERIFY(readBody(R"({"flags":[{"key":"k","reason":"STATIC","value":1}]})")->errors == std::uint64_t{0});
        QCOMPARE(flagsOf(readBody(R"({"flags":[]})", 200, "ofrep")), QString());
    }

    void notModifiedSaysNothingNew()
    {
        QVERIFY(readBody("", 304, "ofrep")->notModified);
        QVERIFY(readBody("", 304, "unleash-client-features")->notModified);
        QVERIFY(!readFile("ofrep/bulk.json")->notModified);
    }

    void aPagesTogglesAreTheEnabledOnes()
    {
        QCOMPARE(flagsText(*readFile("unleash-client-features/no_toggle_on.json")), QStringLiteral("absent-means-off"));
        const auto features = readFile("unleash-client-features/strategies.json");
        QCOMPARE(flagsText(*features), QString());
        QVERIFY(features->revision == std::uint64_t{41});
        QCOMPARE(text(features->flagList[0].note), QStringLiteral("kill-switch"));
        const auto toggles =
            readBody(R"({"toggles":[{"name":"a","enabled":true,"variant":{"name":"blue","enabled":true}},
            {"name":"b","enabled":true,"variant":{"name":"disabled","enabled":false}}]})");
        QCOMPARE(text(toggles->flagList[0].variant), QStringLiteral("blue"));
        QVERIFY(toggles->flagList[1].variant.empty());
        QCOMPARE(flagsOf(readBody(R"({"features":[{"name":"p","enabled":true,"dependencies":[{"feature":"q"}]},
            {"name":"n","enabled":null}]})")),
            QStringLiteral("p on targeted; n ?"));
    }
};

QTEST_APPLESS_MAIN(TestFormatsFlags)
#include "tst_formats_flags.moc"
