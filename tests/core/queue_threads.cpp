// SPDX-License-Identifier: GPL-3.0-or-later
// Many threads on the queue for a person and on the retry queue, without Qt, so that a thread sanitizer sees all of it.
// Every total is exact.
#include "rungwatch/ladder/batch_queue.h"
#include "rungwatch/ladder/person_queue.h"
#include "tests/core/thread_check.h"

using namespace rungwatch;
using namespace std::chrono_literals;
using namespace rungwatch::testing;

namespace {

constexpr int threads = 4;
constexpr std::uint64_t rounds = 5'000;

void everyCaseIsTakenOnce()
{
    SharedClock clock{1ms};
    PersonQueue queue({20, 2min, 1h});
    std::atomic<std::uint64_t> joined{0}, refused{0}, taken{0}, left{0}, sum{0};
    onThreads(threads, [&](int thread) {
        for (std::uint64_t i = 0; i < rounds; ++i) {
            if (const auto mine = queue.join("case", clock.steadyNow())) {
                ++joined;
                sum += mine->ticket;
                if (i % 5 == 0 && queue.leave(mine->ticket)) {
                    ++left;
                    sum -= mine->ticket;
                }
            } else {
                ++refused;
            }
            if (thread % 2 == 0 || i % 3 == 0)
                if (const auto one = queue.take(clock.steadyNow())) {
                    ++taken;
                    sum -= one->ticket;
                }
            static_cast<void>(queue.state(clock.steadyNow()));
        }
    });
    while (const auto one = queue.take(clock.steadyNow())) {
        ++taken;
        sum -= one->ticket;
    }
    const auto seen = queue.state(clock.steadyNow());
    check(joined + refused == threads * rounds, "every case joined or was refused");
    check(joined == taken + left && sum == 0, "every one that joined was taken or left, once");
    check(
        seen.joined == joined && seen.refused == refused && seen.taken == taken && seen.left == left, "and it says so");
    check(seen.waiting == 0, "nobody is left");
}

/// A third fails now and then, some die, some are revived; whatever was accepted is done or a dead letter at the end.
void nothingAcceptedIsLost()
{
    SharedClock clock{1ms};
    BatchQueue queue({50, 3, 100, 10, 1h});
    std::atomic<std::uint64_t> added{0}, refused{0}, done{0}, discarded{0};
    const auto work = [&](std::uint64_t i) {
        const auto one = queue.take(clock.now());
        if (!one)
            return false;
        const auto retry = i % 7 == 0 ? std::nullopt : std::optional<Duration>(2ms);
        if (i % 3 == 0)
            queue.failed(one->id, one->attempt, FailureClass::Kind::Reset, "reset", retry, clock.now());
        else if (queue.done(one->id, one->attempt))
            ++done;
        return true;
    };
    onThreads(threads, [&](int) {
        for (std::uint64_t i = 0; i < rounds; ++i) {
            ++(queue.add("item", clock.now()) ? added : refused);
            work(i);
            if (i % 500 != 0)
                continue;
            for (const auto& letter : queue.deadLetters()) {
                if (letter.id % 2 == 0)
                    queue.revive(letter.id, clock.now());
                else if (queue.discard(letter.id))
                    ++discarded;
            }
        }
    });
    while (queue.counts().waiting > 0)
        work(1);
    const auto seen = queue.counts();
    check(added + refused == threads * rounds, "every item was added or refused");
    check(seen.underWay == 0, "nothing is under way");
    check(added == done + discarded + seen.deadLetters, "every item was done, discarded or is a dead letter");
    check(seen.added == added && seen.refused == refused && seen.done == done, "and it says so");
    check(done > 0 && seen.deadLetters <= 100, "within its bounds");
}

} // namespace

int main()
{
    everyCaseIsTakenOnce();
    nothingAcceptedIsLost();
    std::printf(failures == 0 ? "all totals exact\n" : "%d checks failed\n", failures);
    return failures == 0 ? 0 : 1;
}
