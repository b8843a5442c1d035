// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/exchange/time_range.h"
#include "app/journal/journal_reader.h"
#include "rungwatch/fleet/history.h"
#include "rungwatch/fleet/incidents.h"

#include <QStringList>

/// \file
/// What a report tells of a journal, or of a part of it: collected once, written as a page, a document or a text. All
/// words of services and persons in it are plain lines; who writes them escapes them.

namespace rungwatch::exchange {

/// The fleet's level from here to there.
struct LevelSpan {
    WallTime from;
    WallTime to;
    HealthLevel level{HealthLevel::Unknown};
    QString why;
};

struct TimelineLine {
    WallTime order;
    WallTime at;
    QString subject;
    QString text;
    /// Something that went wrong, or a person's act: what a reader looks for first.
    bool stands{false};
};

struct ActionLine {
    WallTime at;
    QString who;
    QString what;
    QString why;
    QString result;
};

struct RungAnswers {
    std::string rung;
    RungKind kind{RungKind::Unavailable};
    std::uint64_t count{0};
};

/// What users of one feature got, by the intervals that it told.
struct FeatureAnswers {
    std::string feature;
    std::vector<RungAnswers> rungs;
    std::vector<fleet::IntervalPoint> intervals;
    /// How often it left its first mode.
    std::size_t trips{0};

    [[nodiscard]] std::uint64_t total() const;
    /// From the first rung.
    [[nodiscard]] std::uint64_t full() const;
    /// An honest message or a person's queue in place of an answer.
    [[nodiscard]] std::uint64_t unanswered() const;
};

struct BreakerLane {
    std::string address;
    std::vector<fleet::LanePoint> points;
    std::size_t opened{0};
};

struct IncidentReport {
    QString fleet;
    QString journal;
    QString program;
    WallTime start;
    WallTime end;
    /// From the first moment worse than healthy to the last; absent where it was healthy, or not known, all along.
    std::optional<WallTime> brokeAt;
    std::optional<WallTime> mendedAt;
    HealthLevel worst{HealthLevel::Unknown};
    std::optional<WallTime> worstAt;
    std::vector<LevelSpan> levels;
    /// Those that went on at any time of it.
    std::vector<fleet::Incident> incidents;
    std::vector<FeatureAnswers> features;
    /// Those that moved.
    std::vector<BreakerLane> breakers;
    std::vector<TimelineLine> timeline;
    std::vector<ActionLine> actions;
    QStringList questions;
    /// Of the operator chain: what the shift report keeps, so that a cut tail shows.
    QString chainHead;
    std::uint64_t events{0};

    [[nodiscard]] std::uint64_t answers() const;
    [[nodiscard]] std::uint64_t degradedAnswers() const;
    [[nodiscard]] std::uint64_t unanswered() const;
    [[nodiscard]] Duration timeAt(HealthLevel level) const;
};

/// Errors are the reader's, and "nothing-there" where no event lies in the range.
[[nodiscard]] Result<IncidentReport> reportOf(
    journal::JournalReader& reader, const TimeRange& range, const QString& journal);

} // namespace rungwatch::exchange
