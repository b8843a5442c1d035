// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/event.h"

#include <variant>

namespace rungwatch {

/// What a person does with a feature or a breaker, and how far it has come.
enum class HandMark { NotEngaged, Held, Requested, Unconfirmed, Refused, Note };

/// A state of a breaker or a mode that is not known: it has a glyph of its own.
struct UnknownPhase {
    bool operator==(const UnknownPhase&) const = default;
};
struct UnknownMode {
    bool operator==(const UnknownMode&) const = default;
};

/// What a line, a chip or a cell is about, as a meaning. The theme gives each its glyph and its colour.
using Mark = std::variant<std::monostate, HealthLevel, Mode, UnknownMode, breaker::Phase, UnknownPhase,
    fleet::Freshness, HandMark>;

} // namespace rungwatch
