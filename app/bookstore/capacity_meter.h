// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace rungwatch::bookstore {

/// Who used how much of a capacity that features share, a minute at a time. Thread-safe.
class CapacityMeter {
public:
    struct Minute {
        std::map<std::string, std::uint64_t> used;
        /// Calls that found it spent.
        std::uint64_t overflow{0};
    };

    void used(const std::string& feature)
    {
        const std::lock_guard lock(m_mutex);
        ++m_now.used[feature];
    }
    void overflowed()
    {
        const std::lock_guard lock(m_mutex);
        ++m_now.overflow;
    }
    void closeMinute()
    {
        const std::lock_guard lock(m_mutex);
        m_last = std::move(m_now);
        m_now = {};
    }
    /// The last full minute.
    [[nodiscard]] Minute lastMinute() const
    {
        const std::lock_guard lock(m_mutex);
        return m_last;
    }

private:
    mutable std::mutex m_mutex;
    Minute m_now;
    Minute m_last;
};

} // namespace rungwatch::bookstore
