// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/simulate/read_value.h"

#include "rungwatch/simulate/json_text.h"

namespace rungwatch::simulate {

namespace {

bool isEmpty(const JsonValue& value)
{
    switch (value.kind) {
    case JsonValue::Kind::Null:
        return true;
    case JsonValue::Kind::Text:
        return value.text.empty();
    case JsonValue::Kind::Array:
        return value.items.empty();
    case JsonValue::Kind::Object:
        return value.members.empty();
    case JsonValue::Kind::Boolean:
    case JsonValue::Kind::Number:
        return false;
    }
    return true;
}

} // namespace

std::optional<std::string> readValue(StrictObject& object, std::string_view key, bool required)
{
    const auto* value = object.anything(key, required);
    if (!value)
        return std::nullopt;
    if (isEmpty(*value))
        return std::string();
    JsonWriter text;
    writeJson(text, *value);
    return text.str();
}

void writeValue(JsonWriter& out, const std::optional<std::string>& value)
{
    if (!value || value->empty())
        return out.null();
    // What was written as JSON reads as JSON; a text that isn't would be a fault of this file, and is shown as it is.
    if (const auto document = parseJson(*value))
        writeJson(out, document->root);
    else
        out.text(*value);
}

} // namespace rungwatch::simulate
