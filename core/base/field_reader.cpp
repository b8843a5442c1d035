// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/base/field_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace rungwatch {

namespace {

std::string shown(const JsonValue& value)
{
    switch (value.kind) {
    case JsonValue::Kind::Null:
        return "null";
    case JsonValue::Kind::Boolean:
        return value.boolean ? "true" : "false";
    case JsonValue::Kind::Number:
        return "a number";
    case JsonValue::Kind::Text:
        return "\"" + value.text.substr(0, 40) + "\"";
    case JsonValue::Kind::Array:
        return "a list";
    case JsonValue::Kind::Object:
        break;
    }
    return "an object";
}

} // namespace

void FieldReader::expected(std::string_view what, const JsonValue& found)
{
    if (!m_fault)
        m_fault = Error{"bad-value", "expected " + std::string(what) + ", found " + shown(found),
            m_pointer.empty() ? "/" : m_pointer};
}

void FieldReader::refuseOthers(const JsonValue& object, const std::vector<std::string_view>& names)
{
    if (m_fault)
        return;
    for (const auto& member : object.members)
        if (std::find(names.begin(), names.end(), member.key) == names.end()) {
            m_fault = Error{"unknown-key", "expected no member of this name: a newer program wrote it",
                m_pointer + "/" + member.key};
            return;
        }
}

bool FieldReader::truth(const JsonValue& value)
{
    if (value.kind != JsonValue::Kind::Boolean)
        expected("true or false", value);
    return value.boolean;
}

std::uint64_t FieldReader::unsignedWhole(const JsonValue& value, std::uint64_t most)
{
    std::uint64_t found = 0;
    bool good = false;
    if (value.whole) {
        good = *value.whole >= 0;
        found = static_cast<std::uint64_t>(std::max<std::int64_t>(*value.whole, 0));
    } else if (value.kind == JsonValue::Kind::Number && !value.text.empty()) {
        const auto* end = value.text.data() + value.text.size();
        good = std::from_chars(value.text.data(), end, found).ptr == end;
    }
    if (!good || found > most)
        expected("a whole number from 0 to " + std::to_string(most), value);
    return found;
}

std::int64_t FieldReader::whole(const JsonValue& value, std::int64_t least, std::int64_t most)
{
    const auto found = value.whole.value_or(0);
    if (!value.whole || found < least || found > most)
        expected("a whole number from " + std::to_string(least) + " to " + std::to_string(most), value);
    return found;
}

WallTime FieldReader::wallTime(const JsonValue& value)
{
    const auto time = value.isText() ? fromRfc3339(value.text) : std::nullopt;
    if (!time)
        expected("a time such as 2026-11-30T14:27:05.600Z", value);
    return time.value_or(WallTime{});
}

Duration FieldReader::seconds(const JsonValue& value)
{
    // Wider than a double, so that every nanosecond count that a double of seconds tells apart comes back as itself.
    auto nanoseconds = static_cast<long double>(value.number) * 1e9L;
    // From 2^53 ns (104 days) on it can't tell nanoseconds apart; times are recorded in microseconds.
    if (std::fabs(nanoseconds) > 9007199254740992.0L)
        nanoseconds = std::round(nanoseconds / 1000) * 1000;
    if (value.kind != JsonValue::Kind::Number || !(std::fabs(nanoseconds) < 9.2e18L)) {
        expected("a number of seconds", value);
        return Duration{0};
    }
    return Duration{std::llround(nanoseconds)};
}

Percent FieldReader::percent(const JsonValue& value)
{
    const auto found = value.kind == JsonValue::Kind::Number ? Percent::from(value.number) : std::nullopt;
    if (!found)
        expected("a percentage", value);
    return found.value_or(Percent{});
}

double FieldReader::number(const JsonValue& value)
{
    if (value.isNull()) // what is not finite has no other form
        return std::numeric_limits<double>::quiet_NaN();
    if (value.kind != JsonValue::Kind::Number)
        expected("a number", value);
    return value.number;
}

std::string FieldReader::text(const JsonValue& value)
{
    if (!value.isText())
        expected("a text", value);
    return value.text;
}

} // namespace rungwatch
