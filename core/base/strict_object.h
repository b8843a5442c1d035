// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/clock.h"
#include "rungwatch/base/fields.h"
#include "rungwatch/base/fixed.h"
#include "rungwatch/base/located_json.h"

#include <functional>
#include <set>

namespace rungwatch {

/// Collects the first fault found while a document that a person wrote is read: later ones often follow from it.
class Faults {
public:
    /// `where` becomes "POINTER (line N)".
    void add(std::string_view pointer, int line, std::string message, std::string code = "bad-value");
    [[nodiscard]] bool any() const { return m_first.has_value(); }
    [[nodiscard]] const Error& first() const { return *m_first; }

private:
    std::optional<Error> m_first;
};

/// Reads the members of one JSON object by name and type; a wrong type, a missing required member and a member that
/// nobody asked for are faults at their place. After a fault everything reads as its default, and reading may go on.
class StrictObject {
public:
    /// Where `value` is no object that is a fault.
    StrictObject(const JsonValue& value, std::string pointer, Faults& faults);
    /// Reports the members that were never asked for. Call it once, at the end.
    void finish();

    [[nodiscard]] bool has(std::string_view key);
    /// Whether the member is there and null, for keys where null says "not known"; then it counts as read.
    [[nodiscard]] bool isNull(std::string_view key);
    [[nodiscard]] std::string text(std::string_view key, std::optional<std::string> fallback = std::nullopt);
    /// A name that may also be written as a whole number: 7 and "7" are the same. Required, and not empty.
    [[nodiscard]] std::string id(std::string_view key);
    /// A text of at least one character.
    [[nodiscard]] std::string nonEmpty(std::string_view key);
    /// A member that says nothing but that it is there: true.
    void onlyTrue(std::string_view key);
    [[nodiscard]] bool boolean(std::string_view key, std::optional<bool> fallback = std::nullopt);
    [[nodiscard]] double number(
        std::string_view key, double least, double most, std::optional<double> fallback = std::nullopt);
    [[nodiscard]] std::int64_t whole(std::string_view key, std::int64_t least, std::int64_t most,
        std::optional<std::int64_t> fallback = std::nullopt);
    /// A number with at most so many decimals (0 to 9): what is finer would have to be rounded, and a rounded number
    /// passes for a limit that it does not reach. The last bits that a sum of such numbers loses (0.1 + 0.2) are none.
    [[nodiscard]] double decimal(
        std::string_view key, double least, double most, int decimals, std::optional<double> fallback = std::nullopt);
    /// A number of seconds in [least, most], in whole nanoseconds.
    [[nodiscard]] Duration seconds(
        std::string_view key, Duration least, Duration most, std::optional<Duration> fallback = std::nullopt);
    /// 0 to 100, in whole thousandths.
    [[nodiscard]] Percent percent(std::string_view key, std::optional<Percent> fallback = std::nullopt);
    [[nodiscard]] std::vector<std::string> texts(std::string_view key);
    [[nodiscard]] std::vector<std::int64_t> wholes(std::string_view key, std::int64_t least, std::int64_t most);
    /// Each item of an array member with its pointer; nothing where it is absent and not `required`.
    void each(std::string_view key, bool required,
        const std::function<void(const JsonValue&, const std::string& pointer)>& item);
    /// The member as an object; null where it is absent (a fault where `required`).
    [[nodiscard]] const JsonValue* object(std::string_view key, bool required);
    /// The member as it stands, of any kind; null where it is absent (a fault where `required`).
    [[nodiscard]] const JsonValue* anything(std::string_view key, bool required);
    /// Allows a member without reading it: notes for people.
    void ignore(std::string_view key);

    [[nodiscard]] const std::string& pointer() const { return m_pointer; }
    [[nodiscard]] std::string pointerTo(std::string_view key) const;
    [[nodiscard]] int lineOf(std::string_view key) const;
    [[nodiscard]] int line() const { return m_value.line; }
    /// At a member, or with an empty key at the object itself.
    void fault(std::string_view key, std::string message, std::string code = "bad-value");

private:
    /// The member where it is there and of `kind`; what is absent without `optional`, or of another kind, is a fault.
    const JsonValue* member(std::string_view key, JsonValue::Kind kind, bool optional, std::string_view expected);

    const JsonValue& m_value;
    std::string m_pointer;
    Faults& m_faults;
    std::set<std::string, std::less<>> m_asked;
};

/// One of an enum's words; another is a fault that lists them. `fallback` absent: the key is required.
template <NamedEnum E>
[[nodiscard]] E readWord(StrictObject& object, std::string_view key, std::optional<E> fallback = std::nullopt)
{
    const auto word = object.text(
        key, fallback ? std::optional<std::string>(std::string(nameOf(*fallback))) : std::optional<std::string>());
    if (const auto value = enumFromName<E>(word))
        return *value;
    std::string expected;
    for (const auto name : enumNames(E{}))
        expected += (expected.empty() ? "" : ", ") + std::string(name);
    if (object.has(key))
        object.fault(key, "expected one of " + expected + ", found \"" + word + "\"");
    return fallback.value_or(E{});
}

} // namespace rungwatch
