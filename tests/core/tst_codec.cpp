// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/base/codec.h"

#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

enum class Colour { Red, Blue };
constexpr std::array<std::string_view, 2> enumNames(Colour)
{
    return {"red", "blue"};
}

struct Everything {
    std::string name;
    std::optional<Duration> age;
    Colour colour {};
    std::vector<int> numbers;
    std::map<std::string, Percent> shares;
    std::variant<int, std::string> either;
    Shared<std::string> shared;
    WallTime at;
    bool flag {false};
    std::uint64_t big {0};
    double ratio {0};

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("name", self.name);
        visit("age_s", self.age);
        visit("colour", self.colour);
        visit("numbers", self.numbers);
        visit("shares", self.shares);
        visit("either", self.either);
        visit("shared", self.shared);
        visit("at", self.at);
        visit("flag", self.flag);
        visit("big", self.big);
        visit("ratio", self.ratio);
    }
};

Everything example()
{
    return {"x",  1500ms, Colour::Blue, {1, -2}, {{"p", Percent {12'500}}}, std::string("hi"), std::string("sh"),
            *fromRfc3339("2026-11-30T14:27:05.6Z"), true, ~std::uint64_t {0}, 0.8333333333333334};
}

} // namespace

/// One field list gives bytes, a value back, a hash and JSON; damage is an error, never a crash.
class TestCodec : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesJsonWithBorderUnits()
    {
        QCOMPARE(QString::fromStdString(jsonText(example())),
                 QStringLiteral(R"({"name":"x","age_s":1.5,"colour":"blue","numbers":[1,-2],"shares":{"p":12.5},"either":"hi",)"
                                R"("shared":"sh","at":"2026-11-30T14:27:05.600Z","flag":true,"big":18446744073709551615,"ratio":0.8333333333333334})"));
    }

    void readsBackWhatItWrote()
    {
        const auto bytes = encoded(example());
        const auto back = decoded<Everything>(bytes);
        QVERIFY(back.ok());
        QCOMPARE(encoded(*back), bytes);
        QCOMPARE(back->either.index(), std::size_t {1});
        QVERIFY(back->age == Duration {1'500'000'000});
    }

    void refusesEveryPrefix()
    {
        const auto bytes = encoded(example());
        for (std::size_t length = 0; length < bytes.size(); ++length)
            QVERIFY2(!decoded<Everything>(std::string_view(bytes).substr(0, length)).ok(), qPrintable(QString::number(length)));
        QVERIFY(!decoded<Everything>(bytes + "x").ok());
    }

    void damageAsksForNoMemory()
    {
        // A count of 2^60 items with nothing behind it.
        QVERIFY(!decoded<std::vector<int>>("\x80\x80\x80\x80\x80\x80\x80\x80\x10").ok());
        QVERIFY(!decoded<Colour>("\x02").ok());
    }

    void eachFieldChangesTheHash()
    {
        const auto base = hashOf(example());
        std::set<std::uint64_t> seen {base};
        const auto changed = [&](auto change) {
            auto value = example();
            change(value);
            return seen.insert(hashOf(value)).second;
        };
        QVERIFY(changed([](auto& v) { v.name = "y"; }));
        QVERIFY(changed([](auto& v) { v.age.reset(); }));
        QVERIFY(changed([](auto& v) { v.age = Duration {1'500'000'001}; }));
        QVERIFY(changed([](auto& v) { v.colour = Colour::Red; }));
        QVERIFY(changed([](auto& v) { v.numbers.push_back(0); }));
        QVERIFY(changed([](auto& v) { v.shares["p"] = Percent {12'501}; }));
        QVERIFY(changed([](auto& v) { v.either = 3; }));
        QVERIFY(changed([](auto& v) { v.shared = std::string("other"); }));
        QVERIFY(changed([](auto& v) { v.at += 1ns; }));
        QVERIFY(changed([](auto& v) { v.flag = false; }));
        QVERIFY(changed([](auto& v) { v.ratio = -0.0; }));
    }

    void readsOnlyRealCalendarTimes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("read"); // empty: refused
        const auto row = [](const char* text, const char* read) { QTest::newRow(text) << text << read; };
        row("2026-11-30T09:41:07.250Z", "2026-11-30T09:41:07.250Z");
        row("2026-11-30T09:41:07Z", "2026-11-30T09:41:07.000Z");
        row("2026-11-30T10:41:07+01:00", "2026-11-30T09:41:07.000Z");
        row("2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z");
        row("2026-02-29T00:00:00Z", "");
        row("2026-11-30T24:00:00Z", "");
        row("2026-11-30T09:41:07", "");
        row("2026-11-30T09:41:07.Z", "");
        row("2026-11-30T09:41:07Zx", "");
        row("0001-01-01T00:00:00Z", "");
    }
    void readsOnlyRealCalendarTimes()
    {
        QFETCH(QString, text);
        QFETCH(QString, read);
        const auto time = fromRfc3339(text.toStdString());
        QCOMPARE(time ? QString::fromStdString(rfc3339(*time)) : QString(), read);
    }
};

QTEST_APPLESS_MAIN(TestCodec)
#include "tst_codec.moc"
