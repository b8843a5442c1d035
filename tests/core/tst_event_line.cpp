// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/base/codec.h"
#include "rungwatch/fleet/event_line_reader.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::fleet;

namespace {

constexpr WallTime noon{std::chrono::seconds{1'796'040'000}};

/// Gives every field something of its own, so that one that is lost on the way is missed.
struct Filler {
    int counter{0};

    template <class T> void operator()(std::string_view name, T& field) { set(name, field); }

    template <class T> void set(std::string_view name, T& field)
    {
        using namespace codec;
        ++counter;
        if constexpr (std::same_as<T, bool>)
            field = true;
        else if constexpr (NamedEnum<T>)
            field = static_cast<T>(enumNames(T{}).size() - 1);
        else if constexpr (std::same_as<T, WallTime>)
            field = noon + std::chrono::milliseconds{counter};
        else if constexpr (isTime<T>)
            field = T{Duration{counter * 1'000'000'007LL}};
        else if constexpr (std::same_as<T, Percent>)
            field = Percent{counter * 1001};
        else if constexpr (std::same_as<T, double>)
            field = counter + 0.125;
        else if constexpr (std::integral<T>)
            field = static_cast<T>(counter);
        else if constexpr (std::same_as<T, std::string>)
            field = std::string(name) + "\n\"\\<" + std::to_string(counter) + "\xc3\xa4";
        else if constexpr (isOptional<T>)
            set(name, field.emplace());
        else if constexpr (isShared<T>) {
            std::remove_cvref_t<decltype(field.get())> inner{};
            set(name, inner);
            field = T{std::move(inner)};
        } else if constexpr (isSequence<T>) {
            typename T::value_type item{};
            set(name, item);
            field.insert(field.end(), std::move(item));
        } else if constexpr (isMap<T>)
            set(name, field["a/b~\"" + std::to_string(counter)]);
        else
            T::fields(field, [this](std::string_view inner, auto& part) { set(inner, part); });
    }
};

template <std::size_t... I> std::vector<EventBody> everyKind(std::index_sequence<I...>)
{
    std::vector<EventBody> bodies;
    Filler filler;
    const auto add = [&](auto body) {
        filler.set("", body);
        bodies.emplace_back(std::move(body));
    };
    (add(std::variant_alternative_t<I, EventKinds>{}), ...);
    return bodies;
}

std::vector<Event> filledEvents()
{
    std::vector<Event> events;
    for (auto& body : everyKind(std::make_index_sequence<std::variant_size_v<EventKinds>>{}))
        events.push_back(
            {events.size() + 1, noon, SteadyTime{Duration{123'456'789'012'345}}, events.size(), std::move(body)});
    return events;
}

std::string codeOf(const std::string& line)
{
    const auto event = eventFromLine(line);
    return event ? std::string() : event.error().code + " at " + event.error().where;
}

const std::string tick = R"({"seq":1,"at":"2026-11-30T12:00:00.000Z","steady_s":5.5,"kind":"tick","subject":"",)"
                         R"("input":true,"caused_by":0,"body":{}})";

std::string changed(const std::string& from, const std::string& to)
{
    auto line = tick;
    return line.replace(line.find(from), from.size(), to);
}

} // namespace

/// An event's line gives the event again, field by field, for every kind there is; what it does not give is named.
class TestEventLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFieldOfEveryKindComesBack()
    {
        for (const auto& event : filledEvents()) {
            const auto read = eventFromLine(jsonLine(event));
            QVERIFY2(read.ok(),
                (std::string(kindOf(event.body)) + ": "
                    + (read ? "" : read.error().where + ": " + read.error().message))
                    .c_str());
            QVERIFY2(encoded(*read) == encoded(event), std::string(kindOf(event.body)).c_str());
        }
    }

    void numbersOf64BitsStayExact()
    {
        SessionStarted session;
        session.seed = 0xffff'ffff'ffff'fffeULL;
        const Event event{1, noon, SteadyTime{}, 0, session};
        const auto read = eventFromLine(jsonLine(event));
        QVERIFY(read.ok());
        QCOMPARE(std::get<SessionStarted>(read->body).seed, session.seed);
    }

    void nanosecondsOfSteadyTimeComeBackAfterWeeksOfUptime()
    {
        for (const std::int64_t nanoseconds : {1LL, 999'999'999LL, 4'194'304'000'000'001LL, 8'000'000'123'456'789LL,
                 9'007'199'254'740'991LL, 42'199'951'300'001'000LL}) {
            const Event event{1, noon, SteadyTime{Duration{nanoseconds}}, 0, Tick{}};
            const auto read = eventFromLine(jsonLine(event));
            QVERIFY(read.ok());
            QCOMPARE(jsonLine(*read), jsonLine(event));
            QCOMPARE(read->steady.time_since_epoch().count(), qint64{nanoseconds});
        }
    }

    void anOlderLineMayLackAFieldAndNoLineMayHaveAnother()
    {
        const std::string jump = R"({"seq":1,"at":"2026-11-30T12:00:00.000Z","steady_s":1.0,"kind":"clock_jump",)"
                                 R"("subject":"","input":true,"caused_by":0,"body":{}})";
        QCOMPARE(codeOf(jump), std::string());
        QCOMPARE(codeOf(changed("\"body\":{}", "\"body\":{\"by_s\":1}")), std::string("unknown-key at /body/by_s"));
        QCOMPARE(codeOf(changed("\"seq\":1", "\"seq\":1,\"spell\":2")), std::string("unknown-key at /spell"));
    }

    void whatIsWrongIsNamed_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& line, const char* expected) {
            QTest::newRow(name) << QString::fromStdString(line) << QString::fromLatin1(expected);
        };
        row("a tick is one", tick, "");
        row("no JSON", "seq 1", "bad-json at /");
        row("cut", tick.substr(0, tick.size() - 1), "bad-json at /");
        row("a list", "[]", "bad-value at /");
        row("no body", changed(",\"body\":{}", ""), "bad-value at /body");
        row("body is no object", changed("\"body\":{}", "\"body\":[]"), "bad-value at /body");
        row("no number", changed("\"seq\":1,", ""), "bad-value at /seq");
        row("number zero", changed("\"seq\":1,", "\"seq\":0,"), "bad-value at /seq");
        row("number below zero", changed("\"seq\":1,", "\"seq\":-1,"), "bad-value at /seq");
        row("number too large", changed("\"seq\":1,", "\"seq\":18446744073709551616,"), "bad-value at /seq");
        row("largest number", changed("\"seq\":1,", "\"seq\":18446744073709551615,"), "");
        row("no time", changed("\"at\":\"2026-11-30T12:00:00.000Z\",", ""), "bad-value at /at");
        row("no such day", changed("2026-11-30", "2026-11-31"), "bad-value at /at");
        row("no steady time", changed("\"steady_s\":5.5,", ""), "bad-value at /steady_s");
        row("steady time as text", changed("5.5", "\"5.5\""), "bad-value at /steady_s");
        row("a steady time that no clock has", changed("5.5", "9300000000.0"), "bad-value at /steady_s");
        row("a kind of tomorrow", changed("\"tick\"", "\"tock\""), "unknown-kind at /kind");
        row("an input that says that it is none", changed("\"input\":true", "\"input\":false"), "bad-value at /input");
    }
    void whatIsWrongIsNamed()
    {
        QFETCH(QString, line);
        QFETCH(QString, expected);
        QCOMPARE(codeOf(line.toStdString()), expected.toStdString());
    }

    void everyPrefixOfALineIsRefused()
    {
        for (const auto& event : filledEvents()) {
            const auto line = jsonLine(event);
            for (std::size_t length = 0; length < line.size(); length += 1 + line.size() / 200)
                QVERIFY(!eventFromLine(std::string_view(line).substr(0, length)).ok());
        }
    }

    void aChangedByteGivesAnEventOrANamedError()
    {
        std::size_t refused = 0;
        for (const auto& event : filledEvents()) {
            const auto line = jsonLine(event);
            for (std::size_t at = 0; at < line.size(); at += 1 + line.size() / 100) {
                auto mutated = line;
                mutated[at] = static_cast<char>(mutated[at] ^ 0x11);
                const auto read = eventFromLine(mutated);
                refused += !read.ok();
                QVERIFY(read.ok() || (!read.error().code.empty() && !read.error().where.empty()));
            }
        }
        QVERIFY(refused > 100);
    }
};

QTEST_APPLESS_MAIN(TestEventLine)
#include "tst_event_line.moc"
