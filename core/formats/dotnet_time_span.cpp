// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/dotnet_time_span.h"

#include <charconv>

namespace rungwatch::formats {

namespace {

/// Takes digits, at least one, whose value is at most `most`.
std::optional<std::int64_t> takeWhole(std::string_view& text, std::int64_t most)
{
    std::int64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || text.front() == '-' || value > most)
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

bool takeOne(std::string_view& text, char wanted)
{
    if (!text.starts_with(wanted))
        return false;
    text.remove_prefix(1);
    return true;
}

/// ".fffffff" to its end; the digits past nanoseconds are dropped.
std::optional<Duration> takeFraction(std::string_view& text)
{
    if (text.empty())
        return Duration{0};
    if (!takeOne(text, '.') || text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt;
    std::int64_t nanoseconds = 0;
    for (std::size_t i = 0; i < 9; ++i)
        nanoseconds = nanoseconds * 10 + (i < text.size() ? text[i] - '0' : 0);
    return Duration{nanoseconds};
}

} // namespace

std::optional<Duration> fromTimeSpan(std::string_view text)
{
    using namespace std::chrono;
    constexpr std::int64_t mostDays{106'000}; // what nanoseconds in 63 bits reach
    constexpr std::int64_t mostSeconds{mostDays * 86'400};
    if (text.find(':') == std::string_view::npos) {
        const auto whole = takeWhole(text, mostSeconds);
        const auto fraction = whole ? takeFraction(text) : std::nullopt;
        return fraction ? std::optional(seconds{*whole} + *fraction) : std::nullopt;
    }
    const auto first = takeWhole(text, mostDays);
    if (!first)
        return std::nullopt;
    const bool hasDays = takeOne(text, '.');
    const auto h = hasDays ? takeWhole(text, 23) : first;
    if (!h || *h > 23 || !takeOne(text, ':'))
        return std::nullopt;
    const auto m = takeWhole(text, 59);
    if (!m || !takeOne(text, ':'))
        return std::nullopt;
    const auto s = takeWhole(text, 59);
    const auto fraction = s ? takeFraction(text) : std::nullopt;
    if (!fraction)
        return std::nullopt;
    return days{hasDays ? *first : 0} + hours{*h} + minutes{*m} + seconds{*s} + *fraction;
}

} // namespace rungwatch::formats
