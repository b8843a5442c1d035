// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"
#include "rungwatch/base/result.h"
#include "ui/theme/tokens.h"

#include <QImage>
#include <QSize>
#include <QStringList>

#include <memory>

namespace rungwatch::cli {

struct Invocation;

/// The scripted hour as a recording, in a file that is gone with it.
struct LabHour;

/// What of a recording is shown first.
struct ReplayView {
    QString journal;
    /// Absent: its first event.
    std::optional<WallTime> at;
    theme::ThemeName theme{theme::ThemeName::Dark};
    /// The what-if panel is open, with these changes.
    std::optional<QStringList> whatIf;
    /// Of the lab's outage hour.
    std::shared_ptr<const LabHour> lab;
};

/// Whether the journal can be shown, and `at` (empty: its beginning) lies within it; the sentence where not. Times
/// after the end are the end's.
[[nodiscard]] Result<ReplayView> replayView(const std::string& journal, const std::string& at);

/// The lab's outage hour under its default settings, with the what-if panel open on its toggles.
[[nodiscard]] Result<ReplayView> labView(const std::string& at);

/// The window on it, until it is closed; gives the exit code.
int runReplayWindow(const Invocation& invocation, const ReplayView& view);

/// What that window shows, once all of the recording is read for its charts. Needs an application, and no display.
[[nodiscard]] Result<QImage> replayPicture(const ReplayView& view, const QSize& size, double scale);

} // namespace rungwatch::cli
