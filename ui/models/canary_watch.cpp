// SPDX-License-Identifier: GPL-3.0-or-later
#include "canary_watch.h"

#include "ui/format/figure_text.h"

#include <utility>

namespace rungwatch {
namespace {

/// Canaries that wait for the disk; far more than the limit makes of them.
constexpr std::size_t mostSeen = 120;

SteadyTime madeAt(const fleet::CanarySeen& canary)
{
    return SteadyTime{std::chrono::seconds(canary.beat)};
}

} // namespace

void CanaryWatch::remember(const fleet::Snapshot& shown)
{
    const auto& canary = shown.state.canary;
    if (!canary || (!m_seen.empty() && m_seen.back().seq >= shown.state.canarySeq))
        return;
    m_seen.push_back({shown.state.canarySeq, madeAt(*canary)});
    if (m_seen.size() > mostSeen)
        m_seen.erase(m_seen.begin() + 1);
}

Duration CanaryWatch::shownLag(const fleet::Snapshot& shown, SteadyTime now) const
{
    // Before the first one: since we began to wait for it.
    const auto last = shown.state.canary ? madeAt(*shown.state.canary) : *m_begun;
    // One from the future was not made by our clock, and shows nothing.
    return last > now ? Duration::max() : now - last;
}

Duration CanaryWatch::durableLag(const fleet::Snapshot& shown, SteadyTime now)
{
    if (!shown.recorded) {
        m_seen.clear(); // it is said elsewhere that there is no record
        return Duration{0};
    }
    while (m_seen.size() > 1 && m_seen[1].seq <= shown.durableSeq)
        m_seen.pop_front();
    if (m_seen.empty())
        return Duration{0};
    // The oldest that is not on disk yet has waited since it was made.
    const bool firstIsDurable = m_seen.front().seq <= shown.durableSeq;
    if (firstIsDurable && m_seen.size() == 1)
        return Duration{0};
    return now - m_seen[firstIsDurable ? 1 : 0].made;
}

const CanaryWatch::Verdict& CanaryWatch::look(const fleet::Snapshot& shown, const Moment& now)
{
    if (!m_begun)
        m_begun = now.steady;
    remember(shown);
    const auto stood = m_lastLook ? now.steady - *m_lastLook : Duration{0};
    m_lastLook = now.steady;
    const auto lag = shownLag(shown, now.steady);
    const auto unwritten = durableLag(shown, now.steady);
    if (lag > (shown.state.canary ? shownLimit : startLimit))
        setVerdict(lag,
            lag == Duration::max() ? QStringLiteral("the canary is not of this clock")
                                   : QStringLiteral("nothing new was shown"),
            now);
    else if (unwritten > durableLimit)
        setVerdict(unwritten, QStringLiteral("the journal wrote nothing"), now);
    else
        setVerdict(Duration{0}, {}, now);
    // Nobody could see it while it lasted; that it was so is worth knowing.
    if (m_verdict.trusted && stood > shownLimit && !m_change)
        m_change = fleet::DisplayTrustChanged{true, "the window itself stood still", stood};
    return m_verdict;
}

void CanaryWatch::setVerdict(Duration behind, const QString& cause, const Moment& now)
{
    const bool trusted = cause.isEmpty();
    if (trusted == m_verdict.trusted) {
        if (!trusted)
            m_verdict.cause = cause;
        return;
    }
    const auto length = behind == Duration::max() ? Duration{0} : behind;
    if (trusted) {
        m_change = fleet::DisplayTrustChanged{true, m_verdict.cause.toStdString(), now.steady - m_distrustedAt};
        m_verdict = {};
        return;
    }
    m_distrustedAt = now.steady - length;
    m_verdict = {false, now.wall - length, cause};
    m_change = fleet::DisplayTrustChanged{false, cause.toStdString(), length};
}

std::optional<fleet::DisplayTrustChanged> CanaryWatch::takeChange()
{
    return std::exchange(m_change, std::nullopt);
}

} // namespace rungwatch
