// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/state.h"

#include "rungwatch/base/codec.h"

#include <mutex>

namespace rungwatch::fleet {

namespace {

/// Of keyframe after keyframe it is the same text, and of a large fleet reading it takes as long as all else: the one
/// that was read last is used again while somebody still has it.
Result<std::shared_ptr<const Policy>> policyOf(const std::string& text)
{
    static std::mutex mutex;
    static std::weak_ptr<const Policy> last;
    {
        const std::scoped_lock lock(mutex);
        if (auto known = last.lock(); known && known->text == text)
            return known;
    }
    auto read = parsePolicy(text);
    if (!read)
        return read.error();
    auto policy = std::make_shared<const Policy>(std::move(read).value());
    const std::scoped_lock lock(mutex);
    last = policy;
    return policy;
}

} // namespace

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
    auto policy = policyOf(state->session->policyText);
    if (!policy)
        return policy.error();
    if (endpointsOf(**policy).size() != state->endpoints.size() || (*policy)->services.size() != state->services.size())
        return Error{"damaged", "the keyframe's parts are not those of its fleet file", {}};
    state.value().policy = std::move(policy).value();
    return state;
}

} // namespace rungwatch::fleet
