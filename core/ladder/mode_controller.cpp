// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/mode_controller.h"

namespace rungwatch {

namespace {

/// The first signal that is bad, in the order of Signal. Without a look at how many calls it rests on.
std::optional<ModeController::LastReset> badSignal(
    const ModeController::Options& options, const ModeController::Observation& seen)
{
    using Signal = ModeController::Signal;
    if (seen.error && *seen.error >= options.maxError)
        return ModeController::LastReset{0, Signal::Error, seen.error->milli};
    if (options.maxP95 && seen.p95 && *seen.p95 >= *options.maxP95)
        return ModeController::LastReset{0, Signal::P95, seen.p95->count() / 1'000'000};
    if (seen.quotaSpent)
        return ModeController::LastReset{0, Signal::QuotaSpent, 1'000};
    return std::nullopt;
}

} // namespace

ModeController::Verdict ModeController::verdict(const Options& options, const Observation& seen)
{
    if (!seen.requests || *seen.requests < options.minRequests)
        return Verdict::Unknown;
    if (badSignal(options, seen))
        return Verdict::Bad;
    // Without an error rate nothing says that the calls went well.
    return seen.error ? Verdict::Good : Verdict::Unknown;
}

ModeController::State ModeController::observe(State state, const Options& options, const Observation& seen)
{
    ++state.intervals;
    switch (verdict(options, seen)) {
    case Verdict::Unknown:
        break;
    case Verdict::Bad:
        state.lastReset = badSignal(options, seen);
        state.lastReset->n = state.intervals;
        state.healthyRun = 0;
        state.switches += state.degraded ? 0 : 1;
        state.degraded = true;
        break;
    case Verdict::Good:
        if (state.degraded && ++state.healthyRun >= options.hold) {
            state.degraded = false;
            ++state.switches;
        }
        break;
    }
    return state;
}

Mode ModeController::observe(const Observation& seen)
{
    m_state = observe(m_state, m_options, seen);
    return mode();
}

Result<ModeController::Options> validate(const ModeController::Options& options)
{
    const auto wrong = [](const char* key, const char* expected) {
        return Error{"out-of-range", std::string("expected ") + expected, key};
    };
    if (options.maxError.milli <= 0 || options.maxError.milli > 100'000)
        return wrong("/max_error_pct", "more than 0 and at most 100");
    if (options.maxP95 && *options.maxP95 <= Duration{0})
        return wrong("/max_p95_s", "more than 0 seconds");
    if (options.hold < 1 || options.hold > 1'000)
        return wrong("/hold", "1 to 1000 intervals");
    if (options.interval < std::chrono::milliseconds{1} || options.interval > std::chrono::hours{24})
        return wrong("/interval_s", "0.001 to 86400 seconds");
    return options;
}

} // namespace rungwatch
