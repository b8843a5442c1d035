// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace rungwatch {

/// A cosine in millionths, -1'000'000 to 1'000'000: about what single precision holds, and exact to compare. So a pair
/// whose cosine is 0.92 on paper is at 0.92 here, whatever its numbers were rounded to.
using Millionths = std::int64_t;

/// Scales `vector` to length 1. False, and nothing changed, where it has no direction: all zero, or not finite.
[[nodiscard]] bool normalise(std::span<float> vector);

/// Vectors of length 1 in one block of memory, and the search for the nearest: a scan over 16-bit copies, whose sums a
/// compiler vectorises and no machine rounds, then the figure that decides, in double precision, for those that may be
/// the nearest by it. Once it is filled its const members may be called from any thread.
class VectorMatrix {
public:
    /// A vector as nearest() takes it.
    struct Query {
        std::vector<float> numbers;
        std::vector<std::int16_t> coarse;
    };

    struct Nearest {
        std::size_t row{0};
        Millionths cosine{0};
    };

    /// `dimension` is 1 to 65'536.
    explicit VectorMatrix(std::size_t dimension);

    /// Appends `vector` scaled to length 1. False, and nothing appended, where it has another dimension or no
    /// direction.
    [[nodiscard]] bool append(std::span<const float> vector);
    /// Nothing where append() would refuse it.
    [[nodiscard]] std::optional<Query> asQuery(std::span<const float> vector) const;

    /// The nearest to `query` of the rows [begin, end); of equals the first. Nothing where there are none. 10,000 rows
    /// of 256 take about a fifth of a millisecond.
    [[nodiscard]] std::optional<Nearest> nearest(const Query& query, std::size_t begin, std::size_t end) const;

    [[nodiscard]] std::size_t rows() const { return m_rows; }
    [[nodiscard]] std::size_t dimension() const { return m_dimension; }

private:
    std::size_t m_dimension;
    /// Numbers from one row to the next: the dimension, filled up with zeros to a whole number of blocks.
    std::size_t m_stride;
    std::size_t m_rows{0};
    std::vector<float> m_numbers;
    std::vector<std::int16_t> m_coarse;
};

} // namespace rungwatch
