// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../core/fleet_bench.h"
#include "rungwatch/fleet/snapshot.h"

/// A fleet of health endpoints without features, through the core's own decisions: "service-0" and on, each polled once
/// a second. A service is healthy where a test does not say otherwise.
class ServicesBench {
public:
    using Answer = std::function<bool(FleetBench::Result&)>;

    explicit ServicesBench(int count, const std::string& more = {})
        : bench(fleetOf(count, more), 1, [this](const std::string& endpoint, FleetBench::Result& result) {
            const auto service = endpoint.substr(0, endpoint.find('/'));
            const auto found = answers.find(service);
            return found == answers.end() ? answerLevel(result, rungwatch::HealthLevel::Healthy)
                                          : found->second(result);
        })
    {
        bench.paranoid = false;
    }

    [[nodiscard]] rungwatch::fleet::SnapshotPtr snapshot() const
    {
        return std::make_shared<const rungwatch::fleet::Snapshot>(
            rungwatch::fleet::Snapshot{bench.state, bench.state.seq, bench.clock.now(), true});
    }
    [[nodiscard]] static std::string nameOf(int service) { return "service-" + std::to_string(service); }

    std::map<std::string, Answer> answers;
    FleetBench bench;

private:
    /// `more` stands in every service: `"critical": true,`.
    static std::string fleetOf(int count, const std::string& more)
    {
        std::string text = R"({"version": 1, "name": "Many", "services": [)";
        for (int i = 0; i < count; ++i)
            text += std::string(i ? "," : "") + R"({"name": ")" + nameOf(i) + R"(", )" + more + R"("tags": ["team-)"
                + std::to_string(i % 3) + R"("], "sources": [{"kind": "health", "url": "http://127.0.0.1:9/)"
                + std::to_string(i) + R"("}]})";
        return text + "]}";
    }
};

inline ServicesBench::Answer saying(rungwatch::HealthLevel level, const std::string& message = {})
{
    return [=](FleetBench::Result& result) { return answerLevel(result, level, message); };
}
inline ServicesBench::Answer refusing()
{
    return [](FleetBench::Result& result) { return answerNothing(result, rungwatch::fleet::Transport::Refused); };
}
/// Answers with something that can't be read.
inline ServicesBench::Answer unreadable()
{
    return [](FleetBench::Result& result) {
        result.status = 200;
        result.errorCode = "unknown-format";
        result.errorDetail = "a web page";
        return true;
    };
}
