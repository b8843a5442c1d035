// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/formats/reading_parts.h"

namespace rungwatch::formats {

/// How the two kinds of metrics text differ (FORMATS 7.1, 7.2).
enum class Dialect {
    /// Time stamps in milliseconds; any comment is a comment.
    Prometheus,
    /// Time stamps in seconds; ends with `# EOF`.
    OpenMetrics,
};

struct Exposition {
    /// In the order of their first line. A series that comes twice has its last value.
    std::vector<Sample> samples;
    /// By family: "counter", "gauge", "stateset".
    std::map<std::string, std::string> types;
    /// `# EOF` was there.
    bool eof{false};
    bool dataAfterEof{false};
    /// The last line was cut.
    bool truncatedTail{false};
    /// Lines that were meant as samples and can't be read.
    std::size_t badLines{0};
};

/// More series than this are "too-large".
inline constexpr std::size_t maxSamples{200'000};

/// Reads metrics text line by line; a line that can't be read is counted and skipped. Errors: "bad-exposition" where
/// more lines fail than succeed or none succeeds, "too-large".
[[nodiscard]] Result<Exposition> parseExposition(std::string_view body, Dialect dialect);

/// One whole line as a sample; nothing where it is none. A prefix that fits is not enough: any sentence has one.
[[nodiscard]] std::optional<Sample> sampleFrom(std::string_view line, Dialect dialect);

/// NaN and infinities in any case, decimal numbers; the whole text.
[[nodiscard]] std::optional<double> metricNumber(std::string_view text);

} // namespace rungwatch::formats
