// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"
#include "rungwatch/base/hash.h"
#include "rungwatch/base/result.h"

#include <bit>

/// \file
/// What is made of a struct's fields (fields.h): bytes, a value read back from bytes, a hash, JSON, and names.

namespace rungwatch {

namespace codec {

template <class T> inline constexpr bool isOptional = false;
template <class T> inline constexpr bool isOptional<std::optional<T>> = true;
/// How many kinds a variant, or what is derived from one, has.
template <class... T> std::integral_constant<std::size_t, sizeof...(T)> kindsOf(const std::variant<T...>&);
template <class T>
concept isVariant = requires(const T& value)
{
    codec::kindsOf(value);
};
template <class T> inline constexpr bool isShared = false;
template <class T> inline constexpr bool isShared<Shared<T>> = true;
template <class T> inline constexpr bool isSequence = false;
template <class T> inline constexpr bool isSequence<std::vector<T>> = true;
template <class T> inline constexpr bool isSequence<std::set<T>> = true;
template <class T> inline constexpr bool isMap = false;
template <class K, class V> inline constexpr bool isMap<std::map<K, V>> = true;

template <class T> std::int64_t ticks(const T& time)
{
    if constexpr (requires { time.time_since_epoch(); })
        return time.time_since_epoch().count();
    else
        return time.count();
}
template <class T>
inline constexpr bool isTime = std::same_as<T, Duration> || std::same_as<T, SteadyTime> || std::same_as<T, WallTime>;

} // namespace codec

/// Writes values as compact bytes: varints (zigzag where signed), length-prefixed text, fields in their order.
/// The same value gives the same bytes on every machine.
class ByteWriter {
public:
    template <class T> void write(const T& value)
    {
        using namespace codec;
        if constexpr (std::same_as<T, bool>)
            unsignedInt(value ? 1 : 0);
        else if constexpr (std::is_enum_v<T>)
            unsignedInt(static_cast<std::uint64_t>(value));
        else if constexpr (std::unsigned_integral<T>)
            unsignedInt(value);
        else if constexpr (std::signed_integral<T>)
            signedInt(value);
        else if constexpr (isTime<T>)
            signedInt(ticks(value));
        else if constexpr (std::same_as<T, Percent>)
            signedInt(value.milli);
        else if constexpr (std::same_as<T, double>)
            unsignedInt(std::bit_cast<std::uint64_t>(value));
        else if constexpr (std::same_as<T, std::string>)
            text(value);
        else if constexpr (isOptional<T>) {
            unsignedInt(value ? 1 : 0);
            if (value)
                write(*value);
        } else if constexpr (isShared<T>)
            write(value.get());
        else if constexpr (isSequence<T>) {
            unsignedInt(value.size());
            for (const auto& item : value)
                write(item);
        } else if constexpr (isMap<T>) {
            unsignedInt(value.size());
            for (const auto& [key, item] : value) {
                write(key);
                write(item);
            }
        } else if constexpr (isVariant<T>) {
            unsignedInt(value.index());
            std::visit([this](const auto& alternative) { write(alternative); }, value);
        } else
            T::fields(value, [this](std::string_view, const auto& field) { write(field); });
    }

    [[nodiscard]] const std::string& bytes() const { return m_bytes; }
    [[nodiscard]] std::string take() { return std::move(m_bytes); }

private:
    void unsignedInt(std::uint64_t value);
    void signedInt(std::int64_t value);
    void text(std::string_view value);

    std::string m_bytes;
};

/// Reads what ByteWriter wrote. Never throws and never reads past the end: after damage failed() is true and every
/// value read is its default. Counts and lengths are checked against what is left, so damage can't ask for memory.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes)
        : m_rest(bytes)
    {
    }

    template <class T> [[nodiscard]] T read()
    {
        T value{};
        readInto(value);
        return value;
    }

    template <class T> void readInto(T& value)
    {
        using namespace codec;
        if constexpr (std::same_as<T, bool>)
            value = flag();
        else if constexpr (NamedEnum<T>) {
            const auto raw = unsignedInt();
            if (raw >= enumNames(T{}).size())
                fail();
            else
                value = static_cast<T>(raw);
        } else if constexpr (std::unsigned_integral<T>) {
            const auto raw = unsignedInt();
            value = static_cast<T>(raw);
            if (value != raw)
                fail();
        } else if constexpr (std::signed_integral<T>) {
            const auto raw = signedInt();
            value = static_cast<T>(raw);
            if (value != raw)
                fail();
        } else if constexpr (isTime<T>)
            value = T{Duration{signedInt()}};
        else if constexpr (std::same_as<T, Percent>)
            value.milli = signedInt();
        else if constexpr (std::same_as<T, double>)
            value = std::bit_cast<double>(unsignedInt());
        else if constexpr (std::same_as<T, std::string>)
            value = text();
        else if constexpr (isOptional<T>) {
            value.reset();
            if (flag())
                readInto(value.emplace());
        } else if constexpr (isShared<T>) {
            std::remove_cvref_t<decltype(value.get())> inner{};
            readInto(inner);
            value = T{std::move(inner)};
        } else if constexpr (isSequence<T>) {
            value.clear();
            for (auto left = count(); left > 0 && !m_failed; --left)
                value.insert(value.end(), read<typename T::value_type>());
        } else if constexpr (isMap<T>) {
            value.clear();
            for (auto left = count(); left > 0 && !m_failed; --left) {
                auto key = read<typename T::key_type>();
                value.insert_or_assign(std::move(key), read<typename T::mapped_type>());
            }
        } else if constexpr (isVariant<T>)
            readAlternative(value, unsignedInt(), std::make_index_sequence<decltype(codec::kindsOf(value))::value>{});
        else
            T::fields(value, [this](std::string_view, auto& field) { readInto(field); });
    }

    [[nodiscard]] bool failed() const { return m_failed; }
    [[nodiscard]] bool atEnd() const { return m_rest.empty(); }

private:
    template <class V, std::size_t... I> void readAlternative(V& value, std::uint64_t index, std::index_sequence<I...>)
    {
        const bool known = ((index == I ? (readInto(value.template emplace<I>()), true) : false) || ...);
        if (!known)
            fail();
    }

    std::uint64_t unsignedInt();
    std::int64_t signedInt();
    std::string text();
    std::uint64_t count();
    /// 0 or 1: every value has one form in bytes, so that no changed byte reads as what was written.
    bool flag();
    void fail();

    std::string_view m_rest;
    bool m_failed{false};
};

/// Builds one JSON text. Text that is not valid UTF-8 is written with replacement characters, never an exception.
class JsonWriter {
public:
    JsonWriter();
    ~JsonWriter();
    JsonWriter(const JsonWriter&) = delete;
    JsonWriter& operator=(const JsonWriter&) = delete;

    template <class T> void write(const T& value)
    {
        using namespace codec;
        if constexpr (std::same_as<T, bool>)
            boolean(value);
        else if constexpr (NamedEnum<T>)
            text(nameOf(value));
        else if constexpr (std::unsigned_integral<T>)
            unsignedInt(value);
        else if constexpr (std::signed_integral<T>)
            signedInt(value);
        else if constexpr (std::same_as<T, WallTime>)
            wallTime(value);
        else if constexpr (isTime<T>)
            seconds(ticks(value));
        else if constexpr (std::same_as<T, Percent>)
            number(value.value());
        else if constexpr (std::same_as<T, double>)
            number(value); // null for what is not finite
        else if constexpr (std::convertible_to<T, std::string_view>)
            text(value);
        else if constexpr (isOptional<T>) {
            if (value)
                write(*value);
            else
                null();
        } else if constexpr (isShared<T>)
            write(value.get());
        else if constexpr (isSequence<T>) {
            beginArray();
            for (const auto& item : value)
                write(item);
            end();
        } else if constexpr (isMap<T>) {
            beginObject();
            for (const auto& [name, item] : value) {
                if constexpr (std::convertible_to<decltype(name), std::string_view>)
                    key(name);
                else
                    key(std::to_string(name));
                write(item);
            }
            end();
        } else if constexpr (isVariant<T>)
            std::visit([this](const auto& alternative) { write(alternative); }, value);
        else {
            beginObject();
            writeFields(value);
            end();
        }
    }

    /// One member of the object that is open now.
    template <class T> void member(std::string_view name, const T& value)
    {
        key(name);
        write(value);
    }

    /// The fields of `value` into the object that is open now.
    template <HasFields T> void writeFields(const T& value)
    {
        T::fields(value, [this](std::string_view name, const auto& field) {
            key(name);
            write(field);
        });
    }

    void beginObject();
    void beginArray();
    void end();
    void key(std::string_view name);
    void text(std::string_view value);
    void boolean(bool value);
    void number(double value);
    void null();

    /// The finished text, on one line.
    [[nodiscard]] std::string str() const;

private:
    void unsignedInt(std::uint64_t value);
    void signedInt(std::int64_t value);
    void seconds(std::int64_t nanoseconds);
    void wallTime(WallTime value);

    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

template <class T> [[nodiscard]] std::string encoded(const T& value)
{
    ByteWriter writer;
    writer.write(value);
    return writer.take();
}

/// A value from exactly these bytes; an error "damaged" where they are cut, too long or hold an unknown value.
template <class T> Result<T> decoded(std::string_view bytes)
{
    ByteReader reader(bytes);
    T value = reader.read<T>();
    if (reader.failed() || !reader.atEnd())
        return Error{"damaged", "the bytes do not hold what their kind says", {}};
    return value;
}

/// Covers every field, in order.
template <class T> [[nodiscard]] std::uint64_t hashOf(const T& value)
{
    return fnv1a(encoded(value));
}

template <class T> [[nodiscard]] std::string jsonText(const T& value)
{
    JsonWriter writer;
    writer.write(value);
    return writer.str();
}

/// UTC as RFC 3339 with milliseconds: "2026-11-30T14:27:05.600Z".
[[nodiscard]] std::string rfc3339(WallTime time);
/// Strict RFC 3339 ("Z" or an offset; fraction of any length); nothing for what is not a calendar time.
[[nodiscard]] std::optional<WallTime> fromRfc3339(std::string_view text);

} // namespace rungwatch
