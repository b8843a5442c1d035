// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/retry/retry.h"

namespace rungwatch {

RetryRun::RetryRun(const RetryTerms& terms, const RetryTools& tools)
    : m_terms(terms)
    , m_tools(tools)
{
}

std::optional<AttemptCall> RetryRun::next()
{
    if (m_report.state.ending)
        return std::nullopt;
    if (m_tools.waiter.cancelled()) {
        end(RetryEnding::Cancelled);
        return std::nullopt;
    }
    const auto now = m_tools.clock.steadyNow();
    if (!m_terms.deadline.mayStart(now)) { // before the first attempt, or a wait that took longer than asked for
        end(RetryEnding::Deadline);
        return std::nullopt;
    }
    if (m_started == 0 && m_tools.budget)
        m_tools.budget->addCalls(1, now);
    return AttemptCall{++m_started, m_terms.deadline.limit(m_terms.options.attemptLimit, now)};
}

void RetryRun::ended(const AttemptOutcome& outcome)
{
    const auto now = m_tools.clock.steadyNow();
    const auto step = stepRetry(m_report.state, outcome, m_terms, now, m_tools.uniform());
    m_report.state = step.state;
    if (m_report.state.ending)
        return;
    if (m_tools.waiter.cancelled())
        return end(RetryEnding::Cancelled);
    // Asked last, as what it gives is spent.
    if (m_tools.budget && !m_tools.budget->tryRetry(now))
        return end(RetryEnding::Budget);
    pause(step.wait);
}

void RetryRun::pause(Duration wait)
{
    if (wait <= Duration{0})
        return;
    const auto before = m_tools.clock.steadyNow();
    if (!m_tools.waiter.wait(wait))
        end(RetryEnding::Cancelled);
    m_report.waited += m_tools.clock.steadyNow() - before;
}

} // namespace rungwatch
