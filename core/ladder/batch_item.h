// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/clock.h"
#include "rungwatch/base/failure_class.h"
#include "rungwatch/base/result.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace rungwatch {

struct BatchOptions {
    /// Items that wait or are under way; 1 to 1,000,000.
    std::size_t maxItems{10'000};
    /// Attempts at an item before it is a dead letter; 1 to 100.
    std::uint32_t maxAttempts{5};
    /// At least maxItems, at most 1,000,000: whatever is accepted has room here.
    std::size_t maxDeadLetters{10'000};
    /// More dead letters than this raise the alert; below maxDeadLetters.
    std::size_t alertAbove{100};
    /// An attempt that has not ended by then is taken for lost, over when elapsed >= lease; 1 s to 7 days.
    Duration lease{std::chrono::minutes{15}};

    /// The first setting out of its range, by its fleet-file name.
    [[nodiscard]] std::optional<Error> fault() const;
};

/// Why one attempt at an item came to nothing.
struct BatchError {
    /// From 1.
    std::uint32_t attempt{1};
    WallTime at;
    FailureClass failure;
    /// Plain text, for people.
    std::string message;

    bool operator==(const BatchError&) const = default;
};

struct BatchItem {
    using Id = std::uint64_t;

    Id id{0};
    std::string payload;
    /// Begun so far. Never begins anew, so that a late result is never taken for that of another attempt.
    std::uint32_t attempts{0};
    /// The number of the last one it may have; a revival raises it.
    std::uint32_t lastAttempt{0};
    /// Of all attempts, those before a revival among them: the last 100 of them.
    std::vector<BatchError> errors;
    /// While an attempt is under way: by when it has to have ended.
    std::optional<SteadyTime> leasedUntil;
    /// When its dead letter was written.
    std::optional<WallTime> died;

    bool operator==(const BatchItem&) const = default;
};

} // namespace rungwatch
