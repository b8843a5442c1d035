// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/event.h"

#include <QByteArray>

#include <map>

namespace rungwatch::journal {

/// What changed from what to what, readable without this program. Empty texts where a kind has no such thing.
struct TransitionRow {
    std::string kind;
    std::string subject;
    std::string from;
    std::string to;
    std::string cause;

    bool operator==(const TransitionRow&) const = default;
};
/// By the event's seq.
using TransitionRows = std::map<std::uint64_t, TransitionRow>;
/// Nothing for events that are no transition.
[[nodiscard]] std::optional<TransitionRow> transitionRow(const fleet::Event& event);

/// What an operator did and what became of it. `json` is the whole event on one line with sorted keys: what the chain
/// covers.
struct OperatorRow {
    std::string kind;
    std::string who;
    std::string target;
    std::string action;
    std::string result;
    std::string reason;
    std::string json;
};
[[nodiscard]] std::optional<OperatorRow> operatorRow(const fleet::Event& event);

/// The hash that a chain begins with.
[[nodiscard]] QByteArray chainStart();
/// SHA-256, in hexadecimal, over the hash before and the row's JSON: an edited, removed or moved row breaks every later
/// one.
[[nodiscard]] QByteArray chained(const QByteArray& previous, const std::string& json);

} // namespace rungwatch::journal
