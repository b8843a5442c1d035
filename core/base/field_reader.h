// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/codec.h"
#include "rungwatch/base/located_json.h"

#include <limits>

/// \file
/// Values read back from the JSON that JsonWriter makes of their fields (fields.h).

namespace rungwatch {

/// Reads one value. A member that is missing keeps its default, as an older program did not write it; a member that no
/// field has is a fault, as this program would lose it. After the first fault nothing is read any more.
class FieldReader {
public:
    /// `pointer` is the place of the value in its text: "/body".
    explicit FieldReader(std::string pointer = {})
        : m_pointer(std::move(pointer))
    {
    }

    template <class T> void read(const JsonValue& value, T& into)
    {
        using namespace codec;
        if (m_fault)
            return;
        if constexpr (std::same_as<T, bool>)
            into = truth(value);
        else if constexpr (NamedEnum<T>)
            readWord(value, into);
        else if constexpr (std::unsigned_integral<T>)
            into = static_cast<T>(unsignedWhole(value, std::numeric_limits<T>::max()));
        else if constexpr (std::signed_integral<T>)
            into = static_cast<T>(whole(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
        else if constexpr (std::same_as<T, WallTime>)
            into = wallTime(value);
        else if constexpr (isTime<T>)
            into = T{seconds(value)};
        else if constexpr (std::same_as<T, Percent>)
            into = percent(value);
        else if constexpr (std::same_as<T, double>)
            into = number(value);
        else if constexpr (std::same_as<T, std::string>)
            into = text(value);
        else if constexpr (isOptional<T>) {
            into.reset();
            if (!value.isNull())
                read(value, into.emplace());
        } else if constexpr (isShared<T>) {
            std::remove_cvref_t<decltype(into.get())> inner{};
            read(value, inner);
            into = T{std::move(inner)};
        } else if constexpr (isSequence<T>)
            readList(value, into);
        else if constexpr (isMap<T>)
            readMap(value, into);
        else
            readObject(value, into);
    }

    [[nodiscard]] const std::optional<Error>& fault() const { return m_fault; }

private:
    template <class T> void readWord(const JsonValue& value, T& into)
    {
        if (const auto word = enumFromName<T>(value.isText() ? value.text : std::string()))
            into = *word;
        else
            expected("one of the words that this program knows", value);
    }

    template <class T> void readList(const JsonValue& value, T& into)
    {
        into.clear();
        if (!value.isArray())
            return expected("a list", value);
        for (std::size_t i = 0; i < value.items.size() && !m_fault; ++i)
            inside(std::to_string(i), [&] {
                typename T::value_type item{};
                read(value.items[i], item);
                into.insert(into.end(), std::move(item));
            });
    }

    template <class T> void readMap(const JsonValue& value, T& into)
    {
        into.clear();
        if (!value.isObject())
            return expected("an object", value);
        for (const auto& member : value.members)
            inside(member.key, [&] {
                static_assert(std::same_as<typename T::key_type, std::string>);
                read(member.value, into[member.key]);
            });
    }

    template <class T> void readObject(const JsonValue& value, T& into)
    {
        if (!value.isObject())
            return expected("an object", value);
        std::vector<std::string_view> names;
        T::fields(into, [&](std::string_view name, auto& field) {
            names.push_back(name);
            if (const auto* member = value.find(name))
                inside(name, [&] { read(*member, field); });
        });
        refuseOthers(value, names);
    }

    template <class Read> void inside(std::string_view step, Read&& readPart)
    {
        if (m_fault)
            return;
        const auto length = m_pointer.size();
        m_pointer.append("/").append(step);
        readPart();
        m_pointer.resize(length);
    }

    bool truth(const JsonValue& value);
    std::uint64_t unsignedWhole(const JsonValue& value, std::uint64_t most);
    std::int64_t whole(const JsonValue& value, std::int64_t least, std::int64_t most);
    WallTime wallTime(const JsonValue& value);
    Duration seconds(const JsonValue& value);
    Percent percent(const JsonValue& value);
    double number(const JsonValue& value);
    std::string text(const JsonValue& value);
    void expected(std::string_view what, const JsonValue& found);
    void refuseOthers(const JsonValue& object, const std::vector<std::string_view>& names);

    std::string m_pointer;
    std::optional<Error> m_fault;
};

} // namespace rungwatch
