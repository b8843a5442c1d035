// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/ngram_embedder.h"

#include "rungwatch/base/hash.h"
#include "rungwatch/cache/query_text.h"
#include "rungwatch/cache/vector_matrix.h"

#include <algorithm>

namespace rungwatch {

namespace {

/// Bytes of the character that starts `text`, which is not empty; 1 for a byte that starts none.
std::size_t characterSize(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::size_t size = lead >= 0xf0 && lead < 0xf8 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
    if (lead >= 0xf8 || size > text.size())
        return 1;
    const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
    return std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(size), continues) ? size : 1;
}

/// Where each character starts, and the end.
std::vector<std::size_t> characterStarts(std::string_view text)
{
    std::vector<std::size_t> starts;
    starts.reserve(text.size() + 1);
    for (std::size_t at = 0; at < text.size(); at += characterSize(text.substr(at)))
        starts.push_back(at);
    starts.push_back(text.size());
    return starts;
}

} // namespace

std::vector<float> NgramEmbedder::embed(std::string_view text) const
{
    const auto normal = normalisedText(text);
    if (normal.empty())
        return {};
    const auto padded = " " + normal + " ";
    const auto starts = characterStarts(padded);
    std::vector<float> vector(dimensions, 0.0F);
    for (std::size_t i = 0; i + characters < starts.size(); ++i) {
        const auto gram = std::string_view(padded).substr(starts[i], starts[i + characters] - starts[i]);
        const auto hash = mixed(fnv1a(gram));
        vector[hash % dimensions] += hash >> 63 == 0 ? 1.0F : -1.0F;
    }
    // Signs may cancel each other out to nothing: such a text has no vector.
    if (!normalise(vector))
        return {};
    return vector;
}

} // namespace rungwatch
