// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/versions.h"

#include <array>

namespace rungwatch::journal {

namespace {

/// From one version to the next.
struct Step {
    int from;
    /// The kinds of event that the version has: so many of EventBody's first.
    std::size_t kinds;
    std::string (*events)(std::string bytes);
    std::string (*state)(std::string bytes);
};

/// Kinds are appended to EventBody: what was written before means the same with more of them.
std::string asBefore(std::string bytes)
{
    return bytes;
}

constexpr std::array steps{
    Step{3, 32, asBefore, asBefore},
    Step{4, 34, asBefore, asBefore},
};
/// Those of codecVersion.
constexpr std::size_t kindsNow = 36;

static_assert(steps.front().from == oldestCodec && steps.back().from == codecVersion - 1
        && steps.size() == codecVersion - oldestCodec,
    "a step from each version that is read to the next");
static_assert(
    std::variant_size_v<fleet::EventKinds> == kindsNow, "a new kind of event is a new version: see versions.h");

} // namespace

std::optional<Error> codecFault(int version, const std::string& what)
{
    if (version >= oldestCodec && version <= codecVersion)
        return std::nullopt;
    const bool newer = version > codecVersion;
    return Error{newer ? "newer-version" : "older-version",
        what + " written in version " + std::to_string(version) + "; this program reads versions "
            + std::to_string(oldestCodec) + " to " + std::to_string(codecVersion)
            + (newer ? ": open it with a newer one" : ""),
        {}};
}

std::string raisedEvents(int version, std::string bytes)
{
    for (const auto& step : steps)
        if (step.from >= version)
            bytes = step.events(std::move(bytes));
    return bytes;
}

std::string raisedState(int version, std::string bytes)
{
    for (const auto& step : steps)
        if (step.from >= version)
            bytes = step.state(std::move(bytes));
    return bytes;
}

bool hasKind(int version, const fleet::EventBody& body)
{
    for (const auto& step : steps)
        if (step.from == version)
            return body.index() < step.kinds;
    return version == codecVersion;
}

} // namespace rungwatch::journal
