// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/required_outcome.h"

namespace rungwatch {

Result<Ladder> validateRequired(const Ladder& ladder)
{
    auto checked = validate(ladder);
    if (!checked)
        return checked;
    for (std::size_t i = 0; i < ladder.rungs.size(); ++i) {
        const auto& rung = ladder.rungs[i];
        if (!allowedForRequired(rung.kind))
            return Error{"silent-degradation",
                "'" + rung.name + "' is a " + std::string(nameOf(rung.kind))
                    + ", which would stand in for a required outcome without anybody deciding it; expected a model, "
                      "rules, queue_for_person or unavailable",
                "/ladder/" + std::to_string(i)};
    }
    return checked;
}

} // namespace rungwatch
