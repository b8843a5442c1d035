// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/reading.h"

#include <deque>

namespace rungwatch::fleet {

/// A closed interval of a feature, placed on the console's calendar.
struct IntervalPoint {
    WallTime start;
    WallTime end;
    std::optional<Mode> mode;
    IntervalReading interval;
};

/// A day of closed intervals in little memory: each is kept as the bytes of its numbers, and the names of the rungs
/// once for all that have the same. What is read is what was added. Thread-compatible.
class IntervalLog {
public:
    void add(const IntervalPoint& point);
    /// Lets go what ended before `from`, and what is older than the newest `most`.
    void trim(WallTime from, std::size_t most);

    [[nodiscard]] bool empty() const { return m_kept.empty(); }
    [[nodiscard]] std::size_t size() const { return m_kept.size(); }
    [[nodiscard]] IntervalPoint operator[](std::size_t index) const;
    [[nodiscard]] IntervalPoint back() const { return (*this)[size() - 1]; }
    /// The first one that ends later than that; size() where none does.
    [[nodiscard]] std::size_t firstEndingAfter(WallTime time) const;

private:
    using Names = std::vector<std::string>;
    struct Kept {
        WallTime start;
        WallTime end;
        std::optional<Mode> mode;
        std::shared_ptr<const Names> rungs;
        std::string numbers;
    };

    std::deque<Kept> m_kept;
};

} // namespace rungwatch::fleet
