// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/control_model.h"
#include "ui/models/service_view.h"

/// \file
/// The card in parts; control_model.cpp puts them together.

namespace rungwatch::control {

/// The action's target as the snapshot has it. Pointers live as long as the snapshot.
struct Target {
    const fleet::Snapshot& snapshot;
    const ControlAsk& ask;
    Moment now;
    std::string service;
    ServiceView telemetry;
    const FeatureReading* feature{nullptr};
    const BreakerReading* breaker{nullptr};

    [[nodiscard]] static Target of(const fleet::Snapshot& snapshot, const Moment& now, const ControlAsk& ask);
    /// "store-1" where the service says so, else the service's name.
    [[nodiscard]] QString instance() const;
    /// The feature's or the breaker's own name, without its service.
    [[nodiscard]] QString name() const;
};

void addFacts(ControlView& view, const Target& target);
void addLadders(ControlView& view, const Target& target);
void addTouched(ControlView& view, const Target& target);
/// Stage, readback and foot.
void addProgress(ControlView& view, const Target& target, const ControlDraft& draft);

/// The rung on which the feature's walk begins in this mode; absent where it is not known.
[[nodiscard]] std::optional<std::size_t> firstRung(const FeatureReading& feature);
/// The first rung that a kill leaves.
[[nodiscard]] std::optional<std::size_t> firstWithoutModel(const FeatureReading& feature);
/// "Kill recommendations for 60 min".
[[nodiscard]] QString operateText(const ControlView& view, const Target& target, const ControlDraft& draft);

} // namespace rungwatch::control
