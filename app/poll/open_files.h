// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace rungwatch::poll {

/// Raises this process's limit of open files as far as it may: a kept connection an endpoint needs more than the usual
/// 1,024 for a thousand of them. Nothing here uses select(), for whose sake that limit is so low.
void allowManyConnections();

} // namespace rungwatch::poll
