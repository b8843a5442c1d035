// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.11: Caddy's list of upstreams; its limit of failures is not shown, so a failing one is never down.
[[nodiscard]] bool looksLikeCaddyUpstreams(const Document& document);
[[nodiscard]] Result<Reading> readCaddyUpstreams(const Document& document);

} // namespace rungwatch::formats
