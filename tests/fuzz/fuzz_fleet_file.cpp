// SPDX-License-Identifier: GPL-3.0-or-later
// A fleet file that somebody wrote: a policy, or one clear error.
#include "rungwatch/fleet/policy.h"

#include <cstdlib>

using namespace rungwatch;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto policy = fleet::parsePolicy({reinterpret_cast<const char*>(data), size});
    if (!policy && (policy.error().message.empty() || policy.error().message.find('\n') != std::string::npos))
        std::abort(); // one line that says what is wrong
    return 0;
}
