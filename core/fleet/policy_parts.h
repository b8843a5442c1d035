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

/// With the URL; the name follows from its service.
[[nodiscard]] SourcePolicy readSource(const JsonValue& value, const std::string& pointer, Faults& faults);
/// Everything of a source but its kind and its URL. `https`: whether there is a TLS to speak of.
void readSourceTerms(StrictObject& object, bool https, SourcePolicy& source, Faults& faults);
/// Who asks: bearer, basic and tls.
void readAccess(StrictObject& object, bool https, SourcePolicy& source, Faults& faults);
/// An http or https URL with a host, without blanks and secrets.
[[nodiscard]] std::string readUrl(StrictObject& object, std::string_view key);

[[nodiscard]] TargetsPolicy readTargets(const JsonValue& value, const std::string& pointer, Faults& faults);

/// The mapping of counters onto rungs, of the feature that `feature` is; `service` is null where it is not known.
[[nodiscard]] std::optional<TrafficPolicy> readTraffic(
    StrictObject& feature, const Ladder& ladder, const ServicePolicy* service, Faults& faults);
void readCache(StrictObject& object, const ServicePolicy* service, FeaturePolicy& feature, Faults& faults);

/// A name that stands in addresses (`SERVICE/NAME`): not empty, no "/", no control character. `key` is where it stands.
void checkName(StrictObject& object, std::string_view key, const std::string& name);

} // namespace rungwatch::fleet
