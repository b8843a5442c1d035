// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rungwatch {

/// The form in which two queries are compared: A to Z in lower case, ASCII white space (space, tab, line feed, vertical
/// tab, form feed, carriage return) trimmed at both ends and every run of it one space. All other bytes stay as they
/// are, whatever script or encoding they belong to, so the form is the same on every machine and in every locale.
[[nodiscard]] std::string normalisedQuery(std::string_view query);

} // namespace rungwatch
