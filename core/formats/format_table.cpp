// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/format_table.h"

#include "rungwatch/formats/error_document.h"
#include "rungwatch/formats/rungwatch_telemetry.h"
#include "rungwatch/formats/seed_health.h"

namespace rungwatch::formats {

namespace {

/// The number behind each line is its row in FORMATS 3. Keep them in that order.
constexpr Format table[]{
    // Text
    {"error-document", Takes::Text, looksLikeHtml, readHtml}, // 8
    // JSON
    {"rungwatch-telemetry", Takes::Json, looksLikeTelemetry, readTelemetry}, // 0
    {"seed-health", Takes::Json, looksLikeSeedHealth, readSeedHealth}, // 27
};

} // namespace

std::span<const Format> formatTable()
{
    return table;
}

const Format* formatNamed(std::string_view name, Takes preferred)
{
    const Format* other = nullptr;
    for (const auto& format : table) {
        if (format.name != name)
            continue;
        if (format.takes == preferred)
            return &format;
        other = &format;
    }
    return other;
}

} // namespace rungwatch::formats
