// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace rungwatch {

/// FNV-1a, 64 bits, continued from `seed`. For state hashes and for draws of chance by (seed, subject, generation):
/// the same on every machine, not meant to resist an adversary (the operator chain is SHA-256).
[[nodiscard]] constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t seed = 0xcbf29ce484222325ULL)
{
    for (const char c : bytes) {
        seed ^= static_cast<unsigned char>(c);
        seed *= 0x100000001b3ULL;
    }
    return seed;
}

/// Spreads the bits of a hash evenly (splitmix64's finaliser), so that its high bits are a fair draw.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t x)
{
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/// A draw for one subject and generation: one subject's draw never shifts another's.
[[nodiscard]] constexpr std::uint64_t draw(std::uint64_t seed, std::string_view subject, std::uint64_t generation)
{
    return mixed(fnv1a(subject, seed) ^ mixed(generation));
}

} // namespace rungwatch
