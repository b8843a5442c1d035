// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/formats/breaker_words.h"

#include <QTest>

using namespace rungwatch;
using formats::StateNumbers;

namespace {

QString shown(const formats::StateWord& word)
{
    Reading reading;
    BreakerReading breaker;
    formats::setState(breaker, word, reading);
    auto text = QString::fromStdString(formats::shownState(breaker));
    for (const auto& flag : reading.flags)
        text += ' ' + QString::fromStdString(flag);
    return text;
}

BreakerReading breakerIn(const char* state)
{
    Reading reading;
    BreakerReading breaker;
    formats::setState(breaker, formats::breakerWord(state), reading);
    return breaker;
}

QString levelWord(std::optional<HealthLevel> level)
{
    const auto word = level ? nameOf(*level) : std::string_view("none");
    return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
}

} // namespace

/// A state's word or number means what the library that wrote it means; a number of nobody's is never guessed.
class TestBreakerWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void words()
    {
        QCOMPARE(shown(formats::breakerWord("Closed")), QStringLiteral("CLOSED"));
        QCOMPARE(shown(formats::breakerWord("Half-Open")), QStringLiteral("HALF_OPEN"));
        QCOMPARE(shown(formats::breakerWord("opened")), QStringLiteral("OPEN"));
        QCOMPARE(shown(formats::breakerWord("Isolated")), QStringLiteral("FORCED_OPEN"));
        QCOMPARE(shown(formats::breakerWord("METRICS_ONLY")), QStringLiteral("METRICS_ONLY"));
        QCOMPARE(shown(formats::breakerWord("MIXED")), QStringLiteral("MIXED"));
        QCOMPARE(shown(formats::breakerWord("UNKNOWN")), QStringLiteral("UNKNOWN"));
        QCOMPARE(shown(formats::breakerWord("tripped")), QStringLiteral("UNKNOWN unknown-word"));
        QCOMPARE(shown(formats::breakerWord("")), QStringLiteral("UNKNOWN unknown-word"));
    }

    void numbersByLibrary_data()
    {
        QTest::addColumn<int>("library");
        QTest::addColumn<double>("number");
        QTest::addColumn<QString>("state");
        const auto row = [](StateNumbers library, double number, const char* state) {
            QTest::addRow("%d %g", static_cast<int>(library), number)
                << static_cast<int>(library) << number << QString(state);
        };
        row(StateNumbers::Gobreaker, 1, "HALF_OPEN");
        row(StateNumbers::Gobreaker, 2, "OPEN");
        row(StateNumbers::Gobreaker, 3, "UNKNOWN unknown-word");
        row(StateNumbers::FailsafeGo, 1, "OPEN");
        row(StateNumbers::FailsafeGo, 2, "HALF_OPEN");
        row(StateNumbers::Cockatiel, 2, "HALF_OPEN");
        row(StateNumbers::Cockatiel, 3, "FORCED_OPEN");
        row(StateNumbers::Resilience4j, 3, "DISABLED");
        row(StateNumbers::Resilience4j, 4, "FORCED_OPEN");
        row(StateNumbers::Resilience4j, 5, "METRICS_ONLY");
        row(StateNumbers::Armeria, 1, "CLOSED");
        row(StateNumbers::Armeria, 0, "OPEN");
        row(StateNumbers::Armeria, 0.5, "HALF_OPEN");
        row(StateNumbers::Unnamed, 0, "CLOSED");
        row(StateNumbers::Unnamed, 1, "UNKNOWN ambiguous-number");
    }
    void numbersByLibrary()
    {
        QFETCH(int, library);
        QFETCH(double, number);
        QFETCH(QString, state);
        QCOMPARE(shown(formats::breakerNumber(number, static_cast<StateNumbers>(library))), state);
    }

    void whatIsNeitherWordNorNumberIsNotKnown()
    {
        const auto json = parseJson(R"({"text":"2","null":null,"list":[],"word":"open"})");
        QVERIFY(json.ok());
        const auto& root = json->root;
        QCOMPARE(shown(formats::breakerState(root.find("text"), StateNumbers::Gobreaker)), QStringLiteral("OPEN"));
        QCOMPARE(shown(formats::breakerState(root.find("text"), StateNumbers::Unnamed)),
            QStringLiteral("UNKNOWN ambiguous-number"));
        QCOMPARE(shown(formats::breakerState(root.find("word"), StateNumbers::Unnamed)), QStringLiteral("OPEN"));
        QCOMPARE(shown(formats::breakerState(root.find("null"), StateNumbers::Unnamed)), QStringLiteral("UNKNOWN"));
        QCOMPARE(shown(formats::breakerState(root.find("list"), StateNumbers::Unnamed)), QStringLiteral("UNKNOWN"));
        QCOMPARE(shown(formats::breakerState(nullptr, StateNumbers::Unnamed)), QStringLiteral("UNKNOWN"));
    }

    void anOpenOneDegradesAndSwitchedOffProtectionDoesNot()
    {
        const auto level = [](std::initializer_list<const char*> states) {
            std::vector<BreakerReading> breakers;
            for (const auto* state : states)
                breakers.push_back(breakerIn(state));
            return levelWord(formats::levelOf(breakers));
        };
        QCOMPARE(level({}), QStringLiteral("none"));
        QCOMPARE(level({"closed", "disabled", "metrics_only"}), QStringLiteral("healthy"));
        for (const auto* state : {"open", "half_open", "forced_open", "mixed", "unknown"})
            QCOMPARE(level({"closed", state}), QStringLiteral("degraded"));
        QCOMPARE(level({"open", "open"}), QStringLiteral("degraded"));
    }

    void asAComponentItIsItsOwnLevel()
    {
        const auto level = [](const char* state) { return levelWord(formats::componentLevelOf(breakerIn(state))); };
        QCOMPARE(level("closed"), QStringLiteral("healthy"));
        QCOMPARE(level("half_open"), QStringLiteral("degraded"));
        QCOMPARE(level("open"), QStringLiteral("unavailable"));
        QCOMPARE(level("forced_open"), QStringLiteral("unavailable"));
        QCOMPARE(level("disabled"), QStringLiteral("unknown"));
        QCOMPARE(level("metrics_only"), QStringLiteral("unknown"));
        QCOMPARE(level("wobbly"), QStringLiteral("unknown"));
    }
};

QTEST_APPLESS_MAIN(TestBreakerWords)
#include "tst_breaker_words.moc"
