// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/result.h"

#include <memory>
#include <optional>
#include <string>

namespace rungwatch::exchange {

/// A text file line by line, plain or packed with gzip: the bytes tell which.
class LineSource {
public:
    /// Lines longer than this are refused.
    static constexpr std::size_t longestLine{64 * 1024 * 1024};

    LineSource();
    ~LineSource();
    LineSource(LineSource&&) noexcept;
    LineSource& operator=(LineSource&&) = delete;

    /// "unreadable".
    [[nodiscard]] static Result<LineSource> open(const std::string& file);

    /// The next line without its end; nothing at the end of the file, or after a fault.
    [[nodiscard]] std::optional<std::string> next();
    /// Of the line that next() gave last, from 1.
    [[nodiscard]] std::uint64_t line() const;
    /// Why it ended before the end of the file: "damaged", "too-large". The place is its line.
    [[nodiscard]] const std::optional<Error>& fault() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// A whole file, plain or packed with gzip, of at most `most` bytes: "unreadable", "damaged", "too-large".
[[nodiscard]] Result<std::string> wholeText(const std::string& file, std::size_t most);

} // namespace rungwatch::exchange
