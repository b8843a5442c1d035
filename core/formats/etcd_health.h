// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.11: etcd's /health, whose truth is a text.
[[nodiscard]] bool looksLikeEtcdHealth(const Document& document);
[[nodiscard]] Result<Reading> readEtcdHealth(const Document& document);

} // namespace rungwatch::formats
