// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/ladder/rung.h"

namespace rungwatch {

/// Where a request stands in a person's queue.
struct QueuePlace {
    /// From 1.
    std::uint64_t position{1};
    /// Absent: not known, and then not guessed.
    std::optional<Duration> wait;

    bool operator==(const QueuePlace&) const = default;
};

/// Another way to what is missing.
struct OtherPath {
    enum class Kind { Link, Contact };
    friend constexpr std::array<std::string_view, 2> enumNames(Kind) { return {"link", "contact"}; }

    Kind kind{Kind::Link};
    /// "https://...", "http://...", a path of the same site ("/help"), "mailto:..." or "tel:...". No other scheme.
    std::string target;

    bool operator==(const OtherPath&) const = default;
    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("kind", self.kind);
        visit("target", self.target);
    }
};

/// What a customer is told at the end of a ladder: which capability is missing, and what there is instead. It is made
/// from what the feature's owner wrote and from the queue, and is never given an error: no internal text can leak.
struct HonestMessage {
    /// Plain text, never empty.
    std::string text;
    std::vector<OtherPath> otherPaths;
    std::optional<QueuePlace> place;

    bool operator==(const HonestMessage&) const = default;
};

/// The paths in a rung's `otherPath`, several parted by white space. What is none of OtherPath's kinds (a script, a
/// word) is left out.
[[nodiscard]] std::vector<OtherPath> otherPathsOf(std::string_view otherPath);

/// `rung.message`, or, where nobody wrote one, that `capability` ("refund_eligibility") is not available; then the
/// place in the queue with its wait in whole minutes, rounded up; then the first other path where the text so far does
/// not name it.
[[nodiscard]] HonestMessage honestMessage(
    std::string_view capability, const Rung& rung, std::optional<QueuePlace> place = std::nullopt);

} // namespace rungwatch
