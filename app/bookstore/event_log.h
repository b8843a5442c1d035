// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/codec.h"
#include "rungwatch/breaker/state.h"

#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace rungwatch::bookstore {

struct LoggedEvent {
    std::uint64_t seq{0};
    WallTime at;
    std::string kind;
    std::string name;
    std::string from;
    std::string to;
    std::string cause;
    /// A breaker's window as the change saw it.
    std::optional<breaker::Figures> figures;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("seq", self.seq);
        visit("at", self.at);
        visit("kind", self.kind);
        visit("name", self.name);
        visit("from", self.from);
        visit("to", self.to);
        visit("cause", self.cause);
        visit("figures", self.figures);
    }
};

/// The last 256 numbered events of the store. Thread-safe.
class EventLog {
public:
    /// Numbers and keeps it; `event.seq` is set here.
    void add(LoggedEvent event);
    /// Those with a higher number, oldest first.
    [[nodiscard]] std::vector<LoggedEvent> after(std::uint64_t seq) const;

private:
    mutable std::mutex m_mutex;
    std::deque<LoggedEvent> m_events;
    std::uint64_t m_last{0};
};

} // namespace rungwatch::bookstore
