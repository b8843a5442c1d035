// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/exposition.h"
#include "rungwatch/formats/reading.h"

#include <unordered_map>

namespace rungwatch::formats {

/// Turns the metric names of known libraries and proxies into breakers and components (FORMATS 5, 6, 7). What only
/// counts events leaves its breakers' states unknown. `reading.profile` is whose names they are, "none" for nobody's.
/// Gives a level where a profile has a verdict; metrics alone have none.
void applyMetricsProfiles(const Exposition& exposition, Reading& reading);

/// The same by the names of one library only, where the fleet file says whose they are; what others' names gave is
/// taken back. `preset`: resilience4j, opossum, polly, envoy, istio, haproxy, fault-tolerance, blackbox.
void applyMetricsPreset(std::string_view preset, Reading& reading);

/// What the profiles add to, with its breakers found by name.
struct ProfileOutput {
    Reading& reading;
    std::unordered_map<std::string, std::size_t> places{};

    /// The breaker of that name, made where it is not there yet.
    [[nodiscard]] BreakerReading& breaker(const std::string& name);
};

// The profiles, a file or a part of one each; each does nothing where it finds nothing of its own and says whether it
// did.
bool applyResilience4jMetrics(const std::vector<Sample>& samples, ProfileOutput& out);
bool applyOpossumMetrics(const std::vector<Sample>& samples, ProfileOutput& out);
bool applyPollyMetrics(const std::vector<Sample>& samples, ProfileOutput& out);
bool applyFaultToleranceMetrics(const std::vector<Sample>& samples, ProfileOutput& out);
bool applyEnvoyMetrics(const std::vector<Sample>& samples, ProfileOutput& out);
bool applyIstioMetrics(const std::vector<Sample>& samples, ProfileOutput& out);
bool applyHaproxyMetrics(const std::vector<Sample>& samples, ProfileOutput& out);
bool applyBlackboxMetrics(const std::vector<Sample>& samples, ProfileOutput& out);

/// A label's value, empty where there is none.
[[nodiscard]] std::string labelOf(const Sample& sample, const std::string& name);

/// A counter's value; nothing for NaN, infinity and below zero.
[[nodiscard]] std::optional<std::uint64_t> countOf(const Sample& sample);

/// One series a state, 1 for the present one: collects them and finds the state of each breaker.
class StateSeries {
public:
    void add(const std::string& breaker, const std::string& word, double value);
    /// Breakers for which no state has 1, or two have, are not known.
    void apply(ProfileOutput& out) const;
    [[nodiscard]] bool empty() const { return m_order.empty(); }

private:
    std::vector<std::string> m_order;
    std::map<std::string, std::vector<std::string>> m_present;
};

} // namespace rungwatch::formats
