// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/result.h"

#include <cstddef>
#include <string>

namespace rungwatch::cli {

/// The body behind a `Content-Encoding` (gzip, deflate, identity, none). Errors: "bad-data" for bytes that are not of
/// that encoding, "too-large" past `limit` bytes.
[[nodiscard]] Result<std::string> decodedBody(std::string body, const std::string& encoding, std::size_t limit);

} // namespace rungwatch::cli
