// SPDX-License-Identifier: GPL-3.0-or-later
// A script for simulate: results, or one clear error.
#include "rungwatch/simulate/script.h"

#include <cstdlib>

using namespace rungwatch;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto results = simulate::runScript({reinterpret_cast<const char*>(data), size});
    if (!results && (results.error().message.empty() || results.error().message.find('\n') != std::string::npos))
        std::abort(); // one line that says what is wrong
    return 0;
}
