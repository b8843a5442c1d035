// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/failure_class.h"
#include "rungwatch/base/strict_object.h"

namespace rungwatch::simulate {

/// How a call came out, as scripts write it: "ok", or a failure class. Absent: ok. Any other word is a fault.
[[nodiscard]] std::optional<FailureClass> readOutcome(StrictObject& object, std::string_view key);
/// The same of a word that stands in a list.
[[nodiscard]] std::optional<FailureClass> outcomeOf(
    std::string_view word, const JsonValue& value, const std::string& pointer, Faults& faults);

} // namespace rungwatch::simulate
