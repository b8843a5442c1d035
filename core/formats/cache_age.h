// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 10: how old an answer is by its headers. Nothing where no header speaks of caching, and for a 5xx, which has
/// no age. An age that no source tells is absent: a cache that rewrites `Date` makes a stale copy look new.
[[nodiscard]] std::optional<CacheAge> cacheAgeFrom(const Answer& answer);

/// Whether a cache stood in between and does not say how old what it gave is: the flag "age-unknown".
[[nodiscard]] bool ageIsHidden(const Answer& answer, const CacheAge& cache);

} // namespace rungwatch::formats
