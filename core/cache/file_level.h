// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/cache/cache_level.h"
#include "rungwatch/cache/file_entry.h"

#include <filesystem>
#include <mutex>

namespace rungwatch {

/// A level of files that outlive the process: one file an answer, named by a hash of its key and holding the whole key,
/// which is compared, so that no two keys ever share an answer. This level is the one part of the core that touches
/// files. A file that is torn, changed or not one of ours in content is a miss, counted and deleted; what the file
/// system refuses is an error. Thread-safe; the directory belongs to one process at a time, and files in it that are
/// not this level's are left alone.
class FileLevel final : public CacheLevel {
public:
    struct Options {
        /// Made where it is not there, for its owner alone.
        std::filesystem::path directory;
        /// Which start of the machine `Moment::boot` counts from (on Linux the content of
        /// /proc/sys/kernel/random/boot_id). Where it is that of the file, the age does not depend on the calendar;
        /// empty: the calendar decides alone.
        std::string bootId;
        /// >= 1; those written longest ago make room.
        std::size_t maxEntries{10'000};
        /// Of a key and a value together; larger ones are an error to put.
        std::size_t maxBytes{1 << 20};
    };

    explicit FileLevel(Options options)
        : m_options(std::move(options))
    {
    }

    [[nodiscard]] std::string_view name() const override { return "file"; }
    [[nodiscard]] Result<std::optional<DatedValue>> get(const AnswerKey& key, const Moment& now) override;
    std::optional<Error> put(const AnswerKey& key, const DatedValue& answer, const Moment& now) override;
    std::optional<Error> remove(const std::string& identity) override;
    std::optional<Error> clear() override;

    /// Files found torn, changed or foreign in content, and deleted.
    [[nodiscard]] std::uint64_t damaged() const;
    /// Where an answer for `key` is kept.
    [[nodiscard]] std::filesystem::path fileOf(const AnswerKey& key) const;

private:
    std::optional<Error> prepare();
    Result<std::optional<FileEntry>> load(const AnswerKey& key);
    /// Those of its own names that begin so, oldest first.
    Result<std::vector<std::filesystem::path>> files(const std::string& prefix) const;
    std::optional<Error> removeFiles(const std::string& prefix);
    std::optional<Error> makeRoom();

    const Options m_options;
    mutable std::mutex m_mutex;
    bool m_prepared{false};
    std::size_t m_count{0};
    std::uint64_t m_damaged{0};
};

} // namespace rungwatch
