// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/cache/vector_matrix.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rungwatch {

namespace {

/// A sum of so many products at a time: a length that is known is vectorised at every level of optimisation.
constexpr std::size_t block = 32;
constexpr double coarseUnit = 32'767;

/// `size` is a multiple of `block`. Two vectors of length 1 can't overflow it, as no part of their product exceeds 1.
std::int32_t coarseDot(const std::int16_t* a, const std::int16_t* b, std::size_t size)
{
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < size; i += block) {
        std::int32_t part = 0;
        for (std::size_t k = 0; k < block; ++k)
            part += std::int32_t{a[i + k]} * b[i + k];
        sum += part;
    }
    return sum;
}

/// How far a coarse product may be from the true one: half a unit in each number, so half the root of their count in
/// each vector's length.
double coarseError(std::size_t size)
{
    const double off = std::sqrt(static_cast<double>(size)) / 2 / coarseUnit;
    return 2 * off + off * off;
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
    , m_stride((dimension + block - 1) / block * block)
{
}

std::optional<VectorMatrix::Query> VectorMatrix::asQuery(std::span<const float> vector) const
{
    if (vector.size() != m_dimension)
        return std::nullopt;
    Query query;
    query.numbers.assign(m_stride, 0.0F);
    std::copy(vector.begin(), vector.end(), query.numbers.begin());
    if (!normalise(query.numbers))
        return std::nullopt;
    query.coarse.reserve(m_stride);
    for (const float number : query.numbers)
        query.coarse.push_back(static_cast<std::int16_t>(std::lround(static_cast<double>(number) * coarseUnit)));
    return query;
}

bool VectorMatrix::append(std::span<const float> vector)
{
    const auto row = asQuery(vector);
    if (!row)
        return false;
    m_numbers.insert(m_numbers.end(), row->numbers.begin(), row->numbers.end());
    m_coarse.insert(m_coarse.end(), row->coarse.begin(), row->coarse.end());
    ++m_rows;
    return true;
}

std::optional<VectorMatrix::Nearest> VectorMatrix::nearest(const Query& query, std::size_t begin, std::size_t end) const
{
    if (query.numbers.size() != m_stride)
        return std::nullopt;
    const double slack = coarseError(m_stride) + 1e-6; // and the rounding to millionths
    std::optional<Nearest> best;
    auto passes = std::numeric_limits<std::int32_t>::min();
    for (std::size_t row = begin; row < std::min(end, m_rows); ++row) {
        const auto offset = row * m_stride;
        if (coarseDot(m_coarse.data() + offset, query.coarse.data(), m_stride) < passes)
            continue;
        const auto cosine = cosineOf(m_numbers.data() + offset, query.numbers.data(), m_stride);
        if (best && cosine <= best->cosine)
            continue;
        best = Nearest{row, cosine};
        const double least = static_cast<double>(cosine) / 1e6 - slack;
        passes = static_cast<std::int32_t>(std::floor(least * coarseUnit * coarseUnit));
    }
    return best;
}

} // namespace rungwatch
