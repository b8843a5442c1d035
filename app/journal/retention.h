// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/connection.h"
#include "rungwatch/base/clock.h"

/// \file
/// How a journal is kept from growing for ever. It is cut at its old end, only at a keyframe, so that what stays begins
/// with a state; the operator chain goes on from the hash that stood there. From a protected range on, all stays.

namespace rungwatch::journal {

/// What has to be kept; without a limit everything.
struct Keep {
    /// Back from the newest event.
    std::optional<Duration> age{};
    /// Of the pages in use.
    std::optional<std::uint64_t> bytes{};
};

/// Events that are kept whatever their age, with all that follows them: an incident, from its first event on.
struct ProtectedRange {
    std::uint64_t fromSeq{0};
    /// Its last event; absent while it lasts.
    std::optional<std::uint64_t> toSeq;
    std::string why;
};

/// Where a journal was cut last.
struct Cut {
    /// Its events up to here are gone; the keyframe after this one is what the rest begins with. 0: it is whole.
    std::uint64_t seq{0};
    /// What the operator chain goes on from.
    QByteArray chainHead;
};

/// At most so many blocks go at once, so that commits wait for a moment only; more go with the next keyframe.
constexpr int blocksACut = 256;

/// Where to cut: the newest keyframe before `beforeSeq` and every protected range that no limit needs any more, and
/// that is not too far. Absent where nothing has to go, or nothing may.
[[nodiscard]] Result<std::optional<std::uint64_t>> nextCut(
    Connection& connection, const Keep& keep, WallTime now, std::uint64_t beforeSeq);

/// Cuts after the event of that keyframe, in one transaction; on an error nothing has changed. An error where that
/// keyframe can't be read: then the events before it are needed.
[[nodiscard]] std::optional<Error> cutAt(Connection& connection, std::uint64_t keyframeSeq);

[[nodiscard]] Result<Cut> lastCut(Connection& connection);

/// In the caller's transaction.
[[nodiscard]] std::optional<Error> protect(Connection& connection, const ProtectedRange& range);

} // namespace rungwatch::journal
