// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/flagd_definition.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

struct Definition {
    std::string key;
    const JsonValue* value;
};

std::vector<Definition> definitionsOf(const JsonValue& flags)
{
    std::vector<Definition> definitions;
    for (const auto* member : membersOf(&flags))
        definitions.push_back({member->key, &member->value});
    EntryNames names;
    for (std::size_t i = 0; i < flags.items.size(); ++i)
        definitions.push_back({names.of(textAt(&flags.items[i], "key"), i), &flags.items[i]});
    return definitions;
}

/// What breaks the schema; empty where nothing does. The states are upper case only.
std::string faultOf(const JsonValue& flag)
{
    if (!flag.isObject())
        return "is no object";
    if (const auto state = textAt(&flag, "state"); state != "ENABLED" && state != "DISABLED")
        return "has the state \"" + state + "\", expected ENABLED or DISABLED";
    const auto* variants = objectAt(&flag, "variants");
    if (!variants || variants->members.empty())
        return "has no variants";
    const auto kind = variants->members.front().value.kind;
    for (const auto& member : variants->members)
        if (member.value.kind != kind || kind == JsonValue::Kind::Null || kind == JsonValue::Kind::Array)
            return "has variants of more than one type";
    const auto* standard = flag.find("defaultVariant");
    if (standard && !standard->isNull() && !standard->isText())
        return "has a default variant that is no name";
    return {};
}

bool hasRules(const JsonValue& flag)
{
    const auto* targeting = objectAt(&flag, "targeting");
    return targeting && !targeting->members.empty();
}

/// Of a switch, where no rule could say otherwise.
std::optional<bool> enabledFor(const JsonValue& flag, const FlagReading& reading)
{
    if (reading.useCodeDefault || !reading.defaultVariant)
        return std::nullopt;
    const auto* value = objectAt(&flag, "variants")->find(*reading.defaultVariant);
    if (!value || value->kind != JsonValue::Kind::Boolean || (reading.targeted && !value->boolean))
        return std::nullopt;
    return value->boolean;
}

FlagReading flagFrom(const Definition& definition)
{
    const auto& value = *definition.value;
    FlagReading flag;
    flag.key = definition.key;
    flag.state = textAt(&value, "state");
    flag.targeted = hasRules(value);
    if (const auto* standard = value.find("defaultVariant"); standard && standard->isText())
        flag.defaultVariant = standard->text;
    flag.useCodeDefault = flag.state == "DISABLED" || (!flag.defaultVariant && !flag.targeted);
    flag.enabled = enabledFor(value, flag);
    if (flag.defaultVariant && !objectAt(&value, "variants")->has(*flag.defaultVariant)) {
        flag.error = "bad-flag";
        flag.note = "the default names no variant: \"" + *flag.defaultVariant + "\"";
    }
    return flag;
}

const JsonValue* flagsOf(const JsonValue& root)
{
    const auto* flags = root.isObject() ? root.find("flags") : nullptr;
    return flags && (flags->isObject() || flags->isArray()) ? flags : nullptr;
}

bool isDefinition(const JsonValue& value)
{
    return value.isObject() && (value.has("variants") || value.has("state"));
}

} // namespace

bool looksLikeFlagdDefinition(const Document& document)
{
    const auto* flags = flagsOf(document.root);
    return flags
        && (std::any_of(flags->items.begin(), flags->items.end(), isDefinition)
            || std::any_of(flags->members.begin(), flags->members.end(),
                [](const JsonMember& member) { return isDefinition(member.value); }));
}

Result<Reading> readFlagdDefinition(const Document& document)
{
    const auto* flags = flagsOf(document.root);
    if (!flags)
        return Error{"unknown-format", "no flags", "/flags"};
    const auto definitions = definitionsOf(*flags);
    if (definitions.size() > maxComponents)
        return Error{"too-large", "more than 5000 flags", "/flags"};

    Reading reading;
    reading.format = "flagd-definition";
    reading.flags = document.flags;
    std::string faults;
    for (const auto& definition : definitions) {
        if (const auto fault = faultOf(*definition.value); !fault.empty())
            faults += (faults.empty() ? "the flag " : "; ") + definition.key + ' ' + fault;
        else
            reading.flagList.push_back(flagFrom(definition));
    }
    if (!faults.empty())
        return Error{"bad-flag", faults, "/flags"};
    return reading;
}

} // namespace rungwatch::formats
