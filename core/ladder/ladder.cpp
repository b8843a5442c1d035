// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/ladder.h"

#include <algorithm>

namespace rungwatch {

namespace {

std::string place(const char* list, std::size_t index, const char* member = "")
{
    return std::string("/") + list + "/" + std::to_string(index) + member;
}

std::optional<Error> faultOfForbidden(const std::vector<ForbiddenKind>& forbidden)
{
    std::set<RungKind> seen;
    for (std::size_t i = 0; i < forbidden.size(); ++i) {
        const auto kind = std::string(nameOf(forbidden[i].kind));
        if (forbidden[i].reason.find_first_not_of(" \t\r\n") == std::string::npos)
            return Error{"missing-reason", kind + " is forbidden without a reason; expected why, in writing",
                place("forbidden", i, "/reason")};
        if (!seen.insert(forbidden[i].kind).second)
            return Error{"duplicate-forbidden", kind + " is forbidden twice; expected once", place("forbidden", i)};
    }
    return std::nullopt;
}

std::optional<Error> faultOfRung(const Ladder& ladder, std::size_t i)
{
    const auto& rung = ladder.rungs[i];
    if (rung.name.empty())
        return Error{"empty-name", "a rung without a name; expected one", place("ladder", i)};
    if (ladder.indexOf(rung.name) != i)
        return Error{"duplicate-name", "'" + rung.name + "' is on the ladder twice; expected a name of its own",
            place("ladder", i)};
    for (const auto& forbidden : ladder.forbidden)
        if (forbidden.kind == rung.kind)
            return Error{"forbidden-kind",
                "'" + rung.name + "' is a " + std::string(nameOf(rung.kind))
                    + ", which is forbidden here: " + forbidden.reason,
                place("ladder", i)};
    if (rung.deadline && *rung.deadline <= Duration{0})
        return Error{
            "bad-deadline", "the deadline of '" + rung.name + "' is not above 0", place("ladder", i, "/deadline_s")};
    if (i > 0 && isHonestEnd(ladder.rungs[i - 1].kind) && !isHonestEnd(rung.kind))
        return Error{"rung-after-end",
            "'" + rung.name + "' stands after '" + ladder.rungs[i - 1].name + "', which always serves",
            place("ladder", i)};
    return std::nullopt;
}

} // namespace

std::optional<std::size_t> Ladder::indexOf(std::string_view rung) const
{
    const auto found = std::find_if(rungs.begin(), rungs.end(), [&](const Rung& r) { return r.name == rung; });
    if (found == rungs.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - rungs.begin());
}

std::size_t Ladder::firstRung(Mode mode) const
{
    if (mode == Mode::Degraded)
        return rungs.size() > 1 ? 1 : 0;
    if (mode != Mode::Killed)
        return 0;
    const auto found = std::find_if(rungs.begin(), rungs.end(), [](const Rung& r) { return !isModel(r.kind); });
    return found == rungs.end() ? rungs.size() - 1 : static_cast<std::size_t>(found - rungs.begin());
}

Result<Ladder> validate(const Ladder& ladder)
{
    if (ladder.rungs.empty())
        return Error{"empty-ladder", "a ladder without rungs; expected at least an honest last one", "/ladder"};
    if (const auto fault = faultOfForbidden(ladder.forbidden))
        return *fault;
    for (std::size_t i = 0; i < ladder.rungs.size(); ++i)
        if (const auto fault = faultOfRung(ladder, i))
            return *fault;
    const auto& last = ladder.rungs.back();
    if (!isHonestEnd(last.kind))
        return Error{"no-honest-end",
            "the last rung '" + last.name + "' is a " + std::string(nameOf(last.kind))
                + "; expected queue_for_person or unavailable",
            place("ladder", ladder.rungs.size() - 1)};
    return ladder;
}

} // namespace rungwatch
