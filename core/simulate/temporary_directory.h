// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/result.h"

#include <filesystem>
#include <utility>

namespace rungwatch::simulate {

/// A fresh directory of the script's own, removed with what is in it.
class TemporaryDirectory {
public:
    TemporaryDirectory() = default;
    TemporaryDirectory(TemporaryDirectory&& other) noexcept
        : m_path(std::exchange(other.m_path, {}))
    {
    }
    TemporaryDirectory& operator=(TemporaryDirectory&& other) noexcept
    {
        std::swap(m_path, other.m_path);
        return *this;
    }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory();

    [[nodiscard]] static Result<TemporaryDirectory> make();
    /// Empty where none was made.
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

} // namespace rungwatch::simulate
