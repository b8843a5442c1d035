// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/base/codec.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace rungwatch {

void ByteWriter::unsignedInt(std::uint64_t value)
{
    while (value >= 0x80) {
        m_bytes.push_back(static_cast<char>(value | 0x80));
        value >>= 7;
    }
    m_bytes.push_back(static_cast<char>(value));
}

void ByteWriter::signedInt(std::int64_t value)
{
    unsignedInt((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
}

void ByteWriter::text(std::string_view value)
{
    unsignedInt(value.size());
    m_bytes.append(value);
}

void ByteReader::fail()
{
    m_failed = true;
    m_rest = {};
}

std::uint64_t ByteReader::unsignedInt()
{
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64 && !m_rest.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(m_rest.front());
        m_rest.remove_prefix(1);
        if ((shift > 0 && byte == 0) || (shift == 63 && byte > 1))
            break; // longer than it has to be, or more than 64 bits: nobody wrote that
        value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    fail();
    return 0;
}

std::int64_t ByteReader::signedInt()
{
    const auto raw = unsignedInt();
    return static_cast<std::int64_t>(raw >> 1) ^ -static_cast<std::int64_t>(raw & 1);
}

std::string ByteReader::text()
{
    const auto length = count();
    std::string value(m_rest.substr(0, length));
    m_rest.remove_prefix(value.size());
    return value;
}

bool ByteReader::flag()
{
    const auto value = unsignedInt();
    if (value > 1)
        fail();
    return value == 1;
}

std::uint64_t ByteReader::count()
{
    const auto value = unsignedInt();
    if (value > m_rest.size()) { // every item takes a byte at least
        fail();
        return 0;
    }
    return value;
}

struct JsonWriter::Impl {
    nlohmann::ordered_json root;
    std::vector<nlohmann::ordered_json*> open;
    std::string pendingKey;

    nlohmann::ordered_json& put(nlohmann::ordered_json value)
    {
        if (open.empty())
            return root = std::move(value);
        if (open.back()->is_array())
            return open.back()->emplace_back(std::move(value));
        return (*open.back())[pendingKey] = std::move(value);
    }
};

JsonWriter::JsonWriter()
    : m_impl(std::make_unique<Impl>())
{
}
JsonWriter::~JsonWriter() = default;

void JsonWriter::beginObject()
{
    m_impl->open.push_back(&m_impl->put(nlohmann::ordered_json::object()));
}
void JsonWriter::beginArray()
{
    m_impl->open.push_back(&m_impl->put(nlohmann::ordered_json::array()));
}
void JsonWriter::end()
{
    m_impl->open.pop_back();
}
void JsonWriter::key(std::string_view name)
{
    m_impl->pendingKey = name;
}
void JsonWriter::text(std::string_view value)
{
    m_impl->put(std::string(value));
}
void JsonWriter::boolean(bool value)
{
    m_impl->put(value);
}
void JsonWriter::number(double value)
{
    m_impl->put(value);
}
void JsonWriter::null()
{
    m_impl->put(nullptr);
}
void JsonWriter::unsignedInt(std::uint64_t value)
{
    m_impl->put(value);
}
void JsonWriter::signedInt(std::int64_t value)
{
    m_impl->put(value);
}
void JsonWriter::seconds(std::int64_t nanoseconds)
{
    m_impl->put(static_cast<double>(nanoseconds) / 1e9);
}
void JsonWriter::wallTime(WallTime value)
{
    m_impl->put(rfc3339(value));
}
std::string JsonWriter::str() const
{
    return m_impl->root.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string rfc3339(WallTime time)
{
    using namespace std::chrono;
    const auto day = floor<days>(time);
    const year_month_day date{day};
    const hh_mm_ss clock{floor<milliseconds>(time - day)};
    char text[40];
    std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
        static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
        static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()),
        static_cast<int>(clock.subseconds().count()));
    return text;
}

namespace {

/// Takes exactly `digits` digits off the front; -1 where they are not there.
int takeNumber(std::string_view& text, std::size_t digits)
{
    if (text.size() < digits)
        return -1;
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        value = value * 10 + (text[i] - '0');
    }
    text.remove_prefix(digits);
    return value;
}

bool takeOne(std::string_view& text, std::string_view anyOf)
{
    if (text.empty() || anyOf.find(text.front()) == std::string_view::npos)
        return false;
    text.remove_prefix(1);
    return true;
}

/// ".25" as nanoseconds; nothing where a dot has no digits. Digits past the ninth are cut.
std::optional<Duration> takeFraction(std::string_view& text)
{
    if (!takeOne(text, "."))
        return Duration{0};
    std::int64_t nanos = 0;
    std::size_t digits = 0;
    for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1), ++digits)
        if (digits < 9)
            nanos = nanos * 10 + (text.front() - '0');
    if (digits == 0)
        return std::nullopt;
    for (; digits < 9; ++digits)
        nanos *= 10;
    return Duration{nanos};
}

std::optional<std::chrono::minutes> takeOffset(std::string_view& text)
{
    if (takeOne(text, "Zz"))
        return std::chrono::minutes{0};
    const bool behind = !text.empty() && text.front() == '-';
    if (!takeOne(text, "+-"))
        return std::nullopt;
    const int hours = takeNumber(text, 2);
    const bool colon = takeOne(text, ":");
    const int minutes = takeNumber(text, 2);
    if (!colon || hours < 0 || hours > 23 || minutes < 0 || minutes > 59)
        return std::nullopt;
    return std::chrono::minutes{(behind ? -1 : 1) * (hours * 60 + minutes)};
}

} // namespace

std::optional<WallTime> fromRfc3339(std::string_view text)
{
    using namespace std::chrono;
    const int y = takeNumber(text, 4);
    const bool dash1 = takeOne(text, "-");
    const int mo = takeNumber(text, 2);
    const bool dash2 = takeOne(text, "-");
    const int d = takeNumber(text, 2);
    const bool t = takeOne(text, "Tt ");
    const int h = takeNumber(text, 2);
    const bool colon1 = takeOne(text, ":");
    const int mi = takeNumber(text, 2);
    const bool colon2 = takeOne(text, ":");
    const int s = takeNumber(text, 2);
    const bool shape =
        dash1 && dash2 && t && colon1 && colon2 && y >= 0 && mo > 0 && d > 0 && h >= 0 && mi >= 0 && s >= 0;
    if (!shape || h > 23 || mi > 59 || s > 60 || y < 1678 || y > 2261) // the years that nanoseconds reach
        return std::nullopt;
    const year_month_day date{year{y}, month{static_cast<unsigned>(mo)}, day{static_cast<unsigned>(d)}};
    const auto fraction = takeFraction(text);
    const auto offset = fraction ? takeOffset(text) : std::nullopt;
    if (!date.ok() || !offset || !text.empty())
        return std::nullopt;
    return WallTime{sys_days{date}} + hours{h} + minutes{mi} + seconds{s} + *fraction - *offset;
}

} // namespace rungwatch
