// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// Without a byte order mark and outer blanks.
[[nodiscard]] std::string_view trimmedBody(std::string_view body);

/// The answer's JSON, taken out of its envelope once (FORMATS 2.2). `text` is its trimmed body. What was odd about it
/// is in the document's flags; errors are "bad-json" and "too-large".
[[nodiscard]] Result<Document> jsonDocument(const Answer& answer, std::string_view text);

} // namespace rungwatch::formats
