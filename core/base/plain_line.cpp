// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/base/plain_line.h"

#include <algorithm>
#include <array>

namespace rungwatch {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

/// Unicode 15's Cc, Cf, Zl and Zp, in order.
constexpr std::array<Range, 22> unfit{{
    {0x00, 0x1f}, {0x7f, 0x9f}, {0xad, 0xad}, {0x600, 0x605}, {0x61c, 0x61c}, {0x6dd, 0x6dd}, {0x70f, 0x70f},
    {0x890, 0x891}, {0x8e2, 0x8e2}, {0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x2064},
    {0x2066, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0x110bd, 0x110bd}, {0x110cd, 0x110cd}, {0x13430, 0x1343f},
    {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe007f}, // with the two gaps, which nobody would see either
}};

/// How long the character that `text` begins with is, and which; 0 bytes where it begins with no UTF-8.
struct Decoded {
    std::size_t bytes{0};
    char32_t character{0};
};

Decoded decoded(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto lead = byte(0);
    if (lead < 0x80)
        return {1, lead};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes)
        return {};
    char32_t character = lead & (0xffU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U)
            return {};
        character = (character << 6U) | (byte(i) & 0x3fU);
    }
    const bool tooLong = (bytes == 3 && character < 0x800) || (bytes == 4 && character < 0x10000);
    const bool surrogate = character >= 0xd800 && character <= 0xdfff;
    return tooLong || surrogate || character > 0x10ffff ? Decoded{} : Decoded{bytes, character};
}

} // namespace

bool isUnfitForALine(char32_t character)
{
    const auto range = std::ranges::lower_bound(unfit, character, {}, &Range::last);
    return range != unfit.end() && range->first <= character;
}

std::string plainLine(std::string_view text)
{
    std::string line;
    line.reserve(text.size());
    while (!text.empty()) {
        const auto [bytes, character] = decoded(text);
        if (bytes == 0)
            line += "\xef\xbf\xbd"; // U+FFFD
        else if (isUnfitForALine(character))
            line += ' ';
        else
            line += text.substr(0, bytes);
        text.remove_prefix(std::max<std::size_t>(bytes, 1));
    }
    return line;
}

} // namespace rungwatch
