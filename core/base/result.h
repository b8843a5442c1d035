// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace rungwatch {

/// Why something could not be done, in the words that a person reads: what, where, and what was expected.
struct Error {
    /// A stable name for programs and tests: "bad-json", "unknown-key".
    std::string code;
    /// One sentence: what was found and what was expected. Plain text, never markup.
    std::string message;
    /// The place: a JSON pointer and line ("/features/0/ladder (line 12)"), a step, an argument. May be empty.
    std::string where;

    bool operator==(const Error&) const = default;
};

/// A value, or why there is none. Expected failures are values; exceptions are for programming mistakes.
template <class T> class [[nodiscard]] Result {
public:
    Result(T value)
        : m_content(std::in_place_index<0>, std::move(value))
    {
    }
    Result(Error error)
        : m_content(std::in_place_index<1>, std::move(error))
    {
    }

    [[nodiscard]] bool ok() const { return m_content.index() == 0; }
    explicit operator bool() const { return ok(); }

    /// The value; only when ok().
    [[nodiscard]] const T& value() const& { return std::get<0>(m_content); }
    [[nodiscard]] T& value() & { return std::get<0>(m_content); }
    [[nodiscard]] T&& value() && { return std::get<0>(std::move(m_content)); }
    const T& operator*() const { return value(); }
    const T* operator->() const { return &value(); }

    /// The error; only when not ok().
    [[nodiscard]] const Error& error() const { return std::get<1>(m_content); }

private:
    std::variant<T, Error> m_content;
};

} // namespace rungwatch
