// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/plain_text.h"

#include "rungwatch/base/plain_line.h"

namespace rungwatch::poll {

namespace {

bool isContinuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
}

} // namespace

std::string plainText(std::string_view text, std::size_t limit)
{
    bool cut = false;
    if (text.size() > limit) {
        while (limit > 0 && isContinuation(text[limit]))
            --limit;
        text = text.substr(0, limit);
        cut = true;
    }
    return plainLine(text) + (cut ? "..." : "");
}

} // namespace rungwatch::poll
