// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/failure_class.h"
#include "rungwatch/base/result.h"
#include "rungwatch/cache/age_stamp.h"

#include <exception>
#include <functional>

namespace rungwatch {

/// What a load gave: the answer with its age, or why there is none.
using Loaded = std::variant<DatedValue, FailureClass>;

/// One load per key at a time; whoever asks meanwhile waits for it and gets what it gave, success or failure or
/// exception. (A load that was cancelled leaves the others to load for themselves.) No lock is held while a load runs.
/// Thread-safe.
class SingleFlight {
public:
    /// Runs on the thread of whoever asks first. It must not ask for its own key: that is a std::logic_error.
    using Load = std::function<Loaded()>;

    struct Options {
        /// A failure answers for this long without another load: while (now - ended) < rememberFailure. 0 to 1 h; 0:
        /// the next to ask loads again.
        Duration rememberFailure{0};
        /// The longest that one waits for another's load, in real time; then it has a timeout of its own, and the load
        /// goes on. 0 to 24 h. Absent: until the load ends.
        std::optional<Duration> waitAtMost;
        /// Failures remembered, >= 1; the one that ends first makes room.
        std::size_t maxRemembered{1'000};

        /// The first setting out of its range.
        [[nodiscard]] std::optional<Error> fault() const;
    };

    /// Where a result came from.
    enum class Source {
        Own, ///< This caller's load.
        Shared, ///< The load of another, for which it waited.
        Remembered, ///< A failure from shortly before.
        GaveUp, ///< It waited its longest for another's load; the result is a timeout.
    };
    struct Outcome {
        Loaded result;
        Source source{Source::Own};

        [[nodiscard]] bool ok() const { return result.index() == 0; }
    };

    /// The one flight of a key, for whoever loads on a thread of its own choice. Move-only. Let go of without a result,
    /// it leaves the load to one of those who wait, or to the next who asks.
    class Ticket;

    /// `clock` outlives this. Throws std::invalid_argument where the options have a fault.
    SingleFlight(const Options& options, const Clock& clock);

    /// Loads, or waits for the load that is under way. What the load throws is thrown here, to everyone who waited.
    Outcome run(const AnswerKey& key, const Load& load);
    /// The flight of `key`, unless somebody has it or a failure of it is remembered.
    [[nodiscard]] std::optional<Ticket> tryStart(const AnswerKey& key);
    /// Runs `load` on the flight that `ticket` stands for, as run() does.
    Outcome run(Ticket ticket, const Load& load);
    /// What it is about has changed, in every scope: whoever asks from now on does not share a load that began before,
    /// and no failure of it is remembered. Those who wait already get what they waited for.
    void detach(const std::string& identity);
    /// The same of everything.
    void detachAll();

    /// Loads under way, those detached not counted.
    [[nodiscard]] std::size_t inFlight() const;

private:
    struct Flight;
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

class SingleFlight::Ticket {
public:
    Ticket(Ticket&&) noexcept = default;
    Ticket& operator=(Ticket&& other) noexcept;
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    ~Ticket();

    [[nodiscard]] const AnswerKey& key() const { return m_key; }

private:
    friend class SingleFlight;
    Ticket(std::shared_ptr<Shared> shared, std::shared_ptr<Flight> flight, AnswerKey key);
    void letGo();

    std::shared_ptr<Shared> m_shared;
    std::shared_ptr<Flight> m_flight;
    AnswerKey m_key;
};

} // namespace rungwatch
