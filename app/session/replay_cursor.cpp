// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/replay_cursor.h"

#include "rungwatch/fleet/apply.h"
#include "rungwatch/fleet/history.h"

#include <algorithm>

namespace rungwatch {

namespace {

/// Enough for the stretch between two keyframes, and the step back into the one before.
constexpr std::size_t blocksKept = 12;
/// A list after a seek is made of at most so many blocks: what is older is one seek away.
constexpr int blocksSearched = 6;

std::uint64_t decisionOf(const fleet::Event& event)
{
    return event.causedBy == 0 ? event.seq : event.causedBy;
}

} // namespace

ReplayCursor::ReplayCursor(journal::JournalReader reader)
    : m_reader(std::move(reader))
{
}

Result<ReplayCursor> ReplayCursor::open(const QString& file)
{
    auto reader = journal::JournalReader::open(file);
    if (!reader)
        return reader.error();
    if (reader.value().lastSeq() == 0)
        return Error{"empty", "the journal holds no event yet", file.toStdString()};
    ReplayCursor cursor(std::move(reader).value());
    if (const auto error = cursor.refresh())
        return *error;
    if (const auto error = cursor.seekEvent(cursor.m_reader.firstSeq()))
        return *error;
    return cursor;
}

Moment ReplayCursor::now() const
{
    return {m_state.steady + m_into, m_state.wall + m_into, Duration{0}};
}

std::optional<Error> ReplayCursor::refresh()
{
    if (const auto error = m_reader.refresh())
        return error;
    auto more = m_reader.keyframesAfter(m_keyframes.empty() ? 0 : m_keyframes.back().seq);
    if (!more)
        return more.error();
    // One whose events are missing, or not yet seen, is of no use.
    const auto usable =
        std::find_if(more->begin(), more->end(), [this](const auto& place) { return place.seq > m_reader.lastSeq(); });
    m_keyframes.insert(m_keyframes.end(), more->begin(), usable);
    return std::nullopt;
}

Result<ReplayCursor::Events> ReplayCursor::blockWith(std::uint64_t seq)
{
    const auto holds = [seq](const Events& events) { return events->front().seq <= seq && seq <= events->back().seq; };
    if (m_current && holds(m_current))
        return m_current;
    const auto kept = std::find_if(m_blocks.begin(), m_blocks.end(), holds);
    if (kept != m_blocks.end()) {
        m_blocks.splice(m_blocks.begin(), m_blocks, kept);
        return m_blocks.front();
    }
    auto read = m_reader.blockWith(seq);
    if (!read)
        return read.error();
    if (read->empty()) {
        if (seq <= m_reader.lastSeq())
            return Error{"damaged", "event " + std::to_string(seq) + " is missing", {}};
        return Events{};
    }
    m_blocks.push_front(std::make_shared<const std::vector<fleet::Event>>(std::move(read).value()));
    if (m_blocks.size() > blocksKept)
        m_blocks.pop_back();
    return m_blocks.front();
}

Result<const fleet::Event*> ReplayCursor::event(std::uint64_t seq)
{
    // What a console wrote after the last look is not there yet: the end stays where it was said to be.
    if (seq > m_reader.lastSeq())
        return static_cast<const fleet::Event*>(nullptr);
    auto block = blockWith(seq);
    if (!block)
        return block.error();
    m_current = *block;
    return m_current ? &(*m_current)[seq - m_current->front().seq] : nullptr;
}

Duration ReplayCursor::gapTo(const fleet::Event& next) const
{
    const bool sameSession = !std::holds_alternative<fleet::SessionStarted>(next.body);
    return std::max(Duration{0}, sameSession ? next.steady - m_state.steady : next.wall - m_state.wall);
}

std::optional<Error> ReplayCursor::rewindTo(std::uint64_t keyframe)
{
    m_into = Duration{0};
    if (keyframe == 0) { // before the first one
        m_state = {};
        m_state.seq = m_reader.firstSeq() - 1;
        return std::nullopt;
    }
    if (keyframe != m_keyframe.seq) {
        auto read = m_reader.keyframeAt(keyframe);
        if (!read)
            return read.error();
        if (!read->has_value())
            return Error{"damaged", "the keyframe after event " + std::to_string(keyframe) + " is missing", {}};
        auto state = fleet::fromSerialised((*read)->state);
        if (!state)
            return state.error();
        m_keyframe = std::move(state).value();
    }
    m_state = m_keyframe;
    return std::nullopt;
}

std::optional<Error> ReplayCursor::applyWhile(const std::function<bool(const fleet::Event&)>& wanted)
{
    for (;;) {
        const auto next = event(m_state.seq + 1);
        if (!next)
            return next.error();
        if (!*next || !wanted(**next))
            return std::nullopt;
        fleet::apply(m_state, **next);
        m_into = Duration{0};
    }
}

std::optional<Error> ReplayCursor::seek(WallTime at)
{
    // A calendar that was set back may come by the beginning's time once more.
    if (at <= firstWall())
        return seekEvent(m_reader.firstSeq());
    const auto keyframe = std::find_if(m_keyframes.rbegin(), m_keyframes.rend(),
        [at](const journal::KeyframePlace& place) { return place.wall <= at; });
    if (const auto error = rewindTo(keyframe == m_keyframes.rend() ? 0 : keyframe->seq))
        return error;
    if (const auto error = applyWhile([at](const fleet::Event& event) { return event.wall <= at; }))
        return error;
    const auto next = event(m_state.seq + 1);
    if (!next)
        return next.error();
    if (*next)
        m_into = std::clamp(at - m_state.wall, Duration{0}, gapTo(**next));
    return std::nullopt;
}

std::optional<Error> ReplayCursor::seekEvent(std::uint64_t seq)
{
    seq = std::clamp(seq, m_reader.firstSeq(), m_reader.lastSeq());
    const auto after = std::upper_bound(m_keyframes.begin(), m_keyframes.end(), seq,
        [](std::uint64_t wanted, const journal::KeyframePlace& place) { return wanted < place.seq; });
    if (const auto error = rewindTo(after == m_keyframes.begin() ? 0 : std::prev(after)->seq))
        return error;
    if (const auto error = applyWhile([&](const fleet::Event& event) { return event.seq <= seq; }))
        return error;
    return finishDecision();
}

std::optional<Error> ReplayCursor::finishDecision()
{
    const auto last = event(m_state.seq);
    if (!last)
        return last.error();
    const auto decision = *last ? decisionOf(**last) : 0;
    return applyWhile([decision](const fleet::Event& event) { return event.causedBy == decision; });
}

/// Of the decision that ended where the cursor stands.
Result<std::uint64_t> ReplayCursor::decisionStart()
{
    const auto last = event(m_state.seq);
    if (!last)
        return last.error();
    return *last ? decisionOf(**last) : m_state.seq;
}

Result<bool> ReplayCursor::step(journal::Landmark landmark, bool forward)
{
    std::uint64_t from = m_state.seq;
    if (!forward) {
        // Where time has passed since the last decision, that decision is the one before.
        const auto start = decisionStart();
        if (!start)
            return start.error();
        from = m_into > Duration{0} ? m_state.seq + 1 : *start;
    }
    const auto found = forward ? m_reader.landmarkAfter(landmark, from) : m_reader.landmarkBefore(landmark, from);
    if (!found)
        return found.error();
    // A row that was committed after the last look: the journal goes on there, but not yet here.
    if (!found->has_value() || **found > m_reader.lastSeq())
        return false;
    if (const auto error = seekEvent(**found))
        return *error;
    return true;
}

Result<Duration> ReplayCursor::advance(Duration by, const std::function<bool(const fleet::Event&)>& visit)
{
    Duration passed{0};
    for (;;) {
        const auto next = event(m_state.seq + 1);
        if (!next)
            return next.error();
        if (!*next)
            return passed;
        const auto wait = gapTo(**next) - m_into;
        if (passed + wait > by) {
            m_into += by - passed;
            return by;
        }
        passed += std::max(Duration{0}, wait);
        fleet::apply(m_state, **next);
        m_into = Duration{0};
        if (!visit(**next))
            return passed;
    }
}

Result<std::vector<fleet::Event>> ReplayCursor::recentLog(std::size_t most)
{
    std::vector<fleet::Event> newest;
    auto seq = m_state.seq;
    for (int searched = 0; searched < blocksSearched && seq >= m_reader.firstSeq() && newest.size() < most;
         ++searched) {
        auto block = blockWith(seq);
        if (!block)
            return block.error();
        if (!*block)
            break;
        const auto& events = **block;
        for (auto i = seq - events.front().seq + 1; i > 0 && newest.size() < most; --i)
            if (fleet::isLogged(events[i - 1].body))
                newest.push_back(events[i - 1]);
        seq = events.front().seq - 1;
    }
    std::reverse(newest.begin(), newest.end());
    return newest;
}

} // namespace rungwatch
