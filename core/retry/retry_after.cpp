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

/// The fields of a date as they stand in its text.
struct WrittenDate {
    /// 0: Sunday.
    std::optional<unsigned> dayOfWeek;
    std::string_view day;
    std::string_view month;
    std::optional<int> year;
    /// "08:49:37"
    std::string_view time;
};

/// Nothing where a field is out of its range, or the day of the week is not that date's.
std::optional<std::chrono::sys_seconds> timeOf(const WrittenDate& written)
{
    using namespace std::chrono;
    const auto dayOfMonth = digits(written.day, 31);
    const auto monthIndex = indexOf(months, written.month);
    const auto hour = digits(written.time.substr(0, 2), 23);
    const auto minute = digits(written.time.substr(3, 2), 59);
    const auto second = digits(written.time.substr(6, 2), 60); // a leap second is legal, and is the next minute's first
    if (!written.dayOfWeek || !dayOfMonth || !monthIndex || !written.year || !hour || !minute || !second)
        return std::nullopt;
    if (written.time[2] != ':' || written.time[5] != ':')
        return std::nullopt;
    const auto date = year{*written.year} / month{*monthIndex + 1} / day{static_cast<unsigned>(*dayOfMonth)};
    if (!date.ok() || weekday{sys_days{date}} != weekday{*written.dayOfWeek})
        return std::nullopt;
    return sys_days{date} + hours{*hour} + minutes{*minute} + seconds{*second};
}

/// Whether `text` has just this length, and the shape's signs where it has none of "d" (anything) in it.
bool hasShape(std::string_view text, std::string_view shape)
{
    return text.size() == shape.size()
        && std::equal(text.begin(), text.end(), shape.begin(), [](char c, char s) { return s == 'd' || c == s; });
}

/// "Sun, 06 Nov 1994 08:49:37 GMT"
std::optional<std::chrono::sys_seconds> imfFixdate(std::string_view text)
{
    if (!hasShape(text, "ddd, dd ddd dddd dddddddd GMT"))
        return std::nullopt;
    return timeOf({indexOf(weekdays, text.substr(0, 3)), text.substr(5, 2), text.substr(8, 3),
        digits(text.substr(12, 4), 9999), text.substr(17, 8)});
}

/// "Sunday, 06-Nov-94 08:49:37 GMT"
std::optional<std::chrono::sys_seconds> rfc850Date(std::string_view text, WallTime now)
{
    using namespace std::chrono;
    constexpr std::array<std::string_view, 7> names{
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
    const auto comma = std::min(text.find(','), text.size());
    const auto rest = text.substr(comma);
    if (!hasShape(rest, ", dd-ddd-dd dddddddd GMT"))
        return std::nullopt;
    auto last = digits(rest.substr(9, 2), 99);
    if (last) {
        const int thisYear{year_month_day{floor<days>(now)}.year()};
        *last += thisYear - thisYear % 100;
        *last += *last > thisYear + 50 ? -100 : *last <= thisYear - 50 ? 100 : 0;
    }
    return timeOf(
        {indexOf(names, text.substr(0, comma)), rest.substr(2, 2), rest.substr(5, 3), last, rest.substr(12, 8)});
}

/// "Sun Nov  6 08:49:37 1994"
std::optional<std::chrono::sys_seconds> asctimeDate(std::string_view text)
{
    if (!hasShape(text, "ddd ddd dd dddddddd dddd"))
        return std::nullopt;
    const auto day = text[8] == ' ' ? text.substr(9, 1) : text.substr(8, 2);
    return timeOf({indexOf(weekdays, text.substr(0, 3)), day, text.substr(4, 3), digits(text.substr(20, 4), 9999),
        text.substr(11, 8)});
}

std::optional<std::chrono::sys_seconds> httpDate(std::string_view text, WallTime now)
{
    if (const auto date = imfFixdate(text))
        return date;
    const auto date = rfc850Date(text, now);
    return date ? date : asctimeDate(text);
}

} // namespace

std::optional<Duration> parseRetryAfter(std::string_view text, WallTime now)
{
    if (allDigits(text))
        return secondsUpToTheLimit(text);
    const auto date = httpDate(text, now);
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
