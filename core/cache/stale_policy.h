// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"

namespace rungwatch {

/// How fresh an answer is, as its response says it.
enum class AnswerMode {
    Fresh, ///< From the dependency, now.
    Cached, ///< The last known good one, with its age.
    Simplified, ///< The static simplification, labelled as such, with the reason why there was nothing better.
};
constexpr std::array<std::string_view, 3> enumNames(AnswerMode)
{
    return {"fresh", "cached", "simplified"};
}

/// Why a stored answer may not be used.
enum class StaleRefusal { Empty, NoScope, OtherIdentity, OtherScope, AgeUnknown, AgeNegative, TooOld };
constexpr std::array<std::string_view, 7> enumNames(StaleRefusal)
{
    return {"empty", "no_scope", "other_identity", "other_scope", "age_unknown", "age_negative", "too_old"};
}

/// Whose answer: what was asked, and for whom. Two scopes never share an answer.
struct AnswerKey {
    /// What the answer is about (a question, a product).
    std::string identity;
    /// Whose rights it was obtained under. Empty is no scope at all, and matches nothing; what everybody may see has a
    /// scope of its own, by a name such as "public".
    std::string scope;

    auto operator<=>(const AnswerKey&) const = default;
};

/// A stored answer, as far as the policy looks at it.
struct StoredAnswer {
    AnswerKey key;
    /// Nothing was stored, or what was is empty.
    bool empty{true};
    /// Absent: it can't be known.
    std::optional<Duration> age;
};

/// When an answer from before may stand in for one that can't be had: never by default, only where everything is known
/// to be right. Usable while 0 <= age <= maxAge, both ends included, and both identity and scope are those asked for.
struct StalePolicy {
    Duration maxAge{std::chrono::seconds{120}};

    /// Nothing where `stored` may be used for `wanted`; else the first reason against it, in the order of StaleRefusal.
    [[nodiscard]] std::optional<StaleRefusal> refuses(const StoredAnswer& stored, const AnswerKey& wanted) const;
};

/// The age of something obtained then: the steady time since, and the time slept meanwhile. Nothing where the clocks
/// disagree in a way that no sleep explains, or do not say how long it slept (a Moment without boot). Negative for what
/// was obtained later than now.
[[nodiscard]] std::optional<Duration> ageOf(const Moment& obtained, const Moment& now);

} // namespace rungwatch
