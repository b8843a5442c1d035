// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/content_encoding.h"

#include <array>
#include <zlib.h>

namespace rungwatch::cli {

namespace {

/// zlib finds out by itself whether it is gzip or zlib's own; some servers send deflate without any head.
constexpr int anyHead{15 + 32};
constexpr int noHead{-15};

Result<std::string> inflated(const std::string& body, int windowBits, std::size_t limit)
{
    z_stream stream{};
    if (inflateInit2(&stream, windowBits) != Z_OK)
        return Error{"bad-data", "can't be unpacked", {}};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
    stream.avail_in = static_cast<uInt>(body.size());
    std::string plain;
    std::array<char, 64 * 1024> buffer;
    int step = Z_OK;
    while (step == Z_OK && plain.size() <= limit) {
        stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
        stream.avail_out = static_cast<uInt>(buffer.size());
        step = inflate(&stream, Z_NO_FLUSH);
        plain.append(buffer.data(), buffer.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    if (plain.size() > limit)
        return Error{"too-large", "unpacks to more than " + std::to_string(limit) + " bytes", {}};
    if (step != Z_STREAM_END)
        return Error{"bad-data", "can't be unpacked as its Content-Encoding says", {}};
    return plain;
}

} // namespace

Result<std::string> decodedBody(std::string body, const std::string& encoding, std::size_t limit)
{
    if (encoding.empty() || encoding == "identity")
        return body;
    if (encoding != "gzip" && encoding != "x-gzip" && encoding != "deflate")
        return Error{"bad-data", "Content-Encoding " + encoding + ", expected gzip, deflate or identity", {}};
    auto plain = inflated(body, anyHead, limit);
    if (!plain && plain.error().code == "bad-data" && encoding == "deflate")
        return inflated(body, noHead, limit);
    return plain;
}

} // namespace rungwatch::cli
