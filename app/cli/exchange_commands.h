// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

namespace rungwatch::cli {

// A journal out of this program, and timelines into it.
Command exportCommand();
Command importCommand();

} // namespace rungwatch::cli
