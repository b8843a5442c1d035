// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/header_argument.h"
#include "app/cli/reading_text.h"
#include "app/poll/curl_http_client.h"
#include "app/poll/plain_text.h"
#include "app/poll/poll_worker.h"
#include "rungwatch/formats/expectation.h"
#include "rungwatch/formats/reader.h"

#include <QCoreApplication>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iostream>

namespace rungwatch::cli {

namespace {

struct Options {
    std::vector<std::string> urls;
    std::string timeout{"10s"};
    std::vector<std::string> headers;
    std::string format{"auto"};
};

/// What one URL gave: a reading, or why there is none.
struct Polled {
    std::string url;
    poll::HttpAnswer answer;
    Result<Reading> reading{Error{}};
};

std::string urlFault(const std::string& text)
{
    const QUrl url(QString::fromStdString(text), QUrl::StrictMode);
    const bool known = url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
    return known && url.isValid() && !url.host().isEmpty()
        ? std::string()
        : "expected a URL that begins with http:// or https://, found \"" + text + "\"";
}

double millisecondsOf(Duration duration)
{
    return toSeconds(duration) * 1000;
}

/// The reading's own members, and what came with it.
std::string jsonOf(const Polled& polled)
{
    auto out = polled.reading ? nlohmann::ordered_json::parse(formats::expectationJson(*polled.reading))
                              : nlohmann::ordered_json::object();
    out["url"] = polled.url;
    out["status"] = polled.answer.status > 0 ? nlohmann::ordered_json(polled.answer.status) : nlohmann::ordered_json();
    out["latency_ms"] = millisecondsOf(polled.answer.latency);
    out["bytes"] = polled.answer.body.size();
    if (!polled.reading) {
        out["error"] = polled.reading.error().code;
        out["message"] = poll::plainText(polled.reading.error().message);
        out["where"] = poll::plainText(polled.reading.error().where);
    }
    return out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string textOf(const Polled& polled)
{
    const auto& answer = polled.answer;
    auto text = poll::plainText(polled.url, 1000) + '\n';
    if (answer.transport == fleet::Transport::None)
        text += fmt::format(
            "HTTP {}, {:.1f} ms, {} bytes\n", answer.status, millisecondsOf(answer.latency), answer.body.size());
    return text + (polled.reading ? readingText(*polled.reading) : std::string());
}

void read(Polled& polled, const std::string& format)
{
    const auto& answer = polled.answer;
    if (answer.transport != fleet::Transport::None) {
        polled.reading = Error{std::string(nameOf(answer.transport)), answer.detail, {}};
        return;
    }
    formats::Answer taken;
    taken.body = {answer.body.constData(), static_cast<std::size_t>(answer.body.size())};
    taken.status = answer.status;
    taken.headers = answer.headers;
    taken.took = answer.latency;
    taken.receivedAt = answer.endedWall;
    polled.reading = formats::read(taken, format);
}

/// Each is asked once, all at the same time.
std::vector<Polled> pollAll(const Options& options, poll::HttpRequest request)
{
    const SystemClock clock;
    poll::CurlHttpClient client(clock);
    std::vector<Polled> all(options.urls.size());
    auto left = all.size();
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].url = options.urls[i];
        request.url = QUrl(QString::fromStdString(options.urls[i]));
        client.call(request, [&, i](poll::HttpAnswer answer) {
            all[i].answer = std::move(answer);
            if (--left == 0)
                QCoreApplication::quit();
        });
    }
    QCoreApplication::exec();
    for (auto& polled : all)
        read(polled, options.format);
    return all;
}

int runPoll(const Options& options, const Invocation& invocation)
{
    for (const auto& url : options.urls)
        if (const auto fault = urlFault(url); !fault.empty())
            return fail(fault);
    if (!formats::isFormat(options.format))
        return fail("--format: no format is called \"" + options.format + "\"");
    poll::HttpRequest request;
    request.timeout = parseDuration(options.timeout).value();
    request.maxBytes = 32 * 1024 * 1024;
    request.headers = {{"Accept", poll::acceptHeader(fleet::SourceKind::Telemetry)}, {"User-Agent", "rungwatch"}};
    for (const auto& line : options.headers) {
        const auto header = parseHeader(line);
        if (!header) // it may hold a secret: it is not repeated
            return fail("--header: expected 'Name: value'");
        const auto name = QByteArray::fromStdString(header->first);
        std::erase_if(
            request.headers, [&](const auto& own) { return own.first.compare(name, Qt::CaseInsensitive) == 0; });
        request.headers.emplace_back(name, QByteArray::fromStdString(header->second));
    }
    const QCoreApplication application(invocation.argc, invocation.argv);
    bool allRead = true;
    const auto all = pollAll(options, std::move(request));
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::cout << (invocation.json ? jsonOf(all[i]) + '\n' : (i > 0 ? "\n" : "") + textOf(all[i])) << std::flush;
        if (all[i].reading)
            continue;
        allRead = false;
        const auto& error = all[i].reading.error();
        fail(all[i].url, Error{error.code, error.code + ": " + error.message, error.where});
    }
    return allRead ? Holds : DoesNotHold;
}

} // namespace

Command pollCommand()
{
    return {"poll", "ask URLs once each, as the console's polls would, and print what they say",
        [](CLI::App& app) -> std::function<int(const Invocation&)> {
            auto options = std::make_shared<Options>();
            app.add_option("URL", options->urls, "http:// or https://")->required();
            app.add_option("--timeout", options->timeout, "from the start to the last byte of an answer; 10s")
                ->check(durationFault);
            app.add_option("--header", options->headers, "'Name: value', a header to send")->expected(1)->take_all();
            app.add_option("--format", options->format, "read them as this format instead of finding out");
            return [options](const Invocation& invocation) { return runPoll(*options, invocation); };
        }};
}

} // namespace rungwatch::cli
