// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/fleet/transport.h"

#include <curl/curl.h>
#include <string_view>

namespace rungwatch::poll {

/// What libcurl knows of how a transfer ended.
struct CurlEnd {
    CURLcode code{CURLE_OK};
    /// libcurl's own sentence; may be empty.
    std::string_view message;
    /// Of the system's last refused call.
    int systemError{0};
    /// OpenSSL's verdict on the certificate; 0: good, or none was looked at.
    long verifyResult{0};
    /// At least the status line of an answer came.
    bool answerBegan{false};
    bool headCame{false};
};

/// None: the answer is whole.
[[nodiscard]] fleet::Transport transportOf(const CurlEnd& end);

} // namespace rungwatch::poll
