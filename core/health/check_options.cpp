// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/health/check_options.h"

#include <set>

namespace rungwatch {

using namespace std::chrono_literals;

std::optional<Error> HealthCheckerOptions::fault() const
{
    const auto wrong = [](const char* name, const std::string& expected) {
        return Error{"out-of-range", "expected " + expected, name};
    };
    if (downAfter < 1 || downAfter > 100)
        return wrong("down_after", "1 to 100 readings");
    if (upAfter < 1 || upAfter > 100)
        return wrong("up_after", "1 to 100 readings");
    if (interval && *interval <= 0s)
        return wrong("interval_s", "more than 0 seconds");
    std::set<std::string> names;
    for (const auto& service : services) {
        if (service.name.empty() || !names.insert(service.name).second)
            return wrong("name", "a name that no other service has, found \"" + service.name + "\"");
        if (service.timeout < 1ms || service.timeout > 1h)
            return wrong("timeout_s", "0.001 to 3600 seconds for " + service.name);
        if (interval && service.timeout >= *interval)
            return wrong("timeout_s", "less than interval_s for " + service.name);
    }
    return std::nullopt;
}

} // namespace rungwatch
