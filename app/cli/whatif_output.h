// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/lab/what_if.h"

#include <string>

namespace rungwatch::cli {

/// A recording decided again.
struct WhatIf {
    std::vector<lab::WhatIfFeature> features;
    std::vector<lab::WhatIfBreaker> breakers;
    /// Polls from here on were too many to keep.
    std::optional<WallTime> breakersEndEarly;
};

[[nodiscard]] std::string whatIfText(const WhatIf& whatIf);
/// One object: features and breakers, each with "recorded", "what_if" and "differences".
[[nodiscard]] std::string whatIfJson(const WhatIf& whatIf);

} // namespace rungwatch::cli
