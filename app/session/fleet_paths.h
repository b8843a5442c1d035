// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/policy.h"

#include <memory>

namespace rungwatch {

/// The policy as it is polled by: relative paths of secrets and certificates begin at the fleet file's folder, as its
/// `file_sd` patterns do, not where the console happens to have been started. Its text stays as it was written.
[[nodiscard]] std::shared_ptr<const fleet::Policy> withPathsFrom(
    const std::string& folder, const std::shared_ptr<const fleet::Policy>& policy);

} // namespace rungwatch
