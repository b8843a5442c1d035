// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/codec.h"
#include "rungwatch/base/strict_object.h"

namespace rungwatch::simulate {

/// An answer in a script may be any JSON value; a cache holds it as text. Empty where it holds nothing: null, "", [] or
/// {}. Nothing at all where the member is absent (a fault where `required`).
[[nodiscard]] std::optional<std::string> readValue(StrictObject& object, std::string_view key, bool required);
/// The same value into what is written now; null where there is none or it is empty.
void writeValue(JsonWriter& out, const std::optional<std::string>& value);

} // namespace rungwatch::simulate
