// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/flag_value.h"

#include "rungwatch/base/codec.h"

namespace rungwatch::formats {

namespace {

/// As deep as the parser lets a document be.
void write(JsonWriter& writer, const JsonValue& value)
{
    switch (value.kind) {
    case JsonValue::Kind::Null:
        return writer.null();
    case JsonValue::Kind::Boolean:
        return writer.boolean(value.boolean);
    case JsonValue::Kind::Number:
        return value.whole ? writer.write(*value.whole) : writer.number(value.number);
    case JsonValue::Kind::Text:
        return writer.text(value.text);
    case JsonValue::Kind::Array:
        writer.beginArray();
        for (const auto& item : value.items)
            write(writer, item);
        return writer.end();
    case JsonValue::Kind::Object:
        writer.beginObject();
        for (const auto* member : membersOf(&value)) {
            writer.key(member->key);
            write(writer, member->value);
        }
        return writer.end();
    }
}

} // namespace

std::string jsonTextOf(const JsonValue* value)
{
    if (!value || value->isNull())
        return {};
    JsonWriter writer;
    write(writer, *value);
    return writer.str();
}

} // namespace rungwatch::formats
