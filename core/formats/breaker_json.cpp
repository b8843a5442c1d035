// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/breaker_json.h"

#include "rungwatch/formats/level_words.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

/// Go writes its fields with a capital: "State" is `state`.
const JsonValue* fieldOf(const JsonValue& entry, std::string_view plainName)
{
    const JsonValue* found = nullptr;
    if (entry.isObject())
        for (const auto& member : entry.members)
            if (normalisedWord(member.key) == plainName)
                found = &member.value;
    return found;
}

bool isBreaker(const JsonValue& entry)
{
    const auto* state = fieldOf(entry, "state");
    return state && (state->isText() || state->kind == JsonValue::Kind::Number);
}

/// By what only that library's state has beside it.
StateNumbers libraryOf(const JsonValue& entry)
{
    if (const auto* counts = fieldOf(entry, "counts");
        counts && fieldOf(*counts, "totalsuccesses") && fieldOf(*counts, "consecutivefailures"))
        return StateNumbers::Gobreaker;
    const auto* json = objectAt(&entry, "json");
    return json && json->has("ownState") ? StateNumbers::Cockatiel : StateNumbers::Unnamed;
}

struct Named {
    std::string name;
    const JsonValue* value;
};

std::vector<Named> entriesOf(const JsonValue& root)
{
    std::vector<Named> entries;
    EntryNames names;
    for (std::size_t i = 0; i < root.items.size(); ++i) {
        const auto& item = root.items[i];
        const auto* name = fieldOf(item, "name");
        if (isBreaker(item))
            entries.push_back({names.of(name && name->isText() ? name->text : std::string{}, i), &item});
    }
    for (const auto* member : membersOf(&root))
        if (isBreaker(member->value))
            entries.push_back({member->key, &member->value});
    return entries;
}

/// A word beside the number needs no library's table.
StateWord stateOf(const JsonValue& entry, StateNumbers library)
{
    for (const auto key : {"statetext", "statename"})
        if (const auto* text = fieldOf(entry, key); text && text->isText())
            if (const auto word = breakerWord(text->text); word.known())
                return word;
    return breakerState(fieldOf(entry, "state"), library);
}

} // namespace

bool looksLikeBreakerJson(const Document& document)
{
    const auto& root = document.root;
    return std::any_of(root.items.begin(), root.items.end(), isBreaker)
        || std::any_of(
            root.members.begin(), root.members.end(), [](const JsonMember& member) { return isBreaker(member.value); });
}

Result<Reading> readBreakerJson(const Document& document)
{
    const auto entries = entriesOf(document.root);
    auto library = StateNumbers::Unnamed;
    for (const auto& entry : entries) {
        const auto own = libraryOf(*entry.value);
        if (own == StateNumbers::Unnamed || own == library)
            continue;
        if (library != StateNumbers::Unnamed)
            return readBreakersOf(document, StateNumbers::Unnamed); // two libraries: neither speaks for the others
        library = own;
    }
    return readBreakersOf(document, library);
}

Result<Reading> readBreakersOf(const Document& document, StateNumbers library)
{
    const auto entries = entriesOf(document.root);
    if (entries.empty())
        return Error{"unknown-format", "no breaker with a state", {}};
    if (entries.size() > maxComponents)
        return Error{"too-large", "more than 5000 breakers", {}};
    Reading reading;
    reading.format = "breaker-json";
    reading.profile = nameOf(library);
    reading.flags = document.flags;
    for (const auto& [name, entry] : entries) {
        BreakerReading breaker;
        breaker.name = name;
        setState(breaker, stateOf(*entry, library), reading);
        reading.breakers.push_back(std::move(breaker));
    }
    reading.level = levelOf(reading.breakers);
    return reading;
}

} // namespace rungwatch::formats
