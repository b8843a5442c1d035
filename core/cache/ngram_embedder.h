// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/cache/embedder.h"

namespace rungwatch {

/// Alike by spelling, without a model: it finds the same question in other words' endings, order or typing errors, and
/// no synonyms. Every run of three characters of normalisedText() (a space before it and one behind it included; its
/// last mark too, which tells a question from the longer one that begins like it)
/// is hashed by FNV-1a (64 bits, over its UTF-8 bytes, then mixed()); the low bits choose one of the dimensions, the
/// highest bit whether it counts there as +1 or -1. The counts are scaled to length 1. Integers until that one
/// division: the same on every machine. A byte that is not valid UTF-8 is a character of its own.
class NgramEmbedder final : public Embedder {
public:
    static constexpr std::size_t characters = 3;
    /// Few enough that 10,000 answers are compared in a fraction of a millisecond, enough that two unlike questions
    /// seldom meet.
    static constexpr std::size_t dimensions = 256;

    [[nodiscard]] std::size_t dimension() const override { return dimensions; }
    [[nodiscard]] std::vector<float> embed(std::string_view text) const override;
};

} // namespace rungwatch
