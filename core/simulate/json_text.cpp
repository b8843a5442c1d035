// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/simulate/json_text.h"

namespace rungwatch::simulate {

void writeJson(JsonWriter& out, const JsonValue& value)
{
    switch (value.kind) {
    case JsonValue::Kind::Null:
        return out.null();
    case JsonValue::Kind::Boolean:
        return out.boolean(value.boolean);
    case JsonValue::Kind::Number:
        return value.whole ? out.write(*value.whole) : out.number(value.number);
    case JsonValue::Kind::Text:
        return out.text(value.text);
    case JsonValue::Kind::Array:
        out.beginArray();
        for (const auto& item : value.items)
            writeJson(out, item);
        return out.end();
    case JsonValue::Kind::Object:
        out.beginObject();
        for (const auto& member : value.members) {
            out.key(member.key);
            writeJson(out, member.value);
        }
        return out.end();
    }
}

} // namespace rungwatch::simulate
