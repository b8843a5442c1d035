// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/places.h"

#include "rungwatch/base/hash.h"

#include <algorithm>

namespace rungwatch::fleet {

std::optional<std::size_t> serviceIndex(const Policy& policy, std::string_view service)
{
    const auto found = std::find_if(policy.services.begin(), policy.services.end(),
        [&](const ServicePolicy& candidate) { return candidate.name == service; });
    if (found == policy.services.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - policy.services.begin());
}

std::optional<std::size_t> endpointIndex(const Policy& policy, std::string_view name)
{
    const auto slash = name.find('/'); // no service's name holds one
    if (slash == std::string_view::npos)
        return std::nullopt;
    std::size_t index = 0;
    for (const auto& service : policy.services) {
        if (service.name == name.substr(0, slash)) {
            for (const auto& source : service.sources) {
                if (source.name == name.substr(slash + 1))
                    return index;
                ++index;
            }
            return std::nullopt;
        }
        index += service.sources.size();
    }
    return std::nullopt;
}

const ServicePolicy& serviceOf(const Policy& policy, EndpointRef ref)
{
    return policy.services[ref.service];
}

const SourcePolicy& sourceOf(const Policy& policy, EndpointRef ref)
{
    return policy.services[ref.service].sources[ref.source];
}

std::string_view hostOf(std::string_view url)
{
    if (const auto scheme = url.find("://"); scheme != std::string_view::npos)
        url.remove_prefix(scheme + 3);
    url = url.substr(0, url.find_first_of("/?#"));
    const auto colon = url.rfind(':');
    const bool hasPort = colon != std::string_view::npos && url.find(']', colon) == std::string_view::npos;
    return hasPort ? url.substr(0, colon) : url;
}

breaker::Outcome outcomeOf(const PollResult& result)
{
    switch (result.transport) {
    case Transport::None:
    case Transport::TooLarge: // it did answer
    case Transport::Redirect:
        return {breaker::Verdict::Success, result.latency};
    case Transport::NotSent: // says nothing of the service
        return {breaker::Verdict::Ignored, result.latency};
    case Transport::Refused:
    case Transport::Timeout:
    case Transport::Dns:
    case Transport::Tls:
    case Transport::Reset:
    case Transport::Failed:
    case Transport::ExpiredCertificate:
    case Transport::WrongHostName:
    case Transport::UntrustedAuthority:
    case Transport::BrokeOff:
        break;
    }
    return {breaker::Verdict::Failure, result.latency};
}

bool isGood(const PollResult& result, const EndpointState& endpoint)
{
    return result.transport == Transport::None && result.errorCode.empty()
        && (result.reading || (result.unchanged && endpoint.everRead));
}

bool tellsOfAFeature(const Policy& policy, EndpointRef ref)
{
    const auto& service = serviceOf(policy, ref);
    const auto& source = sourceOf(policy, ref);
    return std::any_of(policy.features.begin(), policy.features.end(), [&](const FeaturePolicy& feature) {
        return feature.service == service.name && feature.cacheSource == source.name;
    });
}

std::optional<SteadyTime> obtainedAtOf(const Reading& reading, SteadyTime arrived, bool ofAFeature)
{
    if (ofAFeature)
        return arrived;
    if (std::find(reading.flags.begin(), reading.flags.end(), "age-unknown") != reading.flags.end())
        return std::nullopt;
    const auto& cache = reading.cacheAge;
    // An age in the body is that of the data in it; one by `Date` is as wrong as the service's clock.
    const bool counts = cache && cache->age && (cache->from == "Age" || cache->from == "Cache-Status");
    return counts ? saturatingAdd(arrived, -*cache->age) : arrived;
}

SteadyTime firstSlot(std::uint64_t seed, const std::string& endpoint, Duration interval, SteadyTime sessionStart)
{
    const auto chance = draw(seed, endpoint, 0) % static_cast<std::uint64_t>(interval.count());
    const auto quanta = static_cast<std::int64_t>(chance) / tickQuantum.count();
    return saturatingAdd(sessionStart, tickQuantum * quanta);
}

SteadyTime slotAfter(SteadyTime slot, Duration interval, SteadyTime now)
{
    if (slot > now)
        return slot;
    return saturatingAdd(slot, interval * ((now - slot) / interval + 1));
}

} // namespace rungwatch::fleet
