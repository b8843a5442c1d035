// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/failure_class.h"
#include "rungwatch/breaker/breaker.h"
#include "rungwatch/cache/stale_policy.h"
#include "rungwatch/ladder/honest_message.h"

namespace rungwatch {

enum class Purpose { Customer, Canary, Probe, Drill };
constexpr std::array<std::string_view, 4> enumNames(Purpose)
{
    return {"customer", "canary", "probe", "drill"};
}

/// What a rung's callable is asked.
struct RungCall {
    const Rung& rung;
    const AnswerKey& key;
    Purpose purpose{Purpose::Customer};
    /// How long it may take: the rung's own deadline or what is left of the request's, whichever is shorter. Absent: no
    /// bound. The callable keeps to it and answers Failed with timeout; the runner does not interrupt it.
    std::optional<Duration> deadline;
};

/// What a rung's callable gives back.
struct RungAnswer {
    enum class Kind {
        Served,
        Miss, ///< It works, but has nothing for this request (no cached answer, a case that no rule covers).
        Failed,
        NotStarted, ///< A guard of its own refused before anything was called (no capacity left).
    };

    Kind kind{Kind::Miss};
    std::string body;
    /// Where the answer is a cached one.
    std::optional<Duration> age;
    /// Only for Failed.
    FailureClass failure;
    /// Why not served, for people.
    std::string message;
    /// Only for Failed with a spent allowance: when it comes back, where the dependency says so.
    std::optional<Duration> comesBackIn{};
    /// Where a person's queue took the request; the runner puts it into words where `body` is empty.
    std::optional<QueuePlace> place{};

    [[nodiscard]] static RungAnswer served(std::string body, std::optional<Duration> age = std::nullopt)
    {
        return {Kind::Served, std::move(body), age, {}, {}};
    }
    [[nodiscard]] static RungAnswer queued(QueuePlace place)
    {
        auto answer = served({});
        answer.place = place;
        return answer;
    }
    [[nodiscard]] static RungAnswer miss(std::string message) { return {Kind::Miss, {}, {}, {}, std::move(message)}; }
    [[nodiscard]] static RungAnswer failed(FailureClass failure, std::string message = {})
    {
        return {Kind::Failed, {}, {}, failure, std::move(message)};
    }
    [[nodiscard]] static RungAnswer notStarted(std::string message)
    {
        return {Kind::NotStarted, {}, {}, {}, std::move(message)};
    }
};

/// What stands behind one rung.
struct RungBinding {
    /// Does the work. Called from whichever thread runs the feature; what it throws is a failure of the rung.
    std::function<RungAnswer(const RungCall&)> call;
    /// Around the call, where it has one; outlives the runner.
    breaker::Breaker* breaker{nullptr};
};

} // namespace rungwatch
