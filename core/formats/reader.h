// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/formats/reading.h"

#include <map>

namespace rungwatch::formats {

/// One HTTP answer as it came. Header names in lower case.
struct Answer {
    std::string_view body;
    int status{200};
    std::map<std::string, std::string> headers;
    /// How long the request took; part of the age of what it brought.
    Duration took{0};
    /// When it came, by the console's wall clock; without it no age is taken from a `Date`.
    std::optional<WallTime> receivedAt{};
};

/// Bytes in; a Reading out, or an Error whose code is one of FORMATS 2.6 ("bad-json", "unknown-format", "too-large").
/// Pure and thread-safe; never throws on any bytes.
using Reader = Result<Reading> (*)(const Answer&);

/// Reads with the format that `pin` names, or recognises it where `pin` is "auto" or empty.
/// An unknown pin is the error "unknown-format".
[[nodiscard]] Result<Reading> read(const Answer& answer, std::string_view pin);

/// Whether a fleet file may name this format.
[[nodiscard]] bool isFormat(std::string_view name);

} // namespace rungwatch::formats
