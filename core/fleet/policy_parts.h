// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/strict_object.h"
#include "rungwatch/fleet/policy.h"

/// \file
/// The parts of a fleet file, each read at its pointer; what is wrong goes to `faults`.

namespace rungwatch::fleet {

[[nodiscard]] ServicePolicy readService(const JsonValue& value, const std::string& pointer, Faults& faults);
[[nodiscard]] breaker::Options readBreaker(const JsonValue& value, const std::string& pointer, Faults& faults);

/// `services` are those of the same file: a feature and its rungs may name no others.
[[nodiscard]] FeaturePolicy readFeature(
    const JsonValue& value, const std::string& pointer, const std::vector<ServicePolicy>& services, Faults& faults);

/// A name that stands in addresses (`SERVICE/NAME`): not empty, no "/", no control character. `key` is where it stands.
void checkName(StrictObject& object, std::string_view key, const std::string& name);

/// One of an enum's words; another is a fault that lists them. `fallback` absent: the key is required.
template <NamedEnum E>
[[nodiscard]] E readWord(StrictObject& object, std::string_view key, std::optional<E> fallback = std::nullopt)
{
    const auto word = object.text(
        key, fallback ? std::optional<std::string>(std::string(nameOf(*fallback))) : std::optional<std::string>());
    if (const auto value = enumFromName<E>(word))
        return *value;
    std::string expected;
    for (const auto name : enumNames(E{}))
        expected += (expected.empty() ? "" : ", ") + std::string(name);
    if (object.has(key))
        object.fault(key, "expected one of " + expected + ", found \"" + word + "\"");
    return fallback.value_or(E{});
}

} // namespace rungwatch::fleet
