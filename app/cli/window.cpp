// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

namespace rungwatch::cli {

int runWindow(const Invocation&, const WindowOptions&)
{
    return fail("the window is not built yet");
}

} // namespace rungwatch::cli
