// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/cache/single_flight.h"

namespace rungwatch {

/// What a TtlCache is set to. Three rules, each with its own setting: how long an answer counts as valid, whether an
/// older one may stand in where the dependency failed, and whether an older one may be served while it is renewed.
struct TtlOptions {
    /// An answer is valid, and nobody asks the dependency, while age < ttl. More than 0, at most 10 years.
    Duration ttl{std::chrono::minutes{5}};
    /// Valid at any known age; ttl and its spread say nothing then.
    bool neverExpires{false};
    /// Shortens the life of each entry by up to this share of the ttl, drawn once when it is stored, so that what was
    /// stored together does not expire together. 0 to 90; never lengthens it.
    Percent spread{0};
    /// >= 1; the answer obtained longest ago makes room.
    std::size_t maxEntries{10'000};
    /// What may be served in the place of a load that failed, its age counted from when it was obtained (not from its
    /// expiry). Absent: nothing.
    std::optional<StalePolicy> staleIfError{StalePolicy{}};
    /// What may be served at once while one refresh goes on, its age counted likewise. Absent: nothing, whoever finds
    /// it expired waits for the load.
    std::optional<StalePolicy> staleWhileRevalidate;
    SingleFlight::Options flight;

    /// The first setting out of its range, by its fleet-file name.
    [[nodiscard]] std::optional<Error> fault() const;
    /// How long an entry is valid, by a draw of chance: more than 0, at most the ttl.
    [[nodiscard]] Duration life(std::uint64_t chance) const;
};

} // namespace rungwatch
