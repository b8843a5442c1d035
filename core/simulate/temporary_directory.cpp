// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/simulate/temporary_directory.h"

#include <cerrno>
#include <system_error>

#include <cstdlib>

namespace rungwatch::simulate {

Result<TemporaryDirectory> TemporaryDirectory::make()
{
    std::error_code code;
    auto name = (std::filesystem::temp_directory_path(code) / "rungwatch-simulate-XXXXXX").string();
    if (code || !::mkdtemp(name.data()))
        return Error{"file-error",
            "cannot make a temporary directory: " + (code ? code.message() : std::generic_category().message(errno)),
            name};
    TemporaryDirectory made;
    made.m_path = name;
    return made;
}

TemporaryDirectory::~TemporaryDirectory()
{
    if (m_path.empty())
        return;
    std::error_code ignored; // there is nobody left to tell
    std::filesystem::remove_all(m_path, ignored);
}

} // namespace rungwatch::simulate
