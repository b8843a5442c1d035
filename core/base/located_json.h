// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rungwatch {

struct JsonMember;

/// A JSON value that knows on which line of its text it stands.
struct JsonValue {
    enum class Kind { Null, Boolean, Number, Text, Array, Object };

    Kind kind{Kind::Null};
    /// Counted from 1. Of an object or array: the line of its opening bracket.
    int line{1};
    bool boolean{false};
    double number{0};
    /// The number where it was written as a whole one that 63 bits hold: counters stay exact.
    std::optional<std::int64_t> whole;
    std::string text; ///< Also the digits of a whole number that needs 64 bits.
    std::vector<JsonValue> items;
    /// In the order of the text. A key may come twice: find() gives the last.
    std::vector<JsonMember> members;

    [[nodiscard]] bool isNull() const { return kind == Kind::Null; }
    [[nodiscard]] bool isText() const { return kind == Kind::Text; }
    [[nodiscard]] bool isArray() const { return kind == Kind::Array; }
    [[nodiscard]] bool isObject() const { return kind == Kind::Object; }
    /// The member of that name, or null where there is none.
    [[nodiscard]] const JsonValue* find(std::string_view key) const;
    [[nodiscard]] bool has(std::string_view key) const { return find(key) != nullptr; }
};

struct JsonMember {
    std::string key;
    JsonValue value;
    /// The line of the key.
    int line{1};
};

struct JsonLimits {
    /// Nested arrays and objects, the outermost counting as 1.
    std::size_t depth{64};
    /// Values of every kind in the whole text.
    std::size_t values{200'000};
    /// Whether `//` and `/* */` are allowed, as in files that a person writes.
    bool comments{false};
    /// Whether text after the first complete value is an error.
    bool wholeText{true};
};

struct JsonDocument {
    JsonValue root;
    /// The first key that came a second time in its object, with its line; the later value counts.
    std::optional<std::string> duplicateKey;
    int duplicateLine{0};
    /// Something other than white space follows the value (only where JsonLimits::wholeText is off).
    bool trailing{false};
};

/// Reads one JSON value. Errors are "bad-json" (cut, malformed, invalid UTF-8, NaN, a number that no double holds) and
/// "too-large" (past a limit), with the line as their place. A leading byte order mark is skipped. Never throws.
[[nodiscard]] Result<JsonDocument> parseJson(std::string_view text, const JsonLimits& limits = {});

} // namespace rungwatch
