// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../core/fleet_bench.h"
#include "ui/session.h"

/// A window's session on a bench: core's own decisions, a manual clock, and a store that says what a test lets it say.
class BenchSession : public rungwatch::Session {
    Q_OBJECT

public:
    BenchSession();

    [[nodiscard]] rungwatch::fleet::SnapshotPtr snapshot() const override { return m_snapshot; }
    [[nodiscard]] const rungwatch::fleet::History& history() const override { return m_history; }
    [[nodiscard]] rungwatch::Moment now() const override { return bench.clock.now(); }
    [[nodiscard]] QString operatorName() const override { return QStringLiteral("ada"); }
    void submit(const rungwatch::fleet::Command& command) override;

    /// Time passes: ticks and polls, then one frame.
    void runFor(rungwatch::Duration time);
    /// The service's answer to the last control call.
    void answer(int status, const std::string& cause = {}, std::optional<rungwatch::Duration> retryIn = {},
        const std::string& outcome = {}, const std::string& state = {});
    /// Makes a frame of what happened since the last.
    void frame();

    /// What the store's telemetry says from now on; `silent` and it says nothing.
    rungwatch::Reading telemetry;
    bool silent{false};
    FleetBench bench;
    std::vector<rungwatch::fleet::Command> submitted;

private:
    std::size_t m_shown{0};
    rungwatch::fleet::History m_history;
    rungwatch::fleet::SnapshotPtr m_snapshot;
};
