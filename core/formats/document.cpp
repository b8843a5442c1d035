// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/document.h"

#include "rungwatch/base/codec.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>

namespace rungwatch::formats {

namespace {

const JsonValue* memberOf(const JsonValue* object, std::string_view key)
{
    return object && object->isObject() ? object->find(key) : nullptr;
}

/// The whole text as a number; a sign of percent may follow where `percent` is set.
std::optional<double> numberFrom(std::string_view text, bool percent)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(first);
    text = text.substr(0, text.find_last_not_of(" \t") + 1);
    if (percent && text.ends_with('%'))
        text.remove_suffix(1);
    double value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<double> numberOf(const JsonValue* value, bool percent)
{
    if (value && value->kind == JsonValue::Kind::Number)
        return value->number;
    if (value && value->isText())
        return numberFrom(value->text, percent);
    return std::nullopt;
}

std::optional<std::uint64_t> countOf(const JsonValue* value)
{
    if (value && value->whole)
        return *value->whole < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(*value->whole));
    const auto number = numberOf(value, false);
    constexpr double exact = 9007199254740992.0; // past it a double no longer tells neighbours apart
    if (!number || *number < 0 || *number > exact || std::floor(*number) != *number)
        return std::nullopt;
    return static_cast<std::uint64_t>(*number);
}

} // namespace

std::string textAt(const JsonValue* object, std::string_view key)
{
    const auto* value = memberOf(object, key);
    return value && value->isText() ? value->text : std::string{};
}

std::optional<double> numberAt(const JsonValue* object, std::string_view key)
{
    return numberOf(memberOf(object, key), false);
}

std::optional<std::uint64_t> countAt(const JsonValue* object, std::string_view key)
{
    return countOf(memberOf(object, key));
}

std::optional<Percent> percentAt(const JsonValue* object, std::string_view key)
{
    const auto value = numberOf(memberOf(object, key), true);
    return value && *value >= 0 && *value <= 100 ? Percent::from(*value) : std::nullopt;
}

std::optional<Duration> durationAt(const JsonValue* object, std::string_view key, Duration unit)
{
    constexpr double limit = 9.2e9; // seconds
    const auto value = numberAt(object, key);
    if (!value || *value < 0 || *value * toSeconds(unit) >= limit)
        return std::nullopt;
    return fromSeconds(*value * toSeconds(unit));
}

std::optional<bool> truthAt(const JsonValue* object, std::string_view key)
{
    const auto* value = memberOf(object, key);
    if (value && value->kind == JsonValue::Kind::Boolean)
        return value->boolean;
    if (value && value->isText() && (value->text == "true" || value->text == "false"))
        return value->text == "true";
    return std::nullopt;
}

std::optional<WallTime> timeAt(const JsonValue* object, std::string_view key)
{
    const auto* value = memberOf(object, key);
    return value && value->isText() ? fromRfc3339(value->text) : std::nullopt;
}

const JsonValue* objectAt(const JsonValue* object, std::string_view key)
{
    const auto* value = memberOf(object, key);
    return value && value->isObject() ? value : nullptr;
}

const std::vector<JsonValue>& listAt(const JsonValue* object, std::string_view key)
{
    static const std::vector<JsonValue> none;
    const auto* value = memberOf(object, key);
    return value && value->isArray() ? value->items : none;
}

std::vector<const JsonMember*> membersOf(const JsonValue* object)
{
    std::vector<const JsonMember*> members;
    if (!object || !object->isObject())
        return members;
    std::unordered_map<std::string_view, std::size_t> places;
    members.reserve(object->members.size());
    for (const auto& member : object->members) {
        const auto [place, isNew] = places.emplace(member.key, members.size());
        if (isNew)
            members.push_back(&member);
        else
            members[place->second] = &member;
    }
    return members;
}

std::vector<std::string> textsAt(const JsonValue* object, std::string_view key)
{
    std::vector<std::string> texts;
    for (const auto& item : listAt(object, key))
        if (item.isText())
            texts.push_back(item.text);
    return texts;
}

std::map<std::string, std::string> textsOf(const JsonValue* object)
{
    std::map<std::string, std::string> texts;
    for (const auto* member : membersOf(object))
        if (member->value.isText())
            texts.insert_or_assign(member->key, member->value.text);
    return texts;
}

std::map<std::string, std::uint64_t> countsAt(const JsonValue* object, std::string_view key)
{
    std::map<std::string, std::uint64_t> counts;
    if (const auto* members = objectAt(object, key))
        for (const auto& [name, value, line] : members->members)
            if (const auto count = countOf(&value))
                counts.insert_or_assign(name, *count);
    return counts;
}

std::string EntryNames::of(const std::string& said, std::size_t position)
{
    if (said.empty())
        return "check[" + std::to_string(position) + "]";
    const auto before = m_seen[said]++;
    return before == 0 ? said : said + "[" + std::to_string(before) + "]";
}

void flag(Reading& reading, std::string_view name)
{
    if (std::find(reading.flags.begin(), reading.flags.end(), name) == reading.flags.end())
        reading.flags.emplace_back(name);
}

void applyFloor(Reading& reading, int status)
{
    const auto floor = status >= 500     ? HealthLevel::Critical
        : status == 408 || status == 429 ? HealthLevel::Degraded
                                         : HealthLevel::Healthy;
    const bool ok = (status >= 200 && status < 300) || status == 304;
    if (!reading.level) {
        if (floor != HealthLevel::Healthy)
            reading.level = floor;
        return;
    }
    const auto level = worse(*reading.level, floor);
    if (level != *reading.level || (ok && level == HealthLevel::Unavailable))
        flag(reading, "http-body-disagree");
    reading.level = level;
}

std::optional<HealthLevel> levelOf(const std::vector<Component>& components)
{
    std::size_t healthy = 0;
    std::size_t unavailable = 0;
    std::size_t known = 0;
    for (const auto& component : components) {
        known += component.level != HealthLevel::Unknown;
        healthy += component.level == HealthLevel::Healthy;
        unavailable += component.level == HealthLevel::Unavailable;
    }
    if (known == 0)
        return std::nullopt;
    if (healthy == known)
        return HealthLevel::Healthy;
    return unavailable == known ? HealthLevel::Unavailable : HealthLevel::Degraded;
}

void applyMasking(Reading& reading, const std::vector<bool>& deliberate)
{
    if (reading.level != HealthLevel::Healthy)
        return;
    for (std::size_t i = 0; i < reading.components.size(); ++i) {
        const auto level = reading.components[i].level;
        if (level != HealthLevel::Healthy && level != HealthLevel::Unknown && !deliberate[i]) {
            reading.level = HealthLevel::Degraded;
            flag(reading, "masked");
        }
    }
}

} // namespace rungwatch::formats
