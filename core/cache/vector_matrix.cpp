// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/vector_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rungwatch {

namespace {

/// Sums that run side by side: a compiler may not reorder a float sum, so it vectorises only what is written apart.
constexpr std::size_t lanes = 16;

/// `size` is a multiple of `lanes`.
float quickDot(const float* a, const float* b, std::size_t size)
{
    std::array<float, lanes> sums{};
    for (std::size_t i = 0; i < size; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] += a[i + lane] * b[i + lane];
    float sum = 0;
    for (const float part : sums)
        sum += part;
    return sum;
}

/// The figure that decides: in double precision, so that it does not depend on how the machine adds.
Millionths cosineOf(const float* a, const float* b, std::size_t size)
{
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i)
        sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return std::clamp<Millionths>(std::llround(sum * 1e6), -1'000'000, 1'000'000);
}

} // namespace

bool normalise(std::span<float> vector)
{
    double squares = 0;
    for (const float number : vector)
        squares += static_cast<double>(number) * static_cast<double>(number);
    if (!(squares > 0) || !std::isfinite(squares))
        return false;
    const double length = std::sqrt(squares);
    for (float& number : vector)
        number = static_cast<float>(static_cast<double>(number) / length);
    return true;
}

VectorMatrix::VectorMatrix(std::size_t dimension)
    : m_dimension(dimension)
    , m_stride((dimension + lanes - 1) / lanes * lanes)
{
}

std::vector<float> VectorMatrix::asQuery(std::span<const float> vector) const
{
    std::vector<float> query;
    if (vector.size() != m_dimension)
        return query;
    query.assign(m_stride, 0.0F);
    std::copy(vector.begin(), vector.end(), query.begin());
    if (!normalise(query))
        query.clear();
    return query;
}

bool VectorMatrix::append(std::span<const float> vector)
{
    const auto row = asQuery(vector);
    if (row.empty())
        return false;
    m_numbers.insert(m_numbers.end(), row.begin(), row.end());
    ++m_rows;
    return true;
}

std::optional<VectorMatrix::Nearest> VectorMatrix::nearest(
    std::span<const float> query, std::size_t begin, std::size_t end) const
{
    if (query.size() != m_stride)
        return std::nullopt;
    // Single precision picks who may be the nearest; who is, and how near, is told in double precision.
    constexpr double slack = 1e-5;
    std::optional<Nearest> best;
    auto passes = static_cast<float>(-2);
    for (std::size_t row = begin; row < std::min(end, m_rows); ++row) {
        const float* numbers = m_numbers.data() + row * m_stride;
        if (quickDot(numbers, query.data(), m_stride) < passes)
            continue;
        const auto cosine = cosineOf(numbers, query.data(), m_stride);
        if (best && cosine <= best->cosine)
            continue;
        best = Nearest{row, cosine};
        passes = static_cast<float>(static_cast<double>(cosine) / 1e6 - slack);
    }
    return best;
}

} // namespace rungwatch
