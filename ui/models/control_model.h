// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/snapshot.h"
#include "ui/models/control_view.h"

namespace rungwatch {

/// What the operator has asked for, by the ids that core knows it by.
struct ControlAsk {
    fleet::Action action{fleet::Action::Kill};
    /// A feature's name, or a reported breaker as SERVICE/NAME.
    std::string target;
    /// Who operates, as it stands in every command.
    std::string by;
    std::string selectionId;
    /// Of the Operate; empty until it is sent.
    std::string operateId;
    /// Core's own no to the select or the operate: nothing was sent to the service.
    std::optional<fleet::CommandRefused> refused;
};

/// How long a kill may last, for the card's choices: 15 min, the fleet file's default, or until revoked.
[[nodiscard]] std::vector<ExpiryChoice> expiryChoices(
    const fleet::Snapshot& snapshot, const std::string& feature, const Moment& now);

/// The Operate that the draft stands for.
[[nodiscard]] fleet::Command operateCommand(const ControlAsk& ask, const ControlDraft& draft,
    const std::vector<ExpiryChoice>& expiries, const std::string& id, std::uint64_t seenSeq);

/// The whole card, from what the snapshot knows and what the operator has typed. Decides nothing: whether the draft may
/// be operated is core's guard to say.
[[nodiscard]] ControlView controlView(
    const fleet::Snapshot& snapshot, const Moment& now, const ControlAsk& ask, const ControlDraft& draft);

} // namespace rungwatch
