// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/admission/share.h"

namespace rungwatch::admission {

/// What became of one feature's demand. Together they are the demand.
struct Admitted {
    std::int64_t granted{0};
    std::int64_t shed{0};

    bool operator==(const Admitted&) const = default;
};

/// Sheds the least critical first: each level of criticality gets all that it asks for before the next gets anything;
/// where a level does not fit, its features divide what is left as share() does, and every level below it is shed
/// whole. So that a small feature that matters is never crowded out by large ones that do not. Ranges as for share();
/// results come in the order of `demands`.
[[nodiscard]] std::vector<Admitted> admitByCriticality(std::int64_t capacity, const std::vector<Demand>& demands);

} // namespace rungwatch::admission
