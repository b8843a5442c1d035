// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/presets.h"

#include "rungwatch/ladder/required_outcome.h"

namespace rungwatch {

namespace {

Rung rung(std::string name, RungKind kind)
{
    Rung made;
    made.name = std::move(name);
    made.kind = kind;
    return made;
}

Rung end(std::string name, RungKind kind, const PresetWords& words, const std::string& sentence)
{
    auto made = rung(std::move(name), kind);
    made.message = words.capability + sentence;
    made.otherPath = words.otherPath;
    return made;
}

Rung queue(const PresetWords& words)
{
    return end("queue_for_person", RungKind::QueueForPerson, words, " waits for a person, who will reply.");
}

std::optional<Error> faultOf(const PresetWords& words)
{
    if (words.capability.find_first_not_of(" \t\r\n") == std::string::npos)
        return Error{"empty-name", "the missing capability has no name; expected what people call it", "/capability"};
    return std::nullopt;
}

Result<Ladder> made(const PresetWords& words, std::vector<Rung> rungs, std::vector<ForbiddenKind> forbidden = {})
{
    if (auto fault = faultOf(words))
        return *fault;
    return validate(Ladder{std::move(rungs), std::move(forbidden)});
}

} // namespace

TierNeeds needsOf(SystemKind kind)
{
    switch (kind) {
    case SystemKind::CustomerFacing:
        return {{Tier::Full, Tier::Reduced, Tier::CachedOrStatic, Tier::Human}, false};
    case SystemKind::InternalTool:
        return {{Tier::Full, Tier::Reduced}, false};
    case SystemKind::BatchPipeline:
        return {{Tier::Full}, true};
    case SystemKind::Prototype:
        break;
    }
    return {};
}

Result<Ladder> fourTierLadder(const PresetWords& words)
{
    return made(words,
        {rung("primary", RungKind::Primary), rung("fallback_model", RungKind::Secondary),
            rung("prepared_answers", RungKind::Cache), rung("template", RungKind::Template), queue(words)});
}

Result<Ladder> sixRungLadder(const PresetWords& words)
{
    return made(words,
        {rung("primary", RungKind::Primary), rung("secondary", RungKind::Secondary),
            rung("small_model", RungKind::SmallModel), rung("cache", RungKind::Cache),
            rung("template", RungKind::Template),
            end("unavailable", RungKind::Unavailable, words, " is not available at the moment.")});
}

Result<Ladder> requiredOutcomeLadder(const PresetWords& words, const std::string& whyNoWeakerModel)
{
    const auto ladder = made(words,
        {rung("primary", RungKind::Primary), rung("secondary", RungKind::Secondary), rung("rules", RungKind::Rules),
            queue(words)},
        {{RungKind::SmallModel, whyNoWeakerModel}});
    return ladder ? validateRequired(*ladder) : ladder;
}

Result<Ladder> ladderFor(SystemKind kind, const PresetWords& words)
{
    const auto primary = rung("primary", RungKind::Primary);
    switch (kind) {
    case SystemKind::CustomerFacing:
        break;
    case SystemKind::InternalTool:
        return made(words,
            {primary, rung("fallback_model", RungKind::Secondary),
                end("unavailable", RungKind::Unavailable, words,
                    " is not available at the moment. Try again in 10 minutes.")});
    case SystemKind::BatchPipeline:
        return made(words,
            {primary,
                end("retry_queue", RungKind::Unavailable, words,
                    " could not process this item now. It is kept and will be tried again.")});
    case SystemKind::Prototype:
        return made(words,
            {primary,
                end("unavailable", RungKind::Unavailable, words, " is an experiment and did not work this time.")});
    }
    return fourTierLadder(words);
}

} // namespace rungwatch
