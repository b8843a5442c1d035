// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/file_level.h"

#include "rungwatch/base/hash.h"
#include "rungwatch/cache/whole_file.h"

#include <algorithm>

namespace rungwatch {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view suffix = ".answer";
constexpr std::string_view temporarySuffix = ".answer.tmp";

std::string hex(std::uint64_t number)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4)
        text += digits[(number >> shift) & 15];
    return text;
}

/// What the files of one identity have in common, whatever the scope.
std::string prefixOf(const std::string& identity)
{
    return hex(mixed(fnv1a(identity))) + "-";
}

/// Whether a file of that name is this level's own.
bool isOwn(std::string_view name, std::string_view ending)
{
    constexpr std::size_t stem = 16 + 1 + 16;
    return name.size() == stem + ending.size() && name.ends_with(ending) && name[16] == '-'
        && name.substr(0, stem).find_first_not_of("0123456789abcdef-") == std::string_view::npos;
}

Error fault(const char* what, const fs::path& path, const std::error_code& code)
{
    return Error{"file-error", std::string(what) + ": " + code.message(), path.string()};
}

} // namespace

fs::path FileLevel::fileOf(const AnswerKey& key) const
{
    const auto scope = hex(mixed(fnv1a(key.scope, fnv1a(key.identity))));
    return m_options.directory / (prefixOf(key.identity) + scope + std::string(suffix));
}

Result<std::optional<DatedValue>> FileLevel::get(const AnswerKey& key, const Moment& now)
{
    const std::lock_guard lock(m_mutex);
    const auto entry = load(key);
    if (!entry)
        return entry.error();
    if (!*entry)
        return std::optional<DatedValue>();
    return std::optional((*entry)->dated(m_options.bootId, now));
}

/// Nothing where there is none, or one of another key whose hash is the same.
Result<std::optional<FileEntry>> FileLevel::load(const AnswerKey& key)
{
    const auto file = fileOf(key);
    const auto content = wholefile::read(file, m_options.maxBytes + 1024);
    if (!content)
        return content.error();
    if (!*content)
        return std::optional<FileEntry>();
    auto entry = FileEntry::unpacked(**content);
    if (!entry) {
        ++m_damaged;
        std::error_code code;
        if (fs::remove(file, code) && m_count > 0)
            --m_count;
        return std::optional<FileEntry>();
    }
    if (entry->key != key)
        return std::optional<FileEntry>();
    return entry;
}

std::optional<Error> FileLevel::put(const AnswerKey& key, const DatedValue& answer, const Moment& now)
{
    if (answer.value.empty() || key.scope.empty())
        return Error{"nothing-to-store", "expected a value and a scope, found one of them empty", {}};
    if (key.identity.size() + key.scope.size() + answer.value.size() > m_options.maxBytes)
        return Error{"too-large", "expected at most " + std::to_string(m_options.maxBytes) + " bytes", key.identity};
    const std::lock_guard lock(m_mutex);
    if (auto error = prepare())
        return error;
    const auto present = load(key);
    if (!present)
        return present.error();
    if (*present && (*present)->dated(m_options.bootId, now).stamp.youngerThan(answer.stamp, now))
        return std::nullopt;
    const auto file = fileOf(key);
    std::error_code code;
    const bool added = !fs::exists(file, code);
    auto temporary = file;
    temporary += ".tmp";
    if (auto error = wholefile::write(file, temporary, FileEntry::of(key, answer, m_options.bootId, now).packed())) {
        m_prepared = false; // the directory may be gone
        return error;
    }
    m_count += added ? 1 : 0;
    if (m_count > m_options.maxEntries)
        if (auto error = makeRoom())
            return error;
    return wholefile::syncDirectory(m_options.directory);
}

/// Makes the directory and removes what a crash left half written.
std::optional<Error> FileLevel::prepare()
{
    if (m_prepared)
        return std::nullopt;
    std::error_code code;
    if (fs::create_directories(m_options.directory, code))
        fs::permissions(m_options.directory, fs::perms::owner_all, code);
    if (code)
        return fault("cannot make the directory", m_options.directory, code);
    std::vector<fs::path> left;
    for (fs::directory_iterator item(m_options.directory, code), end; !code && item != end; item.increment(code))
        if (isOwn(item->path().filename().string(), temporarySuffix))
            left.push_back(item->path());
    for (const auto& file : left)
        fs::remove(file, code);
    const auto own = files("");
    if (!own)
        return own.error();
    m_count = own->size();
    m_prepared = true;
    return std::nullopt;
}

Result<std::vector<fs::path>> FileLevel::files(const std::string& prefix) const
{
    std::vector<std::pair<fs::file_time_type, fs::path>> found;
    std::error_code code;
    fs::directory_iterator item(m_options.directory, code);
    if (code == std::errc::no_such_file_or_directory)
        return std::vector<fs::path>();
    for (const fs::directory_iterator end; !code && item != end; item.increment(code)) {
        const auto name = item->path().filename().string();
        std::error_code unknown; // gone meanwhile: it then counts as the oldest
        if (isOwn(name, suffix) && name.starts_with(prefix))
            found.emplace_back(fs::last_write_time(item->path(), unknown), item->path());
    }
    if (code)
        return fault("cannot list", m_options.directory, code);
    std::ranges::sort(found);
    std::vector<fs::path> paths;
    for (auto& [time, path] : found)
        paths.push_back(std::move(path));
    return paths;
}

/// A tenth more than it must, so that a full level does not list its directory at every put.
std::optional<Error> FileLevel::makeRoom()
{
    const auto own = files("");
    if (!own)
        return own.error();
    m_count = own->size();
    const auto keep = m_options.maxEntries - m_options.maxEntries / 10;
    std::error_code code;
    for (const auto& file : *own) {
        if (m_count <= keep)
            break;
        if (fs::remove(file, code); code)
            return fault("cannot remove", file, code);
        --m_count;
    }
    return std::nullopt;
}

std::optional<Error> FileLevel::removeFiles(const std::string& prefix)
{
    const auto own = files(prefix);
    if (!own)
        return own.error();
    if (own->empty())
        return std::nullopt;
    for (const auto& file : *own) {
        std::error_code code;
        if (fs::remove(file, code); code)
            return fault("cannot remove", file, code);
        if (m_count > 0)
            --m_count;
    }
    // Or a power cut would bring back what was removed because it is no longer true.
    return wholefile::syncDirectory(m_options.directory);
}

std::optional<Error> FileLevel::remove(const std::string& identity)
{
    const std::lock_guard lock(m_mutex);
    return removeFiles(prefixOf(identity));
}

std::optional<Error> FileLevel::clear()
{
    const std::lock_guard lock(m_mutex);
    return removeFiles("");
}

std::uint64_t FileLevel::damaged() const
{
    const std::lock_guard lock(m_mutex);
    return m_damaged;
}

} // namespace rungwatch
