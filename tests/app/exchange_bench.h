// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/exchange/export_lines.h"
#include "app/exchange/journal_maker.h"
#include "rungwatch/fleet/replay.h"
#include "tests/core/fleet_bench.h"

#include <QFile>

/// What the tests of export and import share: an outage that an operator ended, as a journal.
namespace exchange_bench {

using namespace rungwatch;

inline QByteArray bytesOf(const QString& name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(unreadable)");
}

inline void put(const QString& name, const QByteArray& bytes)
{
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("can't write %s", qPrintable(name));
}

/// A store whose search trips, is killed by ada and gets well; its words try to be markup, a table and a formula.
inline std::vector<fleet::Event> outage()
{
    using namespace std::chrono_literals;
    constexpr auto policy = R"({"version": 1, "name": "Shop <b>&</b>", "services": [{"name": "store", "critical": true,
        "sources": [{"kind": "telemetry", "url": "http://a/"}]}]})";
    Reading now;
    now.format = "rungwatch-telemetry";
    now.level = HealthLevel::Healthy;
    now.instance.emplace();
    now.features.emplace_back().name = "search";
    now.features[0].mode = Mode::Primary;
    now.features[0].ladder = {
        {"primary", RungKind::Primary, {}}, {"cache", RungKind::Cache, {}}, {"unavailable", RungKind::Unavailable, {}}};
    now.breakers.emplace_back().name = "model";
    now.breakers[0].state = breaker::Phase::Closed;
    FleetBench bench(policy);
    bench.answerer = [&](const std::string&, FleetBench::Result& result) {
        now.instance->observedAt = bench.clock.wallNow();
        result.reading = Shared<Reading>(now);
        result.status = 200;
        return true;
    };
    const auto interval = [&](std::uint64_t n, std::map<std::string, std::uint64_t> served) {
        IntervalReading closed;
        closed.n = n;
        closed.endedAt = bench.clock.wallNow();
        closed.length = 2s;
        closed.served = std::move(served);
        now.features[0].intervals = {closed};
    };
    bench.runFor(3s);
    interval(1, {{"primary", 90}, {"cache", 10}});
    bench.runFor(2s);
    now.level = HealthLevel::Degraded;
    now.message = "=cmd|' /C calc'!A0, \"model\" <script>alert(1)</script> is | down";
    now.features[0].mode = Mode::Degraded;
    now.breakers[0].state = breaker::Phase::Open;
    ReportedEvent opened;
    opened.seq = 7;
    opened.at = bench.clock.wallNow() - 1500ms; // it happened before the readings that were taken since
    opened.kind = "breaker";
    opened.name = "model";
    opened.from = "closed";
    opened.to = "open";
    opened.cause = "failure_rate";
    now.events = {opened};
    interval(4, {{"cache", 60}, {"unavailable", 40}}); // 2 and 3 are never read
    bench.runFor(2s);
    fleet::Command command{
        "c1", fleet::CommandKind::Select, "s1", fleet::Action::Kill, "search", "ada", {}, {}, {}, false, 0};
    bench.feed(fleet::CommandReceived{command});
    command.kind = fleet::CommandKind::Operate;
    command.reason = "it answers <i>nonsense</i>";
    command.expiresIn = 3600s;
    bench.feed(fleet::CommandReceived{command});
    fleet::EffectResult answer;
    answer.commandId = "c1";
    answer.status = 200;
    bench.feed(answer);
    bench.feed(fleet::NoteTaken{"ada", "the model's disk is full"});
    bench.feed(fleet::IncidentDeclared{"ada", "search <b>is</b> out", bench.clock.wallNow() - 1s});
    bench.runFor(12s); // no telemetry shows it: unconfirmed
    now.level = HealthLevel::Healthy;
    now.message.clear();
    now.features[0].mode = Mode::Primary;
    now.breakers[0].state = breaker::Phase::Closed;
    interval(5, {{"primary", 100}});
    bench.runFor(3s);
    bench.feed(fleet::IncidentEnded{"bob"});
    return bench.log;
}

inline void record(const QString& file, const std::vector<fleet::Event>& events)
{
    exchange::JournalMaker maker(file, "test");
    if (const auto error = maker.open())
        qFatal("%s", error->message.c_str());
    fleet::Replayer replayer;
    for (const auto& event : events) {
        if (replayer.add(event))
            qFatal("the events have a hole");
        maker.add({event}, replayer.state());
    }
    if (const auto made = maker.finish(); !made)
        qFatal("%s", made.error().message.c_str());
}

inline journal::JournalReader opened(const QString& file)
{
    auto reader = journal::JournalReader::open(file);
    if (!reader)
        qFatal("%s", reader.error().message.c_str());
    return std::move(reader).value();
}

inline QByteArray exported(const QString& journal, const QString& to, const exchange::TimeRange& range = {})
{
    auto reader = opened(journal);
    exchange::FileSink sink(
        to, to.endsWith(QStringLiteral(".gz")) ? exchange::Packing::Gzip : exchange::Packing::Plain);
    if (sink.open())
        qFatal("can't write %s", qPrintable(to));
    const auto written = to.endsWith(QStringLiteral(".csv")) ? exchange::writeTable(reader, range, sink)
                                                             : exchange::writeLines(reader, journal, range, sink);
    if (!written || sink.close())
        qFatal("not written");
    return bytesOf(to);
}

/// Empty where this program decides everything as the journal says.
inline std::string difference(const QString& journal)
{
    auto reader = opened(journal);
    auto start = reader.startState();
    if (!start)
        return start.error().message;
    fleet::Verifier verifier(std::move(start).value());
    if (const auto damage = reader.forEach(1, [&](const fleet::Event& event) {
            verifier.add(event);
            return true;
        }))
        return damage->message;
    verifier.finish();
    const auto& found = verifier.difference();
    return found
        ? std::to_string(found->seq) + " " + found->kind + ": expected " + found->expected + " got " + found->got
        : std::string();
}

} // namespace exchange_bench
