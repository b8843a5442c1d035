// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/file_entry.h"

#include "rungwatch/base/codec.h"

namespace rungwatch {

namespace {

constexpr std::string_view head = "rungwatch cache 1\n";
constexpr std::size_t checksumBytes = 8;

std::string checksum(std::string_view bytes)
{
    std::string text;
    for (auto rest = mixed(fnv1a(bytes)); text.size() < checksumBytes; rest >>= 8)
        text += static_cast<char>(rest & 0xff);
    return text;
}

/// Nothing where the difference overflows too.
std::optional<Duration> possibleAge(Duration now, Duration obtained)
{
    constexpr Duration longest = std::chrono::hours{24} * 36'500;
    Duration::rep age = 0;
    if (__builtin_sub_overflow(now.count(), obtained.count(), &age) || age < 0 || Duration{age} > longest)
        return std::nullopt;
    return Duration{age};
}

} // namespace

FileEntry FileEntry::of(const AnswerKey& key, const DatedValue& answer, const std::string& bootId, const Moment& now)
{
    FileEntry entry{key, answer.value, std::nullopt, {}, Duration{0}};
    const auto age = answer.stamp.ageAt(now);
    if (!age || !possibleAge(*age, Duration{0}))
        return entry;
    entry.obtained = now.wall - *age;
    entry.bootId = bootId;
    entry.obtainedBoot = now.boot - *age;
    return entry;
}

DatedValue FileEntry::dated(const std::string& currentBootId, const Moment& now) const
{
    std::optional<Duration> age;
    if (obtained && !bootId.empty() && bootId == currentBootId)
        age = possibleAge(now.boot, obtainedBoot);
    else if (obtained)
        age = possibleAge(now.wall.time_since_epoch(), obtained->time_since_epoch());
    return {value, {age, now}};
}

std::string FileEntry::packed() const
{
    auto bytes = std::string(head) + encoded(*this);
    bytes += checksum(bytes);
    return bytes;
}

std::optional<FileEntry> FileEntry::unpacked(std::string_view bytes)
{
    if (bytes.size() < head.size() + checksumBytes || !bytes.starts_with(head))
        return std::nullopt;
    const auto covered = bytes.substr(0, bytes.size() - checksumBytes);
    if (bytes.substr(covered.size()) != checksum(covered))
        return std::nullopt;
    auto entry = decoded<FileEntry>(covered.substr(head.size()));
    if (!entry)
        return std::nullopt;
    return std::move(entry).value();
}

} // namespace rungwatch
