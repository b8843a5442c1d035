// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rungwatch {

/// A to Z in lower case, ASCII white space (space, tab, line feed, vertical tab, form feed, carriage return) trimmed at
/// both ends and every run of it one space. All other bytes stay as they are, whatever script or encoding they belong
/// to, so the form is the same on every machine and in every locale.
[[nodiscard]] std::string normalisedText(std::string_view text);

/// The form in which two queries are the same: normalisedText() without the marks . , ; : ! ? " ' at both ends. Marks
/// within stay, and so do they where there is nothing else.
[[nodiscard]] std::string normalisedQuery(std::string_view query);

} // namespace rungwatch
