// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/composition.h"

#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace rungwatch::cli {

/// The options of everything that watches a fleet: what, where to, and how the book store runs where that is watched.
struct ConsoleOptions {
    std::string fleet;
    std::string journal;
    std::string keepAge;
    std::string keepSize;
    int speed{0};
    int startMinute{-1};
    std::string scenario;

    void declare(CLI::App& app);
    [[nodiscard]] Composition::Options composition() const;
    /// What is named where it can't be started.
    [[nodiscard]] std::string subject() const { return fleet.empty() ? "the book store" : fleet; }
    /// Starts it, and says on standard error what of the fleet file it will not act on. The error has been said too.
    [[nodiscard]] bool start(Composition& console) const;
};

/// "500MB", "20GB": a whole number with kB, MB, GB or TB (powers of ten), from 1MB to 1000TB.
[[nodiscard]] Result<std::uint64_t> parseBytes(const std::string& text);

} // namespace rungwatch::cli
