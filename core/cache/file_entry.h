// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/cache/age_stamp.h"

namespace rungwatch {

/// What a FileLevel keeps in one file. Steady time means nothing to the next run, so it holds calendar time; and the
/// time since the machine started, which no setting of the calendar moves, for as long as the machine runs.
struct FileEntry {
    AnswerKey key;
    std::string value;
    /// Absent: unknown.
    std::optional<WallTime> obtained;
    /// Which start of the machine `obtainedBoot` counts from; empty: not known.
    std::string bootId;
    Duration obtainedBoot{0};

    [[nodiscard]] static FileEntry of(
        const AnswerKey& key, const DatedValue& answer, const std::string& bootId, const Moment& now);
    /// The value with its age by `now`, computed once: what is negative or impossible (100 years) is unknown.
    [[nodiscard]] DatedValue dated(const std::string& currentBootId, const Moment& now) const;

    /// With a head and a checksum, so that a torn or changed file is known as one.
    [[nodiscard]] std::string packed() const;
    /// Nothing for bytes that packed() did not give.
    [[nodiscard]] static std::optional<FileEntry> unpacked(std::string_view bytes);

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("identity", self.key.identity);
        visit("scope", self.key.scope);
        visit("value", self.value);
        visit("obtained", self.obtained);
        visit("boot_id", self.bootId);
        visit("obtained_boot_s", self.obtainedBoot);
    }
};

} // namespace rungwatch
