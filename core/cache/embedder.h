// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace rungwatch {

/// Makes a text into numbers, so that texts that mean alike point alike.
class Embedder {
public:
    virtual ~Embedder() = default;
    /// Numbers in each vector, always the same, at least 1.
    [[nodiscard]] virtual std::size_t dimension() const = 0;
    /// The text's vector, of length 1; empty where the text has none (nothing to go by). The same text always gives the
    /// same numbers. Called by several threads at once.
    [[nodiscard]] virtual std::vector<float> embed(std::string_view text) const = 0;
};

} // namespace rungwatch
