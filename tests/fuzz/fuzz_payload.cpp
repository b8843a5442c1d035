// SPDX-License-Identifier: GPL-3.0-or-later
// What a service answers: any bytes are a reading or a named error.
#include "rungwatch/base/codec.h"
#include "rungwatch/formats/format_table.h"
#include "rungwatch/formats/reader.h"

#include <cstdlib>

using namespace rungwatch;

namespace {

/// The format that RUNGWATCH_FUZZ_FORMAT names, or another for every body.
std::string_view pinFor(std::uint64_t chance)
{
    static const char* const asked = std::getenv("RUNGWATCH_FUZZ_FORMAT");
    if (asked && !formats::isFormat(asked))
        std::abort(); // nothing would be tried
    const auto table = formats::formatTable();
    return asked ? std::string_view(asked) : table[chance % table.size()].name;
}

void check(const formats::Answer& answer, std::string_view pin)
{
    const auto reading = formats::read(answer, pin);
    if (!reading && reading.error().code.empty())
        std::abort(); // an error has a name
    if (reading && !decoded<Reading>(encoded(*reading)).ok())
        std::abort(); // and a reading can be kept
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const int statuses[]{200, 304, 404, 429, 500, 503};
    static const char* const types[]{"", "application/json", "application/health+json", "text/plain",
        "text/event-stream", "application/openmetrics-text", "application/vnd.rungwatch.resilience+json", "text/html"};
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    // Which status and type: by the bytes themselves, so that seeds are plain bodies.
    const auto chance = fnv1a(bytes);
    for (const auto chosen : {std::uint64_t{0}, chance}) {
        formats::Answer answer{bytes, statuses[chosen % std::size(statuses)], {}};
        answer.headers["content-type"] = types[chosen / 8 % std::size(types)];
        check(answer, "auto");
        check(answer, pinFor(chance / 64));
    }
    return 0;
}
