// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/snapshot.h"

#include <QString>

#include <deque>

namespace rungwatch {

/// Holds a window to the canary: what the newest snapshot shows of it against what the window's own clock says that it
/// must show. Whatever stands still between a socket and the screen (the poll thread, the engine, the hand-over of
/// frames, the journal, the window itself), the canary stands still with it. No clock of its own; GUI thread.
class CanaryWatch {
public:
    /// The canary may be so old, its own second included: more, and the display is not trusted.
    static constexpr Duration shownLimit{std::chrono::seconds(3)};
    /// The first one of a session may take so long: a long journal is read before.
    static constexpr Duration startLimit{std::chrono::seconds(10)};
    /// So long may the newest canary that is on disk lag behind.
    static constexpr Duration durableLimit{std::chrono::seconds(10)};

    struct Verdict {
        bool trusted{true};
        /// The moment that is shown, or recorded, still; absent while trusted.
        std::optional<WallTime> since;
        /// "nothing new was shown for 4 s"; empty while trusted.
        QString cause;

        bool operator==(const Verdict&) const = default;
    };

    /// Looks at what is shown now. Called with every frame, and at least once a second without one.
    const Verdict& look(const fleet::Snapshot& shown, const Moment& now);
    [[nodiscard]] const Verdict& verdict() const { return m_verdict; }

    /// What has to be recorded of the last look: the display's trust changed, or the window itself had stood still.
    [[nodiscard]] std::optional<fleet::DisplayTrustChanged> takeChange();

private:
    /// A canary that came with a snapshot: its event, and the second it was made in.
    struct Seen {
        std::uint64_t seq{0};
        SteadyTime made;
    };
    void remember(const fleet::Snapshot& shown);
    [[nodiscard]] Duration shownLag(const fleet::Snapshot& shown, SteadyTime now) const;
    [[nodiscard]] Duration durableLag(const fleet::Snapshot& shown, SteadyTime now);
    void setVerdict(Duration behind, const QString& cause, const Moment& now);

    std::optional<SteadyTime> m_begun;
    std::optional<SteadyTime> m_lastLook;
    /// Not yet on disk, oldest first; the first is the newest that is.
    std::deque<Seen> m_seen;
    Verdict m_verdict;
    SteadyTime m_distrustedAt;
    std::optional<fleet::DisplayTrustChanged> m_change;
};

} // namespace rungwatch
