// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace rungwatch {

/// Remembers which data changed after a load began, so that the load's answer, which may be from before, is not stored.
/// By order, not by time: two events in one tick of a clock are still one after the other. Bounded; what it forgets it
/// holds to have changed. Not thread-safe: its owner holds a lock.
class Changes {
public:
    /// When something began.
    using Mark = std::uint64_t;

    /// `mostRemembered` >= 1 identities.
    explicit Changes(std::size_t mostRemembered)
        : m_mostRemembered(mostRemembered)
    {
    }

    [[nodiscard]] Mark now() const { return m_count; }
    void changed(const std::string& identity)
    {
        const auto mark = ++m_count;
        if (const auto before = m_last.find(identity); before != m_last.end())
            m_byMark.erase(before->second);
        m_last[identity] = mark;
        m_byMark[mark] = identity;
        if (m_last.size() > m_mostRemembered) {
            m_floor = m_byMark.begin()->first;
            m_last.erase(m_byMark.begin()->second);
            m_byMark.erase(m_byMark.begin());
        }
    }
    void everythingChanged()
    {
        m_floor = ++m_count;
        m_last.clear();
        m_byMark.clear();
    }
    /// Whether `identity` has changed since, or may have.
    [[nodiscard]] bool changedSince(const std::string& identity, Mark begun) const
    {
        const auto last = m_last.find(identity);
        return begun < m_floor || (last != m_last.end() && begun < last->second);
    }

private:
    std::size_t m_mostRemembered;
    Mark m_count{0};
    /// Whatever began before this may be from before a change that is no longer remembered.
    Mark m_floor{0};
    std::map<std::string, Mark> m_last;
    std::map<Mark, std::string> m_byMark;
};

} // namespace rungwatch
