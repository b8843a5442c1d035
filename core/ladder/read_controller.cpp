// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/read_controller.h"

namespace rungwatch {

using namespace std::chrono_literals;

ModeController::Options readController(const JsonValue& value, const std::string& pointer, Faults& faults)
{
    StrictObject object(value, pointer, faults);
    ModeController::Options options;
    options.maxError = object.percent("max_error_pct", options.maxError);
    if (object.isNull("max_p95_s"))
        options.maxP95.reset();
    else
        options.maxP95 = object.seconds("max_p95_s", 1ms, 24h, options.maxP95);
    options.hold = static_cast<std::uint32_t>(object.whole("hold", 1, 1000, options.hold));
    options.interval = object.seconds("interval_s", 1ms, 24h, options.interval);
    options.minRequests = static_cast<std::uint64_t>(
        object.whole("min_requests", 0, 1'000'000'000, static_cast<std::int64_t>(options.minRequests)));
    object.finish();
    if (options.maxError.milli <= 0)
        object.fault("max_error_pct", "expected more than 0");
    return options;
}

} // namespace rungwatch
