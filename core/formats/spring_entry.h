// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/health_draft.h"

/// \file
/// What every generation of Spring Boot's health document writes in the same way (FORMATS 4.3).

namespace rungwatch::formats {

/// The status word of a document or of one of its entries: a text, or an object with a code. Empty where there is none.
[[nodiscard]] std::string springStatus(const JsonValue* entry);
/// What it says beside its status.
[[nodiscard]] std::string springDescription(const JsonValue* entry);

/// Hystrix lists the names of its open circuits and no others.
void addHystrixBreakers(Reading& reading, const JsonValue* holder);
/// A resilience4j breaker among the details of an entry (FORMATS 5.1), or nothing where they are of another kind. The
/// state counts, not the entry's status, which the aggregator's rules have bent.
[[nodiscard]] std::optional<BreakerReading> springBreaker(const JsonValue* details, Reading& reading);

} // namespace rungwatch::formats
