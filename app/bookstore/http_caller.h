// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/clock.h"
#include "rungwatch/base/failure_class.h"

#include <optional>
#include <string>

namespace rungwatch::bookstore {

/// How a call to a provider ended.
struct CallEnd {
    /// Absent: it answered.
    std::optional<FailureClass> failure;
    std::string body;
    /// The header of that name, as it was sent.
    std::optional<std::string> retryAfter;
};

/// GETs `url` on the calling thread, which keeps its connections: many threads call side by side, and none waits for
/// another's (QNetworkAccessManager's six connections a host would measure its own queue). Thread-safe.
[[nodiscard]] CallEnd httpGet(
    const std::string& url, const std::string& purpose, const std::string& feature, Duration timeout);

} // namespace rungwatch::bookstore
