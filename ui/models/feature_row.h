// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/health/health_level.h"
#include "rungwatch/ladder/mode.h"
#include "rungwatch/ladder/rung.h"
#include "ui/models/mark.h"

#include <QStringList>

#include <array>
#include <optional>
#include <vector>

namespace rungwatch {

/// The columns that rungs stand in, by kind, so that features compare down a column.
enum class LadderColumn { Primary, Secondary, SmallModel, Cache, Rules, Last };
constexpr std::size_t ladderColumns = 6;

[[nodiscard]] constexpr LadderColumn columnOf(RungKind kind)
{
    switch (kind) {
    case RungKind::Primary:
        return LadderColumn::Primary;
    case RungKind::Secondary:
        return LadderColumn::Secondary;
    case RungKind::SmallModel:
        return LadderColumn::SmallModel;
    case RungKind::Cache:
        return LadderColumn::Cache;
    case RungKind::Rules:
    case RungKind::Template:
        return LadderColumn::Rules;
    case RungKind::QueueForPerson:
    case RungKind::Unavailable:
        break;
    }
    return LadderColumn::Last;
}

/// One rung in its column, or why there is none.
struct RungCell {
    RungKind kind{RungKind::Unavailable};
    QString name;
    /// Of the feature's requests in the last full interval. Absent: not known.
    std::optional<double> sharePct;
    /// "42 / min"; empty: not known.
    QString count;
    /// The mode's walk begins here.
    bool standsHere{false};
    /// The mode's walk begins below, and nothing was served here.
    bool skipped{false};
    /// The feature may never stand on this kind.
    bool forbidden{false};
    /// Of the fleet file, for forbidden ones.
    QString reason;

    bool operator==(const RungCell&) const = default;
};

struct ModeCell {
    std::optional<Mode> mode;
    /// "16 min": in the service's own clock.
    QString since;
    /// Healthy intervals in a row, of those that the controller waits for; both absent outside of DEGRADED.
    std::optional<std::uint64_t> healthy;
    std::optional<std::uint64_t> hold;
    /// "last reset 14:26 by error 100 % ≥ 20 %"; a kill's who and why.
    QStringList details;
    /// "earliest return 14:30", "59 min 12 s left"; short: it stands alone in the folded row.
    QString clock;
    /// "in 2 min": beside the clock where there is room.
    QString clockLeft;

    bool operator==(const ModeCell&) const = default;
};

struct CacheCell {
    enum class State { None, Known, Unknown };
    State state{State::None};
    QString age;
    QString limit;
    QString unit;
    /// Of the limit; above 1 it is over.
    double fraction{0};
    /// "usable, 8 s left".
    QString word;
    /// "24 / min served"; ", prepared" where this cache is too old and answers built ahead stand in.
    QString served;
    bool over{false};

    bool operator==(const CacheCell&) const = default;
};

/// The kill switch as telemetry shows it, and how far a command for it has come. Never painted from a click.
struct KillCell {
    enum class State { Unknown, NotEngaged, Killed };
    State state{State::Unknown};
    /// A command under way or just ended.
    std::optional<HandMark> command;
    /// "kill requested 2.1 s", with what it means below.
    QString commandWord;
    QString commandDetail;
    /// Under the button: "not engaged", "59 min left", "selected by ann", "unknown".
    QString word;
    /// The button reads Revive… instead of Kill….
    bool revives{false};
    /// Why the button can't act; empty: it can.
    QString locked;
    /// It would act on stale data.
    bool blind{false};

    bool operator==(const KillCell&) const = default;
};

struct FeatureRow {
    /// As commands and events call it: not yet fit for one line.
    QString name;
    HealthLevel level{HealthLevel::Unknown};
    /// "rank 1"; empty where the fleet file doesn't say.
    QString rank;
    QString sentence;
    /// Nothing of it may be believed: hatched and without colour.
    bool stale{false};
    /// "last known DEGRADED, 41 s ago"; empty while it is not stale.
    QString lastKnown;
    /// An empty column: the ladder has no rung of that kind.
    std::array<std::vector<RungCell>, ladderColumns> columns;
    ModeCell mode;
    CacheCell cache;
    KillCell kill;

    bool operator==(const FeatureRow&) const = default;
};

struct FeaturesView {
    std::vector<FeatureRow> rows;
    /// "3 · by criticality", "3 · 2 off their first rung · by criticality".
    QString summary;
    /// "share of each feature's traffic, minute 14:27"; for stale data a warning.
    QString note;
    bool warns{false};

    bool operator==(const FeaturesView&) const = default;
};

} // namespace rungwatch
