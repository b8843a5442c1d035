// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/result.h"

#include <cstddef>
#include <filesystem>
#include <optional>

/// \file
/// The file calls of FileLevel, the one part of the core that touches files. A file is there whole, or not at all.

namespace rungwatch::wholefile {

/// The content; nothing where there is no such file. Of a longer file than `most` bytes, `most` + 1 of them.
[[nodiscard]] Result<std::optional<std::string>> read(const std::filesystem::path& file, std::size_t most);
/// Writes `temporary`, brings it to the disk and renames it to `file`: a crash leaves the old content or the new.
/// Readable by its owner alone.
[[nodiscard]] std::optional<Error> write(
    const std::filesystem::path& file, const std::filesystem::path& temporary, std::string_view bytes);
/// Brings what was renamed or removed in `directory` to the disk.
[[nodiscard]] std::optional<Error> syncDirectory(const std::filesystem::path& directory);

} // namespace rungwatch::wholefile
