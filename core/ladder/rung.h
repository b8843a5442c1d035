// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"

namespace rungwatch {

/// What a rung is, best first. The order is the order of the columns on screen and of the ink.
enum class RungKind { Primary, Secondary, SmallModel, Cache, Rules, Template, QueueForPerson, Unavailable };
constexpr std::array<std::string_view, 8> enumNames(RungKind)
{
    return {"primary", "secondary", "small_model", "cache", "rules", "template", "queue_for_person", "unavailable"};
}

/// A rung that calls a model, which a kill switch takes a feature off.
[[nodiscard]] constexpr bool isModel(RungKind kind)
{
    return kind <= RungKind::SmallModel;
}
/// A designed, honest end: a message with another path, or a person's queue.
[[nodiscard]] constexpr bool isHonestEnd(RungKind kind)
{
    return kind >= RungKind::QueueForPerson;
}

struct Rung {
    /// Unique on its ladder.
    std::string name;
    RungKind kind{RungKind::Unavailable};
    /// The dependency it calls; empty for what needs none.
    std::string service;
    /// For one call on this rung; absent where it calls nothing.
    std::optional<Duration> deadline;
    /// The evaluation that it passed, and the day it was last drilled, as written in the fleet file.
    std::string evaluated;
    std::string drilled;
    /// The last rung's honest words, and the other path it offers.
    std::string message;
    std::string otherPath;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("rung", self.name);
        visit("kind", self.kind);
        visit("service", self.service);
        visit("deadline_s", self.deadline);
        visit("evaluated", self.evaluated);
        visit("drilled", self.drilled);
        visit("message", self.message);
        visit("other_path", self.otherPath);
    }
};

} // namespace rungwatch
