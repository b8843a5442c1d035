// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/open_files.h"

#include <sys/resource.h>

namespace rungwatch::poll {

void allowManyConnections()
{
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == files.rlim_max)
        return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

} // namespace rungwatch::poll
