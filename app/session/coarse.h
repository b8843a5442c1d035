// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"
#include "rungwatch/fleet/event.h"

/// \file
/// What is decided by and recorded is no finer than what anyone can use: the noise below it is most of what a journal
/// of a thousand endpoints would hold.

namespace rungwatch {

/// Down to whole microseconds.
[[nodiscard]] Moment coarse(const Moment& moment);

/// An answer's time down to 10 ms, so that nothing looks younger than it is; its latency to 1 ms below 10 ms and to two
/// figures above; and of one that is as before no size, which is as before too.
[[nodiscard]] fleet::PollResult coarse(fleet::PollResult result);

} // namespace rungwatch
