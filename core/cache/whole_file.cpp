// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/whole_file.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rungwatch::wholefile {

namespace {

Error fault(const char* what, const std::filesystem::path& path)
{
    return Error{"file-error", std::string(what) + ": " + std::generic_category().message(errno), path.string()};
}

class Descriptor {
public:
    Descriptor(const std::filesystem::path& path, int flags)
        : m_number(::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR))
    {
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }

    [[nodiscard]] bool ok() const { return m_number >= 0; }
    [[nodiscard]] int number() const { return m_number; }

private:
    int m_number;
};

bool writeAll(int number, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto written = ::write(number, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

Result<std::optional<std::string>> read(const std::filesystem::path& file, std::size_t most)
{
    // Without waiting: what stands in the file's place may be a pipe that nobody writes to.
    const Descriptor from(file, O_RDONLY | O_NONBLOCK);
    if (!from.ok())
        return errno == ENOENT ? Result<std::optional<std::string>>(std::nullopt) : fault("cannot open", file);
    std::string content;
    char part[16'384];
    while (content.size() <= most) {
        const auto got = ::read(from.number(), part, std::min(sizeof part, most + 1 - content.size()));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fault("cannot read", file);
        if (got == 0)
            break;
        content.append(part, static_cast<std::size_t>(got));
    }
    return std::optional(std::move(content));
}

std::optional<Error> write(
    const std::filesystem::path& file, const std::filesystem::path& temporary, std::string_view bytes)
{
    const auto failed = [&temporary](const char* what) {
        const auto error = fault(what, temporary);
        ::unlink(temporary.c_str());
        return error;
    };
    {
        const Descriptor to(temporary, O_WRONLY | O_CREAT | O_TRUNC);
        if (!to.ok())
            return fault("cannot create", temporary);
        if (!writeAll(to.number(), bytes))
            return failed("cannot write");
        if (::fsync(to.number()) != 0)
            return failed("cannot bring to the disk");
    }
    if (::rename(temporary.c_str(), file.c_str()) != 0)
        return failed("cannot rename");
    return std::nullopt;
}

std::optional<Error> syncDirectory(const std::filesystem::path& directory)
{
    const Descriptor opened(directory, O_RDONLY | O_DIRECTORY);
    if (!opened.ok() || ::fsync(opened.number()) != 0)
        return fault("cannot bring to the disk", directory);
    return std::nullopt;
}

} // namespace rungwatch::wholefile
