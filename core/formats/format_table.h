// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

#include <span>

namespace rungwatch::formats {

/// What a format's reader is given: the parsed JSON, or the text alone.
enum class Takes { Text, Json };

/// One way to read an answer. A later format is one new file, with `looksLikeX` and `readX`, and one line in the table.
struct Format {
    /// As a fleet file pins it. A format that comes as text and as JSON has two lines of one name.
    std::string_view name;
    Takes takes;
    /// Whether an answer without a pin is of this format; asked only where everything above said no.
    bool (*matches)(const Document&);
    Result<Reading> (*read)(const Document&);
};

/// In the order of FORMATS 3: the first that matches wins.
[[nodiscard]] std::span<const Format> formatTable();

/// The format of that name for this kind of body, else one of that name for the other kind, else null.
[[nodiscard]] const Format* formatNamed(std::string_view name, Takes preferred);

} // namespace rungwatch::formats
