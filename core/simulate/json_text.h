// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/codec.h"
#include "rungwatch/base/located_json.h"

namespace rungwatch::simulate {

/// A value of the script as it was written, but for white space; whole numbers keep their digits.
void writeJson(JsonWriter& out, const JsonValue& value);

} // namespace rungwatch::simulate
