// SPDX-License-Identifier: GPL-3.0-or-later
// A keyframe or an event of a journal that was damaged on disk: the state it holds, or "damaged".
#include "rungwatch/base/codec.h"
#include "rungwatch/fleet/event.h"
#include "rungwatch/fleet/state.h"

#include <cstdlib>

using namespace rungwatch;

namespace {

template <class T> void tryAs(std::string_view bytes)
{
    const auto value = decoded<T>(bytes);
    if (value && encoded(*value) != bytes)
        std::abort(); // what could be read is written the same
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    tryAs<fleet::FleetState>(bytes);
    tryAs<fleet::Event>(bytes);
    return 0;
}
