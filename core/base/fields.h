// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/clock.h"
#include "rungwatch/base/fixed.h"

#include <array>
#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// \file
/// One list of fields per struct, from which everything that must cover every field is made: the binary codec of the
/// journal, the state hash, the JSON that `watch` prints, and the test that names each field. A struct takes part by
/// one static member template:
///
///     struct Reading {
///         std::string name;
///         std::optional<Duration> age;
///         template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
///         {
///             visit("name", self.name);
///             visit("age_s", self.age);
///         }
///     };
///
/// The order is the wire order: append new fields at the end, and raise the journal's version when one is changed.
/// An enum takes part through `enumNames(E)`, found by argument-dependent lookup, in the order of its values from 0.

namespace rungwatch {

template <class T>
concept HasFields = requires(T& value)
{
    std::remove_const_t<T>::fields(value, [](std::string_view, auto&) {});
};

/// The words of an enum, by value: `constexpr std::array<std::string_view, N> enumNames(E)`.
template <class E>
concept NamedEnum = std::is_enum_v<E> && requires(E e)
{
    enumNames(e)[0];
};

template <NamedEnum E> [[nodiscard]] constexpr std::string_view nameOf(E value)
{
    return enumNames(value)[static_cast<std::size_t>(value)];
}

template <NamedEnum E> [[nodiscard]] constexpr std::optional<E> enumFromName(std::string_view name)
{
    const auto names = enumNames(E{});
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name)
            return static_cast<E>(i);
    return std::nullopt;
}

/// An immutable value that copies share: what has not changed costs nothing to copy, and to change it makes a new one.
/// Never null. Thread-safe to share, as the value is const.
template <class T> class Shared {
public:
    Shared()
        : m_value(std::make_shared<const T>())
    {
    }
    Shared(T value)
        : m_value(std::make_shared<const T>(std::move(value)))
    {
    }

    const T& operator*() const { return *m_value; }
    const T* operator->() const { return m_value.get(); }
    [[nodiscard]] const T& get() const { return *m_value; }
    /// Whether both share one value (not: whether they are equal). A view uses it to skip what did not change.
    [[nodiscard]] bool same(const Shared& other) const { return m_value == other.m_value; }

    /// Changes the value through `change(T&)`, for this copy alone.
    template <class Change> void edit(Change&& change)
    {
        auto copy = std::make_shared<T>(*m_value);
        change(*copy);
        m_value = std::move(copy);
    }

private:
    std::shared_ptr<const T> m_value;
};

} // namespace rungwatch
