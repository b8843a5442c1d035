// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rungwatch::formats {

/// Comma-separated rows, one at a time. A field may stand in quotes, with `""` for a quote and commas and line breaks
/// as they are. Quotes that are never closed end with the text.
class CsvRows {
public:
    explicit CsvRows(std::string_view text)
        : m_rest(text)
    {
    }

    /// The next row, also an empty one; false after the last.
    [[nodiscard]] bool next(std::vector<std::string>& row);

private:
    std::string field();

    std::string_view m_rest;
};

} // namespace rungwatch::formats
