// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/breaker/step.h"

#include <QString>
#include <QStringList>

namespace rungwatch::test {

/// A breaker's value on a hand-moved time, spoken to in a test's words. Time starts at 1,000 s.
struct BreakerDriver {
    breaker::Options options;
    breaker::State state;
    SteadyTime now{std::chrono::seconds{1'000}};
    std::optional<breaker::Refusal> refusal;
    /// "closed>open threshold", in order, since the last forget().
    QStringList log;

    breaker::Step give(const breaker::Input& input)
    {
        auto done = breaker::step(state, options, input, now);
        state = done.state;
        refusal = done.refusal;
        for (const auto& t : done.transitions)
            log << QStringLiteral("%1>%2 %3").arg(word(nameOf(t.from)), word(nameOf(t.to)), word(nameOf(t.cause)));
        return done;
    }
    std::optional<breaker::PermitId> ask() { return give(breaker::Admit{}).permit; }
    std::optional<breaker::PermitId> probe() { return give(breaker::ForceProbe{}).permit; }
    void end(breaker::PermitId permit, breaker::Verdict verdict, Duration latency = {})
    {
        give(breaker::Finish{permit, {verdict, latency}});
    }
    /// One call that is admitted and ends at once.
    bool call(breaker::Verdict verdict, Duration latency = {})
    {
        const auto permit = ask();
        if (permit)
            end(*permit, verdict, latency);
        return permit.has_value();
    }
    bool ok() { return call(breaker::Verdict::Success); }
    bool fail() { return call(breaker::Verdict::Failure); }
    void tick() { give(breaker::Tick{}); }
    void pass(Duration by) { now += by; }
    void tickAfter(Duration by)
    {
        pass(by);
        tick();
    }
    /// Fails until it is open.
    void trip()
    {
        while (state.phase == breaker::Phase::Closed)
            fail();
    }
    [[nodiscard]] QString phase() const { return word(nameOf(breaker::phaseAt(state, options, now))); }
    QString forget()
    {
        const auto said = log.join(QStringLiteral("; "));
        log.clear();
        return said;
    }

    static QString word(std::string_view text)
    {
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
};

} // namespace rungwatch::test
