// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/admission/bulkhead_rules.h"

#include <memory>
#include <stop_token>

namespace rungwatch::admission {

class Bulkhead;
class BulkheadCore;

/// The right to be one of the calls under way. Released exactly once: by release(), or when it is destroyed. Movable,
/// not copyable: moved into the work itself it is kept until the work has really ended, also where whoever asked for it
/// has long stopped waiting. It may outlive its Bulkhead, and may be released in another thread than the one that got
/// it, but is not itself to be used from two at once.
class BulkheadPermit {
public:
    BulkheadPermit() = default;
    BulkheadPermit(BulkheadPermit&& other) noexcept = default;
    BulkheadPermit& operator=(BulkheadPermit&& other) noexcept;
    BulkheadPermit(const BulkheadPermit&) = delete;
    BulkheadPermit& operator=(const BulkheadPermit&) = delete;
    ~BulkheadPermit() { release(); }

    /// The work has ended. The second time, and on an empty permit: nothing.
    void release();
    [[nodiscard]] bool live() const { return m_core != nullptr; }

private:
    friend class Bulkhead;
    explicit BulkheadPermit(std::shared_ptr<BulkheadCore> core)
        : m_core(std::move(core))
    {
    }

    std::shared_ptr<BulkheadCore> m_core;
};

/// A permit, or why there is none.
class BulkheadEntry {
public:
    explicit BulkheadEntry(BulkheadPermit permit)
        : m_content(std::move(permit))
    {
    }
    explicit BulkheadEntry(BulkheadRefusal refusal)
        : m_content(refusal)
    {
    }

    explicit operator bool() const { return m_content.index() == 0; }
    /// Only when admitted.
    [[nodiscard]] BulkheadPermit& permit() { return std::get<0>(m_content); }
    /// Only when refused.
    [[nodiscard]] BulkheadRefusal refusal() const { return std::get<1>(m_content); }

private:
    std::variant<BulkheadPermit, BulkheadRefusal> m_content;
};

/// Keeps the number of calls to one dependency that are under way at a time within a limit. Thread-safe; the rules are
/// BulkheadRules', and nothing else is. Take its permit after the guards that a refusal costs nothing (kill switch,
/// deadline): it has no thread of its own, and a permit that was taken for a call that another guard then refuses is
/// given back by its destructor.
class Bulkhead {
public:
    struct Snapshot {
        std::uint32_t inFlight{0};
        std::size_t waiting{0};
        BulkheadCounts counts;
    };

    /// `options` must have no fault(), `clock` must outlive the bulkhead and its permits.
    Bulkhead(const BulkheadOptions& options, const Clock& clock);
    ~Bulkhead();
    Bulkhead(const Bulkhead&) = delete;
    Bulkhead& operator=(const Bulkhead&) = delete;

    /// Never blocks.
    [[nodiscard]] BulkheadEntry tryEnter();
    /// Blocks the caller while it waits its turn: at most maxWait, not past `deadline`, and not once `stop` is
    /// requested. It sleeps for as long as the clock says is left, so with a clock that does not run at the machine's
    /// pace the waits end with the calls of tick().
    [[nodiscard]] BulkheadEntry enter(
        std::optional<SteadyTime> deadline = std::nullopt, const std::stop_token& stop = {});
    /// Ends the waits that are over.
    void tick();

    [[nodiscard]] Snapshot snapshot() const;
    [[nodiscard]] const BulkheadOptions& options() const;

private:
    std::shared_ptr<BulkheadCore> m_core;
};

} // namespace rungwatch::admission
