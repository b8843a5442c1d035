// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/ladder/ladder.h"

namespace rungwatch {

/// The four tiers of "Graceful Degradation When APIs Fail", best first. Each is a complete experience.
enum class Tier {
    Full, ///< The primary model.
    Reduced, ///< A fallback model.
    CachedOrStatic, ///< Prepared answers and templates; nothing is generated.
    Human, ///< A person's queue with a wait estimate, links, a contact.
};
constexpr std::array<std::string_view, 4> enumNames(Tier)
{
    return {"full", "reduced", "cached_or_static", "human"};
}

/// The tier that a rung belongs to; an honest message without a person, a contact beside it, is the last tier's too.
[[nodiscard]] constexpr Tier tierOf(RungKind kind)
{
    if (kind == RungKind::Primary)
        return Tier::Full;
    if (isModel(kind))
        return Tier::Reduced;
    return isHonestEnd(kind) ? Tier::Human : Tier::CachedOrStatic;
}

/// What is degraded, for whom: how much of a ladder it needs.
enum class SystemKind { CustomerFacing, InternalTool, BatchPipeline, Prototype };
constexpr std::array<std::string_view, 4> enumNames(SystemKind)
{
    return {"customer_facing", "internal_tool", "batch_pipeline", "prototype"};
}

/// What a kind of system needs, by the same document.
struct TierNeeds {
    /// Tiers to design. Empty: none, its errors are logged.
    std::vector<Tier> tiers;
    /// Failed items are kept, tried again and alerted on (a batch), instead of a fallback while somebody waits.
    bool retryQueue{false};
};
[[nodiscard]] TierNeeds needsOf(SystemKind kind);

/// Words that a preset can't know. Both are shown to people.
struct PresetWords {
    /// The capability that is missing at the end, as people call it ("Book recommendations"). Not empty.
    std::string capability;
    /// Other ways to it, parted by white space (honest_message.h).
    std::string otherPath;
};

/// All four tiers: primary, fallback_model, prepared_answers, template, queue_for_person. Like every preset it is
/// validated; an error "empty-name" where the capability has no name.
[[nodiscard]] Result<Ladder> fourTierLadder(const PresetWords& words);
/// The six rungs of "Per-Feature Degradation Ladders": primary, secondary, small_model, cache, template, unavailable.
[[nodiscard]] Result<Ladder> sixRungLadder(const PresetWords& words);
/// That document's refund ladder, for a required outcome: primary, secondary, rules, queue_for_person; a small model is
/// forbidden for `whyNoWeakerModel`, which is not empty.
[[nodiscard]] Result<Ladder> requiredOutcomeLadder(const PresetWords& words, const std::string& whyNoWeakerModel);
/// The tiers that needsOf() says, as a ladder. Where it says none there is still the first rung and an explicit
/// failure: no ladder ends in a raw error.
[[nodiscard]] Result<Ladder> ladderFor(SystemKind kind, const PresetWords& words);

} // namespace rungwatch
