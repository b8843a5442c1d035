// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/aspnet_health_ui.h"

#include "rungwatch/formats/dotnet_time_span.h"
#include "rungwatch/formats/health_draft.h"

namespace rungwatch::formats {

namespace {

/// Serializer settings decide between "entries" and "Entries": names are compared by their letters (FORMATS 4.4).
const JsonValue* anyCase(const JsonValue* object, std::string_view lettersInLowerCase)
{
    if (!object || !object->isObject())
        return nullptr;
    for (auto member = object->members.rbegin(); member != object->members.rend(); ++member)
        if (member->key.size() == lettersInLowerCase.size() && normalisedWord(member->key) == lettersInLowerCase)
            return &member->value;
    return nullptr;
}

std::string textIn(const JsonValue* value)
{
    return value && value->isText() ? value->text : std::string{};
}

std::optional<Duration> durationIn(const JsonValue* value)
{
    if (value && value->isText())
        return fromTimeSpan(value->text);
    if (value && value->whole && *value->whole >= 0)
        return fromTimeSpan(std::to_string(*value->whole));
    return std::nullopt;
}

struct Status {
    std::string word;
    LevelWord level;
};

/// A word, or the enum's number where no converter is set up: zero is the bad one.
std::optional<Status> statusIn(const JsonValue* value)
{
    if (value && value->isText() && !value->text.empty())
        return Status{value->text, generalLevel(value->text)};
    if (!value || value->kind != JsonValue::Kind::Number)
        return std::nullopt;
    switch (value->whole.value_or(-1)) {
    case 0:
        return Status{"0", {HealthLevel::Unavailable}};
    case 1:
        return Status{"1", {HealthLevel::Degraded}};
    case 2:
        return Status{"2", {HealthLevel::Healthy}};
    default:
        return Status{value->whole ? std::to_string(*value->whole) : "a number", {HealthLevel::Unknown, true}};
    }
}

Component& addEntry(HealthDraft& draft, std::string name, const JsonValue& entry)
{
    const auto status = statusIn(anyCase(&entry, "status")).value_or(Status{});
    auto& component = draft.part(std::move(name), status.word, status.level);
    component.latency = durationIn(anyCase(&entry, "duration"));
    const auto description = textIn(anyCase(&entry, "description"));
    addNote(component, description);
    const auto* exception = anyCase(&entry, "exception");
    auto thrown = textIn(exception);
    if (thrown.empty())
        thrown = textIn(anyCase(exception, "message"));
    if (thrown != description)
        addNote(component, thrown);
    return component;
}

/// An entry may be a report itself: its entries follow it, under its name.
void addEntries(HealthDraft& draft, const std::string& prefix, const JsonValue* report)
{
    for (const auto* member : membersOf(anyCase(report, "entries"))) {
        const auto name = prefix + member->key;
        addEntry(draft, name, member->value);
        addEntries(draft, name + "/", &member->value);
    }
}

} // namespace

bool looksLikeAspnetHealthUi(const Document& document)
{
    const auto* entries = anyCase(&document.root, "entries");
    return (entries && entries->isObject()) || anyCase(&document.root, "totalduration");
}

Result<Reading> readAspnetHealthUi(const Document& document)
{
    const auto* root = &document.root;
    HealthDraft draft(document, "aspnet-health-ui");
    if (const auto status = statusIn(anyCase(root, "status")))
        draft.verdict(status->level);
    draft.reading().total = durationIn(anyCase(root, "totalduration"));

    addEntries(draft, {}, root);
    if (const auto* checks = anyCase(root, "checks"); checks && checks->isArray()) {
        EntryNames names;
        for (std::size_t i = 0; i < checks->items.size(); ++i)
            addEntry(draft, names.of(textIn(anyCase(&checks->items[i], "name")), i), checks->items[i]);
    }
    draft.flagNoChecks();
    return draft.finish();
}

} // namespace rungwatch::formats
