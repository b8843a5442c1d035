// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/line_source.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace rungwatch::exchange {

namespace {

struct CloseGz {
    void operator()(gzFile file) const { gzclose(file); }
};
using GzHandle = std::unique_ptr<gzFile_s, CloseGz>;

Result<GzHandle> opened(const std::string& file)
{
    std::error_code trouble;
    if (std::filesystem::is_directory(file, trouble))
        return Error{"unreadable", "expected a file, found a folder", {}};
    GzHandle handle(gzopen(file.c_str(), "rb"));
    if (!handle)
        return Error{"unreadable", std::string("can't be opened for reading: ") + std::strerror(errno), {}};
    gzbuffer(handle.get(), 256 * 1024);
    return handle;
}

/// More bytes; nothing at the end, an error where it is cut or not what gzip wrote.
Result<std::string> more(gzFile file)
{
    std::array<char, 65536> buffer{};
    const int count = gzread(file, buffer.data(), buffer.size());
    int code = Z_OK;
    const std::string words = gzerror(file, &code);
    if (count < 0 || (count == 0 && code != Z_OK && code != Z_STREAM_END))
        return Error{"damaged", code == Z_BUF_ERROR ? "the packed data is cut" : "can't be unpacked: " + words, {}};
    return std::string(buffer.data(), static_cast<std::size_t>(count));
}

} // namespace

struct LineSource::Impl {
    GzHandle handle;
    std::string waiting;
    std::size_t at{0};
    std::uint64_t line{0};
    bool ended{false};
    std::optional<Error> fault;

    void stop(std::string code, std::string message)
    {
        ended = true;
        waiting.clear();
        at = 0;
        fault = Error{std::move(code), std::move(message), "line " + std::to_string(line + 1)};
    }

    void fill()
    {
        waiting.erase(0, at);
        at = 0;
        const auto bytes = more(handle.get());
        if (!bytes)
            return stop(bytes.error().code, bytes.error().message);
        ended = bytes->empty();
        waiting += *bytes;
        if (waiting.size() > longestLine)
            stop("too-large", "a line of more than 64 MiB");
    }
};

LineSource::LineSource()
    : m_impl(std::make_unique<Impl>())
{
}
LineSource::~LineSource() = default;
LineSource::LineSource(LineSource&&) noexcept = default;

Result<LineSource> LineSource::open(const std::string& file)
{
    auto handle = opened(file);
    if (!handle)
        return handle.error();
    LineSource source;
    source.m_impl->handle = std::move(handle).value();
    return source;
}

std::optional<std::string> LineSource::next()
{
    auto& self = *m_impl;
    for (std::size_t searched = 0;;) {
        const auto end = self.waiting.find('\n', self.at + searched);
        if (end != std::string::npos || (self.ended && self.at < self.waiting.size())) {
            const auto length = std::min(end, self.waiting.size()) - self.at;
            auto text = self.waiting.substr(self.at, length);
            self.at = std::min(self.at + length + 1, self.waiting.size());
            ++self.line;
            return text;
        }
        if (self.ended)
            return std::nullopt;
        searched = self.waiting.size() - self.at;
        self.fill();
    }
}

std::uint64_t LineSource::line() const
{
    return m_impl->line;
}

const std::optional<Error>& LineSource::fault() const
{
    return m_impl->fault;
}

Result<std::string> wholeText(const std::string& file, std::size_t most)
{
    const auto handle = opened(file);
    if (!handle)
        return handle.error();
    std::string text;
    for (;;) {
        auto bytes = more(handle.value().get());
        if (!bytes)
            return bytes.error();
        if (bytes->empty())
            return text;
        text += *bytes;
        if (text.size() > most)
            return Error{"too-large", "expected at most " + std::to_string(most >> 20) + " MiB", {}};
    }
}

} // namespace rungwatch::exchange
