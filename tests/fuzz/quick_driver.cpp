// SPDX-License-Identifier: GPL-3.0-or-later
// Drives a fuzz target where there is no libFuzzer: each seed, its prefixes, and seeded mutations of it. Finds what a
// sanitizer or a crash shows; the long run is libFuzzer's (run.sh).
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t prefixesPerSeed = 400;
constexpr int mutationsPerSeed = 200;

void put(const std::string& bytes)
{
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

std::vector<std::string> seedsIn(int folders, char** names)
{
    std::vector<std::string> seeds{""};
    for (int i = 0; i < folders; ++i) {
        if (!std::filesystem::is_directory(names[i]))
            continue;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(names[i])) {
            std::ifstream file(entry.path(), std::ios::binary);
            if (entry.is_regular_file())
                seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        }
    }
    return seeds;
}

/// Bytes changed, dropped, doubled, or taken from another seed.
std::string mutated(std::string bytes, const std::vector<std::string>& seeds, std::mt19937_64& random)
{
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    for (auto changes = 1 + below(8); changes > 0; --changes) {
        const auto at = below(bytes.size() + 1);
        switch (below(5)) {
        case 0:
            if (at < bytes.size())
                bytes[at] = static_cast<char>(random());
            break;
        case 1:
            bytes.erase(at, below(16));
            break;
        case 2:
            bytes.insert(at, bytes.substr(at, below(64)));
            break;
        case 3: {
            const auto& other = seeds[below(seeds.size())];
            const auto from = below(other.size() + 1);
            bytes.insert(at, other.substr(from, below(64)));
            break;
        }
        default: {
            static const char* const odd[]{
                "1e999", "-0", "NaN", "\xff", "null", "[[[[", "\"\\u0000\"", "18446744073709551616"};
            bytes.insert(at, odd[below(std::size(odd))]);
        }
        }
    }
    return bytes;
}

} // namespace

int main(int argc, char** argv)
{
    const auto seeds = seedsIn(argc - 1, argv + 1);
    std::mt19937_64 random(1);
    std::size_t inputs = 0;
    for (const auto& seed : seeds) {
        const auto stride = seed.size() / prefixesPerSeed + 1;
        for (std::size_t length = 0; length <= seed.size(); length += stride, ++inputs)
            put(seed.substr(0, length));
        put(seed);
        for (int i = 0; i < mutationsPerSeed; ++i, ++inputs)
            put(mutated(seed, seeds, random));
        for (int i = 0; i < mutationsPerSeed; ++i, ++inputs) {
            std::string bytes(random() % 64, '\0');
            for (auto& byte : bytes)
                byte = static_cast<char>(random());
            put(bytes);
        }
    }
    std::printf("%zu inputs of %zu seeds\n", inputs, seeds.size());
    return 0;
}
