// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/cached_answer.h"

namespace rungwatch {

std::string CachedAnswer::reason() const
{
    if (mode == AnswerMode::Simplified && refusal)
        return std::string(nameOf(*refusal));
    if (failure)
        return failure->name();
    if (mode == AnswerMode::Fresh)
        return {};
    return std::string(nameOf(because.value_or(CachedBecause::NotAsked)));
}

} // namespace rungwatch
