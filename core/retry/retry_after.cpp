// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/retry/retry_after.h"

#include <algorithm>
#include <array>

namespace rungwatch {

namespace {

constexpr std::array<std::string_view, 7> weekdays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 12> months{
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

bool allDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Digits, or nothing for anything else and for more than `most`.
std::optional<int> digits(std::string_view text, int most)
{
    if (!allDigits(text))
        return std::nullopt;
    int value = 0;
    for (const char c : text)
        value = value * 10 + (c - '0');
    return value <= most ? std::optional(value) : std::nullopt;
}

template <std::size_t N>
std::optional<unsigned> indexOf(const std::array<std::string_view, N>& words, std::string_view word)
{
    const auto* found = std::find(words.begin(), words.end(), word);
    return found == words.end() ? std::nullopt : std::optional(static_cast<unsigned>(found - words.begin()));
}

Duration secondsUpToTheLimit(std::string_view text)
{
    constexpr auto most = std::chrono::duration_cast<std::chrono::seconds>(Duration::max()).count();
    std::int64_t seconds = 0;
    for (const char c : text) {
        seconds = seconds * 10 + (c - '0');
        if (seconds > most)
            return Duration::max();
    }
    return std::chrono::seconds{seconds};
}

/// "Sun, 06 Nov 1994 08:49:37 GMT", to the letter.
std::optional<std::chrono::sys_seconds> imfFixdate(std::string_view text)
{
    using namespace std::chrono;
    constexpr std::string_view shape = "ddd, 00 mmm 0000 00:00:00 GMT";
    if (text.size() != shape.size() || text.substr(3, 2) != ", " || text[7] != ' ' || text[11] != ' ' || text[16] != ' '
        || text[19] != ':' || text[22] != ':' || text.substr(25) != " GMT")
        return std::nullopt;
    const auto dayOfWeek = indexOf(weekdays, text.substr(0, 3));
    const auto dayOfMonth = digits(text.substr(5, 2), 31);
    const auto monthIndex = indexOf(months, text.substr(8, 3));
    const auto yearNumber = digits(text.substr(12, 4), 9999);
    const auto hour = digits(text.substr(17, 2), 23);
    const auto minute = digits(text.substr(20, 2), 59);
    const auto second = digits(text.substr(23, 2), 60); // a leap second is legal, and is the next minute's first
    if (!dayOfWeek || !dayOfMonth || !monthIndex || !yearNumber || !hour || !minute || !second)
        return std::nullopt;
    const auto date = year{*yearNumber} / month{*monthIndex + 1} / day{static_cast<unsigned>(*dayOfMonth)};
    if (!date.ok() || weekday{sys_days{date}} != weekday{*dayOfWeek})
        return std::nullopt;
    return sys_days{date} + hours{*hour} + minutes{*minute} + seconds{*second};
}

} // namespace

std::optional<Duration> parseRetryAfter(std::string_view text, WallTime now)
{
    if (allDigits(text))
        return secondsUpToTheLimit(text);
    const auto date = imfFixdate(text);
    if (!date)
        return std::nullopt;
    // In whole seconds first: four digits of a year reach further than nanoseconds do.
    const auto wholeSecond = std::chrono::floor<std::chrono::seconds>(now);
    const auto apart = *date - wholeSecond;
    if (apart <= std::chrono::seconds{0})
        return Duration{0};
    if (apart > std::chrono::floor<std::chrono::seconds>(Duration::max()))
        return Duration::max();
    return Duration{apart} - (now - wholeSecond);
}

Duration boundRetryAfter(Duration asked, Duration cap, std::optional<Duration> remaining)
{
    return std::max(std::min({asked, cap, remaining.value_or(Duration::max())}), Duration{0});
}

} // namespace rungwatch
