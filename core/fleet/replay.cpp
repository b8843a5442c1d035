// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/replay.h"

#include "rungwatch/base/codec.h"

#include <cstdio>

namespace rungwatch::fleet {

namespace {

std::string hex(std::uint64_t hash)
{
    char text[20];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

} // namespace

std::optional<Error> Replayer::add(const Event& event)
{
    if (event.seq != m_state.seq + 1)
        return Error{"bad-order",
            "expected event " + std::to_string(m_state.seq + 1) + ", found " + std::to_string(event.seq), {}};
    apply(m_state, event);
    return std::nullopt;
}

std::uint64_t Replayer::hash() const
{
    return hashOf(m_state);
}

void Verifier::differ(std::uint64_t seq, std::string kind, std::string expected, std::string got)
{
    if (!m_difference)
        m_difference = Difference{seq, std::move(kind), std::move(expected), std::move(got)};
}

void Verifier::decideAgain(const Event& input)
{
    static const Policy none;
    const auto& state = m_replayer.state();
    const auto& policy = state.policy ? *state.policy : none;
    m_expected = decide(state, policy, input.body, {input.steady, input.wall, Duration{0}}, m_memo).events;
    m_at = 1;
    m_lastInput = input.seq;
    // The envelope of an input is the engine's, and decide() would write the same one.
    if (encoded(m_expected.front()) != encoded(input))
        differ(input.seq, "fact", jsonLine(m_expected.front()), jsonLine(input));
}

void Verifier::compare(const Event& fact)
{
    if (m_at >= m_expected.size())
        return differ(fact.seq, "fact", {}, jsonLine(fact));
    const auto& expected = m_expected[m_at++];
    if (encoded(expected) != encoded(fact))
        differ(fact.seq, "fact", jsonLine(expected), jsonLine(fact));
}

void Verifier::add(const Event& event)
{
    ++m_events;
    if (isInput(event.body)) {
        finish();
        ++m_inputs;
        if (event.seq == m_replayer.state().seq + 1)
            decideAgain(event);
    } else if (!m_difference)
        compare(event);
    if (const auto fault = m_replayer.add(event))
        differ(event.seq, "order", std::to_string(m_replayer.state().seq + 1), std::to_string(event.seq));
}

void Verifier::expectHash(std::uint64_t recorded)
{
    if (const auto is = hash(); is != recorded)
        differ(m_replayer.state().seq, "hash", hex(recorded), hex(is));
}

void Verifier::finish()
{
    if (m_at < m_expected.size())
        differ(m_lastInput, "missing_fact", jsonLine(m_expected[m_at]), {});
    m_expected.clear();
    m_at = 0;
}

} // namespace rungwatch::fleet
