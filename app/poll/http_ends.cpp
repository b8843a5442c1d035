// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/http_ends.h"

#include "app/poll/plain_text.h"

namespace rungwatch::poll {

namespace {

std::string howMuchCame(bool headCame, qint64 bodyBytes)
{
    return headCame ? std::to_string(bodyBytes) + " bytes of its body came" : "its head had not ended";
}

} // namespace

std::string timeoutDetail(bool headCame, qint64 bodyBytes)
{
    return headCame ? "no complete answer in time, " + howMuchCame(headCame, bodyBytes) : "no answer in time";
}

std::string brokeOffDetail(bool headCame, qint64 bodyBytes)
{
    return "the connection ended inside the answer, " + howMuchCame(headCame, bodyBytes);
}

std::string tooLargeDetail(qint64 maxBytes)
{
    return "more than " + std::to_string(maxBytes) + " bytes";
}

std::string redirectDetail(std::string_view location)
{
    return "to " + plainText(location);
}

bool isRedirect(int status)
{
    return status >= 300 && status < 400 && status != 304;
}

} // namespace rungwatch::poll
