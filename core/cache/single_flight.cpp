// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/single_flight.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace rungwatch {

struct SingleFlight::Flight {
    enum class Phase { UnderWay, Ended, LetGo };
    Phase phase{Phase::UnderWay};
    /// Nobody in particular while the flight is a ticket's that has not run.
    std::thread::id runner;
    std::condition_variable over;
    // Of what Ended: a result or an exception.
    Loaded result;
    std::exception_ptr thrown;
};

struct SingleFlight::Shared {
    struct Failure {
        Loaded result;
        std::exception_ptr thrown;
        SteadyTime until;
    };

    Shared(const Options& itsOptions, const Clock& itsClock)
        : options(itsOptions)
        , clock(itsClock)
    {
    }

    const Options options;
    const Clock& clock;
    std::mutex mutex;
    std::map<AnswerKey, std::shared_ptr<Flight>> flights;
    std::map<AnswerKey, Failure> failures;

    /// Of `key`, while it is remembered. The lock is held.
    const Failure* remembered(const AnswerKey& key)
    {
        const auto found = failures.find(key);
        if (found == failures.end())
            return nullptr;
        if (clock.steadyNow() < found->second.until)
            return &found->second;
        failures.erase(found);
        return nullptr;
    }

    void remember(const AnswerKey& key, const Flight& flight)
    {
        if (options.rememberFailure <= Duration{0})
            return;
        if (failures.size() >= options.maxRemembered)
            failures.erase(std::ranges::min_element(failures, {}, [](const auto& item) { return item.second.until; }));
        failures.insert_or_assign(
            key, Failure{flight.result, flight.thrown, saturatingAdd(clock.steadyNow(), options.rememberFailure)});
    }

    /// A flight that was detached no longer stands for its key.
    bool takeOff(const AnswerKey& key, const std::shared_ptr<Flight>& flight)
    {
        const auto found = flights.find(key);
        if (found == flights.end() || found->second != flight)
            return false;
        flights.erase(found);
        return true;
    }

    void end(const AnswerKey& key, std::shared_ptr<Flight> flight, Loaded result, std::exception_ptr thrown)
    {
        const std::lock_guard lock(mutex);
        flight->result = std::move(result);
        flight->thrown = std::move(thrown);
        flight->phase = Flight::Phase::Ended;
        if (takeOff(key, flight) && flight->result.index() != 0)
            remember(key, *flight);
        flight->over.notify_all();
    }
};

namespace {

bool isCancelled(const Loaded& result)
{
    const auto* failure = std::get_if<FailureClass>(&result);
    return failure && failure->kind() == FailureClass::Kind::Cancelled;
}

} // namespace

std::optional<Error> SingleFlight::Options::fault() const
{
    using namespace std::chrono_literals;
    if (rememberFailure < 0s || rememberFailure > 1h)
        return Error{"out-of-range", "expected 0 to 3600 seconds", "remember_failure_s"};
    if (waitAtMost && (*waitAtMost < 0s || *waitAtMost > 24h))
        return Error{"out-of-range", "expected 0 to 86400 seconds", "wait_at_most_s"};
    if (maxRemembered < 1)
        return Error{"out-of-range", "expected at least 1", "max_remembered"};
    return std::nullopt;
}

SingleFlight::SingleFlight(const Options& options, const Clock& clock)
    : m_shared(std::make_shared<Shared>(options, clock))
{
    if (const auto fault = options.fault())
        throw std::invalid_argument(fault->where + ": " + fault->message);
}

SingleFlight::Outcome SingleFlight::run(const AnswerKey& key, const Load& load)
{
    std::optional<std::chrono::steady_clock::time_point> giveUpAt;
    std::unique_lock lock(m_shared->mutex);
    while (true) {
        if (const auto* failure = m_shared->remembered(key)) {
            if (const auto thrown = failure->thrown)
                std::rethrow_exception(thrown);
            return {failure->result, Source::Remembered};
        }
        auto& place = m_shared->flights[key];
        if (!place) {
            place = std::make_shared<Flight>();
            Ticket ticket(m_shared, place, key);
            lock.unlock();
            return run(std::move(ticket), load);
        }
        const auto flight = place;
        if (flight->runner == std::this_thread::get_id())
            throw std::logic_error("a load asked for its own key");
        const auto over = [&flight] { return flight->phase != Flight::Phase::UnderWay; };
        if (!m_shared->options.waitAtMost)
            flight->over.wait(lock, over);
        else {
            if (!giveUpAt)
                giveUpAt = std::chrono::steady_clock::now() + *m_shared->options.waitAtMost;
            if (!flight->over.wait_until(lock, *giveUpAt, over))
                return {FailureClass(FailureClass::Kind::Timeout), Source::GaveUp};
        }
        if (flight->phase == Flight::Phase::LetGo)
            continue;
        if (flight->thrown)
            std::rethrow_exception(flight->thrown);
        return {flight->result, Source::Shared};
    }
}

SingleFlight::Outcome SingleFlight::run(Ticket ticket, const Load& load)
{
    if (!ticket.m_flight)
        throw std::logic_error("the ticket was used before");
    {
        const std::lock_guard lock(m_shared->mutex);
        ticket.m_flight->runner = std::this_thread::get_id();
    }
    try {
        auto result = load();
        // Whoever loaded gave up: that says nothing to the others, so one of them loads.
        if (isCancelled(result))
            ticket.letGo();
        else
            m_shared->end(ticket.m_key, std::move(ticket.m_flight), result, nullptr);
        return {std::move(result), Source::Own};
    } catch (...) {
        m_shared->end(ticket.m_key, std::move(ticket.m_flight), FailureClass(FailureClass::Kind::Thrown),
            std::current_exception());
        throw;
    }
}

std::optional<SingleFlight::Ticket> SingleFlight::tryStart(const AnswerKey& key)
{
    const std::lock_guard lock(m_shared->mutex);
    if (m_shared->remembered(key))
        return std::nullopt;
    auto& place = m_shared->flights[key];
    if (place)
        return std::nullopt;
    place = std::make_shared<Flight>();
    return Ticket(m_shared, place, key);
}

void SingleFlight::detach(const std::string& identity)
{
    const std::lock_guard lock(m_shared->mutex);
    const auto ofIdentity = [&identity](auto& map) {
        auto item = map.lower_bound({identity, {}});
        while (item != map.end() && item->first.identity == identity)
            item = map.erase(item);
    };
    ofIdentity(m_shared->flights);
    ofIdentity(m_shared->failures);
}

void SingleFlight::detachAll()
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->flights.clear();
    m_shared->failures.clear();
}

std::size_t SingleFlight::inFlight() const
{
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->flights.size();
}

SingleFlight::Ticket::Ticket(std::shared_ptr<Shared> shared, std::shared_ptr<Flight> flight, AnswerKey key)
    : m_shared(std::move(shared))
    , m_flight(std::move(flight))
    , m_key(std::move(key))
{
}

SingleFlight::Ticket& SingleFlight::Ticket::operator=(Ticket&& other) noexcept
{
    if (this != &other) {
        letGo();
        m_shared = std::move(other.m_shared);
        m_flight = std::move(other.m_flight);
        m_key = std::move(other.m_key);
    }
    return *this;
}

SingleFlight::Ticket::~Ticket()
{
    letGo();
}

void SingleFlight::Ticket::letGo()
{
    if (!m_flight)
        return;
    const std::lock_guard lock(m_shared->mutex);
    m_flight->phase = Flight::Phase::LetGo;
    m_shared->takeOff(m_key, m_flight);
    m_flight->over.notify_all();
    m_flight.reset();
}

} // namespace rungwatch
