// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/content_encoding.h"
#include "app/cli/header_argument.h"
#include "app/cli/reading_text.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/formats/expectation.h"
#include "rungwatch/formats/reader.h"

#include <CLI/CLI.hpp>

#include <iostream>

namespace rungwatch::cli {

namespace {

constexpr std::size_t maxPlainBytes{32 * 1024 * 1024};

struct Options {
    std::string file;
    int status{200};
    std::string contentType;
    std::vector<std::string> headers;
    std::string format{"auto"};
};

std::string lower(std::string text)
{
    for (auto& c : text)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return text;
}

/// "K: V" into its place; false for any other form.
bool addHeader(const std::string& line, std::map<std::string, std::string>& headers)
{
    const auto header = parseHeader(line);
    if (!header)
        return false;
    auto& place = headers[lower(header->first)];
    place += (place.empty() ? "" : ", ") + header->second;
    return true;
}

int refuse(const Options& options, const Error& error, bool json)
{
    if (json) {
        JsonWriter out;
        out.beginObject();
        out.member("error", error.code);
        out.member("message", error.message);
        out.member("where", error.where);
        out.end();
        std::cout << out.str() << '\n';
    }
    return fail(options.file, Error{error.code, error.code + ": " + error.message, error.where});
}

int runRead(const Options& options, bool json)
{
    formats::Answer answer;
    answer.status = options.status;
    for (const auto& header : options.headers)
        if (!addHeader(header, answer.headers))
            return fail("--header: expected 'Name: value', found \"" + header + "\"");
    if (!options.contentType.empty())
        answer.headers["content-type"] = options.contentType;
    if (!formats::isFormat(options.format))
        return fail("--format: no format is called \"" + options.format + "\"");
    auto bytes = readFile(options.file);
    if (!bytes)
        return fail(options.file, bytes.error());
    const auto body = decodedBody(std::move(bytes).value(), answer.headers["content-encoding"], maxPlainBytes);
    if (!body)
        return refuse(options, body.error(), json);
    answer.body = *body;
    const auto reading = formats::read(answer, options.format);
    if (!reading)
        return refuse(options, reading.error(), json);
    std::cout << (json ? formats::expectationJson(*reading) + '\n' : readingText(*reading));
    return Holds;
}

} // namespace

Command readCommand()
{
    return {"read", "read one payload as the poller would and print what it says",
        [](CLI::App& app) -> std::function<int(const Invocation&)> {
            auto options = std::make_shared<Options>();
            app.add_option("FILE", options->file, "the body; - for standard input")->required();
            app.add_option("--status", options->status, "its HTTP status")->check(CLI::Range(100, 599));
            app.add_option("--content-type", options->contentType, "its Content-Type");
            app.add_option("--header", options->headers, "'Name: value', a header that came with it")
                ->expected(1)
                ->take_all();
            app.add_option("--format", options->format, "read it as this format instead of finding out");
            return [options](const Invocation& invocation) { return runRead(*options, invocation.json); };
        }};
}

} // namespace rungwatch::cli
