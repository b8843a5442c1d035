// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/event.h"

#include <QStringList>

#include <optional>

namespace rungwatch {

/// What users got in the last full interval, in percent of their requests. The parts make 100.
struct ShareSplit {
    double full{0};
    double otherModel{0};
    double cacheAndRules{0};
    double none{0};

    [[nodiscard]] double notFull() const { return otherModel + cacheAndRules + none; }
    bool operator==(const ShareSplit&) const = default;
};

/// All that the top bar says, in words and figures that are ready to be painted. All text is plain.
struct TopBarView {
    QString fleet;
    /// "LIVE", "REPLAY".
    QString source;
    /// What is shown is past: the operator's place tells how it is played.
    bool replay{false};
    HealthLevel level{HealthLevel::Unknown};
    /// "3 of 3 features off their first rung"; for an unknown level what is last known.
    QString sentence;
    /// Absent: not known.
    std::optional<ShareSplit> share;
    /// In place of the split while it is not known: why.
    QString shareWhy;
    /// And what it was: "last known 41 s ago: 100 %"; empty where it never was known.
    QString shareBefore;
    /// The oldest source's: "0.6 s"; "?" where no age is known.
    QString age;
    fleet::Freshness freshness{fleet::Freshness::Unknown};
    /// "4 of 4 sources", "3 of 4 fresh".
    QString sources;
    /// "every 1 s"; where one is not fresh, which, longest wording first: "store/health silent", "store/health".
    QStringList oldestSource;
    QString utc;
    /// "15:27:18 CET".
    QString local;
    /// "2026-11-30".
    QString date;
    /// "x60" where a service's clock runs so; empty in real time.
    QString rate;
    /// In a replay how it is played: "paused", "playing 60×".
    QString operatorName;
    /// "controls on", "read-only", "controls locked".
    QString controls;

    bool operator==(const TopBarView&) const = default;
};

/// The foot: how much is written down, and what is wrong with the console itself.
struct FootView {
    /// "journal 48 213 events · 0 observations dropped · display in step 14:27:18".
    QString journal;
    /// A trouble of the console's own; empty: none.
    QString trouble;
    /// An answer to the operator's last key, for a moment; empty: none.
    QString answer;

    bool operator==(const FootView&) const = default;
};

} // namespace rungwatch
