// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 3, row 8: a page for people where data was asked for.
[[nodiscard]] bool looksLikeHtml(const Document& document);
/// A proxy's error page says that what is behind it does not answer; a page under any other status says nothing and is
/// "html-instead-of-data".
[[nodiscard]] Result<Reading> readHtml(const Document& document);

/// Row 33: a framework's own error, whose `status` is the HTTP code and no health word.
[[nodiscard]] bool looksLikeErrorDocument(const Document& document);
[[nodiscard]] Result<Reading> readErrorDocument(const Document& document);

} // namespace rungwatch::formats
