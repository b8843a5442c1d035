// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/strict_object.h"
#include "rungwatch/fleet/policy.h"

/// \file
/// The parts of a fleet file, each read at its pointer; what is wrong goes to `faults`.

namespace rungwatch::fleet {

[[nodiscard]] ServicePolicy readService(const JsonValue& value, const std::string& pointer, Faults& faults);

/// `services` are those of the same file: a feature and its rungs may name no others.
[[nodiscard]] FeaturePolicy readFeature(
    const JsonValue& value, const std::string& pointer, const std::vector<ServicePolicy>& services, Faults& faults);

/// A name that stands in addresses (`SERVICE/NAME`): not empty, no "/", no control character. `key` is where it stands.
void checkName(StrictObject& object, std::string_view key, const std::string& name);

} // namespace rungwatch::fleet
