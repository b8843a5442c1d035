// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/breaker/state.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace rungwatch {

struct BreakerRow {
    /// "store/provider-primary", "own:store/health": how commands and events call it.
    QString address;
    QString name;
    /// Absent: unknown.
    std::optional<breaker::Phase> phase;
    /// "last known OPEN, 100 %"; empty while it is not stale.
    QString lastKnown;
    bool stale{false};
    /// 0 to 1 of the bar; absent: not known.
    std::optional<double> rate;
    /// Where on the bar it trips; absent: not known.
    std::optional<double> trip;
    /// "100 %", "2 of 3", "no calls", "<10 calls": fewer than a rate is made of.
    QString rateText;
    /// What opened it, longest wording first, where its figures begin anew and no longer say so: "tripped: 3 failed
    /// polls in a row", "3 failed in a row". Shown in place of bar and rate.
    QStringList tripped;
    bool overTrip{false};
    QString calls;
    /// "7 min 10 s"; "–" for unknown.
    QString inState;
    QString opened;
    /// Until the next probe: "17.6 s", "probing", "–".
    QString probe;
    /// When that is, in UTC; empty where it can't be said.
    QString probeAt;
    /// How much of the cooldown is over.
    std::optional<double> probeFraction;
    /// P or the button would open the review card.
    bool canProbe{false};
    /// Why it can't, what became of the last probe, or what is wrong with an own one's polls: "no probe on stale data",
    /// "last poll: refused". May be empty.
    QString action;
    /// The same where there is no room for it: "refused". Empty: it has no shorter form.
    QString actionShort;

    bool operator==(const BreakerRow&) const = default;
};

/// Own and reported are never mixed: each is a group of its own.
struct BreakerGroup {
    QString title;
    QString note;
    std::vector<BreakerRow> rows;
    /// What has no row of its own, for there is nothing to see in it: "972 closed". Empty: all have one.
    QString folded;

    bool operator==(const BreakerGroup&) const = default;
};

struct BreakersView {
    std::vector<BreakerGroup> groups;
    /// "1 open · 1 half-open · 6 closed".
    QString summary;

    bool operator==(const BreakersView&) const = default;
};

} // namespace rungwatch
