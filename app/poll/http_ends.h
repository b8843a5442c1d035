// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <string>
#include <string_view>

/// \file
/// What every HttpClient says of an end in the same words. Plain text, a line each.

namespace rungwatch::poll {

/// `headCame`: the status and headers were whole; `bodyBytes`: as many of the body as came, inflated.
[[nodiscard]] std::string timeoutDetail(bool headCame, qint64 bodyBytes);
[[nodiscard]] std::string brokeOffDetail(bool headCame, qint64 bodyBytes);
[[nodiscard]] std::string tooLargeDetail(qint64 maxBytes);
[[nodiscard]] std::string redirectDetail(std::string_view location);

/// 304 is none: it repeats an answer.
[[nodiscard]] bool isRedirect(int status);

/// The detail of a body that its Content-Encoding does not unpack.
inline constexpr auto badEncodingDetail = "its body can't be unpacked as its Content-Encoding says";

} // namespace rungwatch::poll
