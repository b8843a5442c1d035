// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/breaker_words.h"

namespace rungwatch::formats {

/// FORMATS 5.3: breakers as programs export them by hand, a list or a map of objects with a `state`. gobreaker and
/// cockatiel are told by what stands beside it; any other library's numbers need a pin with its name.
[[nodiscard]] bool looksLikeBreakerJson(const Document& document);
[[nodiscard]] Result<Reading> readBreakerJson(const Document& document);

[[nodiscard]] Result<Reading> readBreakersOf(const Document& document, StateNumbers library);
/// The reader of a pin that names the library: "breaker-json:failsafe-go".
template <StateNumbers library> [[nodiscard]] Result<Reading> readBreakersPinned(const Document& document)
{
    return readBreakersOf(document, library);
}

} // namespace rungwatch::formats
