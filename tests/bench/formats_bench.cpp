// SPDX-License-Identifier: GPL-3.0-or-later
// How fast each reader of core/formats reads: MB/s of CPU time over all bodies of its format together, and beside it
// what nlohmann's parser alone makes of the same bodies where they are JSON. Bodies: tests/data/formats, those of lines
// as often as makes 64 kB; or a corpus with an INDEX.json as the reader tests have it.
// formats_bench [--corpus=FOLDER] [--seconds=N]
#include "rungwatch/formats/reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace rungwatch;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

struct Body {
    std::string bytes;
    int status{200};
    std::map<std::string, std::string> headers{};
    std::string pin{"auto"};
};
using Bodies = std::map<std::string, std::vector<Body>>;

/// Files beside the formats' folders, by how their name begins.
constexpr std::pair<std::string_view, std::string_view> named[]{{"alerts_", "alertmanager-alerts"},
    {"aspnet_", "aspnet-plain"}, {"consul_", "consul-health-service"}, {"error_", "error-document"},
    {"haproxy_", "haproxy-stats-csv"}, {"headers_", "cache-headers"}, {"healthz_", "kubernetes-healthz"},
    {"hystrix_", "hystrix-stream"}, {"openmetrics_", "openmetrics"}, {"prometheus_api_", "prometheus-api"},
    {"prometheus_", "prometheus-text"}, {"rails_", "rails-up"}, {"simple_", "simple-status"}};
/// Of these more lines are only a longer answer.
constexpr std::string_view ofLines[]{"haproxy-stats-csv", "hystrix-stream", "envoy-clusters-text"};
constexpr std::size_t longAnswer{64 * 1024};

double cpuSeconds()
{
    timespec used{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

std::string bytesOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

Result<Reading> readOf(const Body& body)
{
    return formats::read({body.bytes, body.status, body.headers}, body.pin);
}

void add(Bodies& bodies, const std::string& format, Body body)
{
    if (!body.bytes.empty() && readOf(body).ok())
        bodies[format].push_back(std::move(body));
}

Body repeated(Body body, const std::string& format)
{
    if (std::find(std::begin(ofLines), std::end(ofLines), format) == std::end(ofLines))
        return body;
    const auto once = body.bytes;
    while (body.bytes.size() < longAnswer)
        body.bytes += once;
    return body;
}

/// As a Spring service with many circuit breakers exposes them: a series cannot come twice, so it is made.
std::string exposition()
{
    std::string text = "# HELP resilience4j_circuitbreaker_state The states of the circuit breaker\n"
                       "# TYPE resilience4j_circuitbreaker_state gauge\n";
    for (int i = 0; text.size() < longAnswer; ++i)
        for (const char* state : {"closed", "open", "half_open"})
            text += "resilience4j_circuitbreaker_state{application=\"store\",name=\"breaker-" + std::to_string(i)
                + "\",state=\"" + state + "\",} " + (state[0] == 'c' ? "1.0\n" : "0.0\n");
    return text;
}

std::string formatOf(const fs::path& path)
{
    const auto name = path.filename().string();
    if (name.starts_with("envoy_"))
        return path.extension() == ".json" ? "envoy-clusters-json" : "envoy-clusters-text";
    for (const auto& [begin, format] : named)
        if (name.starts_with(begin))
            return std::string(format);
    return {};
}

Bodies ownBodies(const fs::path& data)
{
    Bodies bodies;
    add(bodies, "rungwatch-telemetry", {bytesOf(data / "telemetry" / "contract_example.json")});
    add(bodies, "prometheus-text", {exposition()});
    for (const auto& entry : fs::recursive_directory_iterator(data / "formats")) {
        if (!entry.is_regular_file() || entry.path().filename() == "INDEX.json")
            continue;
        const auto folder = entry.path().parent_path();
        const auto format = folder.filename() == "formats" ? formatOf(entry.path()) : folder.filename().string();
        if (!formats::isFormat(format))
            continue;
        Body body{bytesOf(entry.path())};
        body.pin = format;
        add(bodies, format, repeated(std::move(body), format));
    }
    return bodies;
}

Bodies corpusBodies(const fs::path& corpus)
{
    Bodies bodies;
    for (const auto& entry : json::parse(bytesOf(corpus / "INDEX.json"))) {
        Body body{bytesOf(corpus / entry.value("file", entry.value("path", "")))};
        const auto format = entry.value("format", "");
        body.status = entry.value("http_status", 200);
        body.headers["content-type"] = entry.value("content_type", "");
        if (entry.value("pinned", false))
            body.pin = format;
        add(bodies, format, std::move(body));
    }
    return bodies;
}

/// MB/s of CPU time.
template <class Read> double speedOf(const std::vector<Body>& bodies, double seconds, Read&& read)
{
    std::size_t bytes = 0;
    const auto begin = cpuSeconds();
    auto used = 0.0;
    do {
        for (const auto& body : bodies) {
            read(body);
            bytes += body.bytes.size();
        }
        used = cpuSeconds() - begin;
    } while (used < seconds);
    return static_cast<double>(bytes) / used / 1e6;
}

void measure(const std::string& format, const std::vector<Body>& bodies, double seconds)
{
    std::size_t bytes = 0;
    for (const auto& body : bodies)
        bytes += body.bytes.size();
    std::size_t read = 0;
    const auto speed = speedOf(bodies, seconds, [&](const Body& body) { read += readOf(body).ok(); });
    std::printf("%-36s %4zu bodies of %7zu B  %8.1f MB/s", format.c_str(), bodies.size(), bytes / bodies.size(), speed);
    const bool allJson =
        std::all_of(bodies.begin(), bodies.end(), [](const Body& body) { return json::accept(body.bytes); });
    if (allJson) {
        const auto limit = speedOf(bodies, seconds, [&](const Body& body) { read += json::parse(body.bytes).size(); });
        std::printf("   nlohmann alone %7.1f MB/s: %.2f of it", limit, speed / limit);
    }
    std::printf("%s\n", read > 0 ? "" : " (nothing was read)");
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    fs::path corpus;
    double seconds = 0.2;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument(argv[i]);
        if (argument.starts_with("--corpus="))
            corpus = argument.substr(9);
        else if (argument.starts_with("--seconds="))
            seconds = std::atof(argv[i] + 10);
        else
            return std::fprintf(stderr, "usage: formats_bench [--corpus=FOLDER] [--seconds=N]\n"), 2;
    }
    const auto bodies = corpus.empty() ? ownBodies(RUNGWATCH_TEST_DATA) : corpusBodies(corpus);
    for (const auto& [format, ofFormat] : bodies)
        measure(format, ofFormat, seconds);
    return bodies.empty() ? 2 : 0;
}
