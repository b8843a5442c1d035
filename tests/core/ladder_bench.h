// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/ladder/feature_runner.h"

/// \file
/// What the tests of ladders share: rungs in one line, and a feature whose rungs answer what the test says.

namespace rungwatch::testing {

inline Rung rung(const char* name, RungKind kind, std::optional<Duration> deadline = std::nullopt)
{
    Rung made;
    made.name = name;
    made.kind = kind;
    made.deadline = deadline;
    return made;
}

/// primary, secondary, rules, queue_for_person.
inline Ladder refundLadder()
{
    auto last = rung("queue_for_person", RungKind::QueueForPerson);
    last.message = "Your refund request is queued for a person.";
    last.otherPath = "mailto:help@example.org";
    return {{rung("primary", RungKind::Primary), rung("secondary", RungKind::Secondary), rung("rules", RungKind::Rules),
                last},
        {}};
}

/// A feature on a clock that only the test moves. Each rung serves its own name until the test says otherwise.
struct LadderBench {
    using Says = std::function<RungAnswer(const RungCall&)>;

    explicit LadderBench(Ladder ladder = refundLadder(), FeatureTerms given = {})
        : terms(withOverride(given))
        , runner("refund_eligibility", ladder, bindings(ladder), clock, &killSwitch, &stats, terms)
    {
    }

    FeatureAnswer ask(Mode mode = Mode::Primary)
    {
        return runner.run({{"case 7", "ann"}, Purpose::Customer, {}, {}}, mode);
    }
    void fails(const std::string& name, const char* failure, const char* message = "")
    {
        says[name] = [failure, message](
                         const RungCall&) { return RungAnswer::failed(*FailureClass::fromName(failure), message); };
    }
    void misses(const std::string& name)
    {
        says[name] = [](const RungCall&) { return RungAnswer::miss("nothing here"); };
    }
    KillSwitch::Answer kill(std::optional<Duration> expiresIn = std::chrono::seconds(60))
    {
        return killSwitch.engage(
            {"ann", "bad answers", "k" + std::to_string(++commands), clock.steadyNow(), expiresIn});
    }
    KillSwitch::Answer revive() { return killSwitch.release("r" + std::to_string(++commands), clock.steadyNow()); }

    ManualClock clock;
    KillSwitch killSwitch;
    IntervalStats stats{clock.steadyNow()};
    RungOverride forced;
    breaker::Breaker breaker{"primary", options(), clock};
    std::map<std::string, Says> says;
    /// The rungs that were called, in order.
    std::vector<std::string> called;
    int commands{0};
    FeatureTerms terms;
    FeatureRunner runner;

private:
    static breaker::Options options()
    {
        breaker::Options made;
        made.failureThreshold = 3;
        made.cooldown = std::chrono::seconds(15);
        return made;
    }
    FeatureTerms withOverride(FeatureTerms given)
    {
        given.forcedRung = &forced;
        return given;
    }
    std::vector<RungBinding> bindings(const Ladder& ladder)
    {
        const auto call = [this](const RungCall& asked) {
            called.push_back(asked.rung.name);
            const auto found = says.find(asked.rung.name);
            if (found == says.end())
                return RungAnswer::served(asked.rung.name);
            const auto does = found->second; // a copy: it may change what is said
            return does(asked);
        };
        std::vector<RungBinding> bound(ladder.rungs.size(), RungBinding{call, nullptr});
        bound[0].breaker = &breaker;
        return bound;
    }
};

/// "primary 503; secondary breaker_open"
inline std::string errorsOf(const FeatureAnswer& answer)
{
    std::string list;
    for (const auto& error : answer.errors)
        list += (list.empty() ? "" : "; ") + error.rung + " " + error.what;
    return list;
}

} // namespace rungwatch::testing
