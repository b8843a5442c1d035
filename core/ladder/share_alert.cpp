// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/share_alert.h"

namespace rungwatch {

namespace {

/// Beyond this a count is damage, and its product with 100,000 would not fit.
constexpr std::uint64_t saneCount = 1'000'000'000'000;

} // namespace

ShareAlert::State ShareAlert::observe(State state, const Options& options, const Seen& seen)
{
    const auto part = seen.byRung.value_or(0);
    const auto whole = seen.byAll.value_or(0);
    if (!seen.byRung || whole == 0 || part > whole || whole > saneCount || seen.length < Duration{0})
        return state;
    state.lastShare = Percent::ratio(static_cast<std::int64_t>(part), static_cast<std::int64_t>(whole));
    // By the counts, not by the rounded share that is shown.
    const bool above = part * 100'000 > static_cast<std::uint64_t>(options.above.milli) * whole;
    if (!above) {
        state.aboveFor = Duration{0};
        state.raised = false;
        return state;
    }
    const auto room = Duration::max() - state.aboveFor;
    state.aboveFor = seen.length > room ? Duration::max() : state.aboveFor + seen.length;
    state.raised = state.raised || state.aboveFor >= options.forAtLeast;
    return state;
}

ShareAlert::Seen ShareAlert::seenOf(
    const std::map<std::string, std::uint64_t>& served, const std::string& rung, Duration length)
{
    std::uint64_t all = 0;
    for (const auto& [name, count] : served)
        all += count;
    const auto found = served.find(rung);
    return {length, found == served.end() ? 0 : found->second, all};
}

Result<ShareAlert::Options> validate(const ShareAlert::Options& options)
{
    if (options.rung.empty())
        return Error{"out-of-range", "expected the name of a rung", "/rung"};
    if (options.above.milli < 0 || options.above.milli >= 100'000)
        return Error{"out-of-range", "expected 0 to below 100: no share is above 100 %", "/above_pct"};
    if (options.forAtLeast < Duration{0} || options.forAtLeast > std::chrono::hours{24})
        return Error{"out-of-range", "expected 0 to 86400 seconds", "/for_s"};
    return options;
}

} // namespace rungwatch
