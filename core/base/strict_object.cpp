// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/base/strict_object.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace rungwatch {

namespace {

std::string_view nameOf(JsonValue::Kind kind)
{
    constexpr std::array<std::string_view, 6> names{"null", "a boolean", "a number", "a text", "an array", "an object"};
    return names[static_cast<std::size_t>(kind)];
}

/// RFC 6901: "~" and "/" in a key are escaped.
std::string escaped(std::string_view key)
{
    std::string out;
    for (const char c : key)
        c == '~' ? out += "~0" : c == '/' ? out += "~1" : out += c;
    return out;
}

std::string plain(double number)
{
    char text[32];
    // Ten digits are easily read; a number that they don't tell from its neighbour gets as many as it needs.
    for (int digits = 10; digits <= std::numeric_limits<double>::max_digits10; ++digits) {
        std::snprintf(text, sizeof text, "%.*g", digits, number);
        if (std::strtod(text, nullptr) == number)
            break;
    }
    return text;
}

/// Whether a number with so many decimals was meant.
bool hasAtMost(int decimals, double number)
{
    const double unit = std::pow(10.0, decimals);
    const double nearest = std::nearbyint(number * unit) / unit;
    return std::fabs(nearest - number) <= 4 * std::numeric_limits<double>::epsilon() * std::fabs(number);
}

std::string between(double least, double most)
{
    return plain(least) + " to " + plain(most);
}

} // namespace

void Faults::add(std::string_view pointer, int line, std::string message, std::string code)
{
    if (m_first)
        return;
    const auto place =
        (pointer.empty() ? std::string("/") : std::string(pointer)) + " (line " + std::to_string(line) + ")";
    m_first = Error{std::move(code), std::move(message), place};
}

StrictObject::StrictObject(const JsonValue& value, std::string pointer, Faults& faults)
    : m_value(value)
    , m_pointer(std::move(pointer))
    , m_faults(faults)
{
    if (!value.isObject())
        m_faults.add(
            m_pointer, value.line, "expected an object, found " + std::string(nameOf(value.kind)), "wrong-type");
}

void StrictObject::finish()
{
    for (const auto& member : m_value.members)
        if (!m_asked.contains(member.key))
            m_faults.add(pointerTo(member.key), member.line, "unknown key \"" + member.key + "\"", "unknown-key");
}

std::string StrictObject::pointerTo(std::string_view key) const
{
    return m_pointer + "/" + escaped(key);
}

int StrictObject::lineOf(std::string_view key) const
{
    const auto* value = m_value.find(key);
    return value ? value->line : m_value.line;
}

void StrictObject::fault(std::string_view key, std::string message, std::string code)
{
    m_faults.add(key.empty() ? m_pointer : pointerTo(key), lineOf(key), std::move(message), std::move(code));
}

void StrictObject::ignore(std::string_view key)
{
    m_asked.emplace(key);
}

bool StrictObject::has(std::string_view key)
{
    return m_value.has(key);
}

bool StrictObject::isNull(std::string_view key)
{
    const auto* value = m_value.find(key);
    if (!value || !value->isNull())
        return false;
    ignore(key);
    return true;
}

const JsonValue* StrictObject::member(
    std::string_view key, JsonValue::Kind kind, bool optional, std::string_view expected)
{
    m_asked.emplace(key);
    const auto* value = m_value.find(key);
    if (!value) {
        if (!optional)
            m_faults.add(m_pointer, m_value.line,
                "expected the key \"" + std::string(key) + "\", " + std::string(expected), "missing-key");
        return nullptr;
    }
    if (value->kind == kind)
        return value;
    fault(key, "expected " + std::string(expected) + ", found " + std::string(nameOf(value->kind)), "wrong-type");
    return nullptr;
}

std::string StrictObject::text(std::string_view key, std::optional<std::string> fallback)
{
    const auto* value = member(key, JsonValue::Kind::Text, fallback.has_value(), "a text");
    return value ? value->text : fallback.value_or("");
}

std::string StrictObject::nonEmpty(std::string_view key)
{
    auto found = text(key);
    if (const auto* value = m_value.find(key); value && value->isText() && found.empty())
        fault(key, "expected a text, found an empty one");
    return found;
}

std::string StrictObject::id(std::string_view key)
{
    const auto* value = m_value.find(key);
    if (!value || value->kind != JsonValue::Kind::Number)
        return nonEmpty(key);
    ignore(key);
    if (value->whole && *value->whole >= 0)
        return std::to_string(*value->whole);
    fault(key, "expected a name, or a whole number from 0 up, found " + plain(value->number));
    return {};
}

void StrictObject::onlyTrue(std::string_view key)
{
    const auto* value = member(key, JsonValue::Kind::Boolean, false, "true");
    if (value && !value->boolean)
        fault(key, "expected true, found false");
}

bool StrictObject::boolean(std::string_view key, std::optional<bool> fallback)
{
    const auto* value = member(key, JsonValue::Kind::Boolean, fallback.has_value(), "true or false");
    return value ? value->boolean : fallback.value_or(false);
}

double StrictObject::number(std::string_view key, double least, double most, std::optional<double> fallback)
{
    const auto expected = "a number from " + between(least, most);
    const auto* value = member(key, JsonValue::Kind::Number, fallback.has_value(), expected);
    if (!value)
        return fallback.value_or(least);
    if (value->number >= least && value->number <= most)
        return value->number;
    fault(key, "expected " + expected + ", found " + plain(value->number), "out-of-range");
    return fallback.value_or(least);
}

std::int64_t StrictObject::whole(
    std::string_view key, std::int64_t least, std::int64_t most, std::optional<std::int64_t> fallback)
{
    const auto expected = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
    const auto* value = member(key, JsonValue::Kind::Number, fallback.has_value(), expected);
    if (!value)
        return fallback.value_or(least);
    if (value->whole && *value->whole >= least && *value->whole <= most)
        return *value->whole;
    fault(key, "expected " + expected + ", found " + plain(value->number), "out-of-range");
    return fallback.value_or(least);
}

double StrictObject::decimal(
    std::string_view key, double least, double most, int decimals, std::optional<double> fallback)
{
    const auto found = number(key, least, most, fallback);
    const auto* value = m_value.find(key);
    if (!value || value->kind != JsonValue::Kind::Number || hasAtMost(decimals, found))
        return found;
    fault(key, "expected at most " + std::to_string(decimals) + " decimals, found " + plain(found));
    return fallback.value_or(least);
}

Duration StrictObject::seconds(std::string_view key, Duration least, Duration most, std::optional<Duration> fallback)
{
    const auto asNumber = fallback ? std::optional(toSeconds(*fallback)) : std::nullopt;
    return fromSeconds(decimal(key, toSeconds(least), toSeconds(most), 9, asNumber));
}

Percent StrictObject::percent(std::string_view key, std::optional<Percent> fallback)
{
    const auto asNumber = fallback ? std::optional(fallback->value()) : std::nullopt;
    return Percent::from(decimal(key, 0, 100, 3, asNumber)).value_or(Percent{});
}

void StrictObject::each(
    std::string_view key, bool required, const std::function<void(const JsonValue&, const std::string&)>& item)
{
    const auto* value = member(key, JsonValue::Kind::Array, !required, "an array");
    for (std::size_t i = 0; value && i < value->items.size(); ++i)
        item(value->items[i], pointerTo(key) + "/" + std::to_string(i));
}

std::vector<std::string> StrictObject::texts(std::string_view key)
{
    std::vector<std::string> found;
    each(key, false, [&](const JsonValue& value, const std::string& pointer) {
        if (value.isText())
            found.push_back(value.text);
        else
            m_faults.add(
                pointer, value.line, "expected a text, found " + std::string(nameOf(value.kind)), "wrong-type");
    });
    return found;
}

std::vector<std::int64_t> StrictObject::wholes(std::string_view key, std::int64_t least, std::int64_t most)
{
    std::vector<std::int64_t> found;
    each(key, true, [&](const JsonValue& value, const std::string& pointer) {
        if (value.whole && *value.whole >= least && *value.whole <= most)
            found.push_back(*value.whole);
        else
            m_faults.add(pointer, value.line,
                "expected a whole number from " + std::to_string(least) + " to " + std::to_string(most),
                "out-of-range");
    });
    return found;
}

const JsonValue* StrictObject::anything(std::string_view key, bool required)
{
    ignore(key);
    const auto* found = m_value.find(key);
    if (!found && required)
        m_faults.add(
            m_pointer, m_value.line, "expected the key \"" + std::string(key) + "\", any value", "missing-key");
    return found;
}

const JsonValue* StrictObject::object(std::string_view key, bool required)
{
    return member(key, JsonValue::Kind::Object, !required, "an object");
}

} // namespace rungwatch
