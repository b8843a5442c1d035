// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 9.1: the flags of a flagd file. One that breaks the schema makes the file invalid for its own evaluator, so
/// it is the error "bad-flag" that names each such flag.
[[nodiscard]] bool looksLikeFlagdDefinition(const Document& document);
[[nodiscard]] Result<Reading> readFlagdDefinition(const Document& document);

} // namespace rungwatch::formats
