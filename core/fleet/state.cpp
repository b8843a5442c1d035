// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/state.h"

#include "rungwatch/base/codec.h"

namespace rungwatch::fleet {

std::string serialised(const FleetState& state)
{
    return encoded(state);
}

Result<FleetState> fromSerialised(std::string_view bytes)
{
    auto state = decoded<FleetState>(bytes);
    if (!state)
        return state.error();
    if (state->session->policyText.empty())
        return state; // before the first session
    auto policy = parsePolicy(state->session->policyText);
    if (!policy)
        return policy.error();
    if (endpointsOf(*policy).size() != state->endpoints.size() || policy->services.size() != state->services.size())
        return Error{"damaged", "the keyframe's parts are not those of its fleet file", {}};
    state.value().policy = std::make_shared<const Policy>(std::move(policy).value());
    return state;
}

} // namespace rungwatch::fleet
