// SPDX-License-Identifier: GPL-3.0-or-later
// What a journal costs: the engine's thread for an append, the disk for what is sustained, and a reader.
#include "app/journal/journal_reader.h"
#include "app/journal/journal_writer.h"
#include "rungwatch/fleet/apply.h"
#include "rungwatch/fleet/decide.h"
#include "tests/bench/bench_main.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QThread>

#include <condition_variable>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

struct Step {
    std::vector<fleet::Event> events;
    fleet::FleetState after;
};

/// Some seconds of a fleet whose services are asked once a second, every twentieth refusing for a while: each decision
/// as the engine takes it, ticks, rounds and transitions mixed as they come.
class Decided {
public:
    Decided(std::size_t services, std::chrono::seconds time)
        : m_text(policyText(services))
        , m_policy(fleet::parsePolicy(m_text).value())
    {
        fleet::SessionStarted session;
        session.policyText = m_text;
        decide(session);
        for (const auto end = m_clock.steadyNow() + time; m_clock.steadyNow() < end;)
            goOn(end);
    }

    std::vector<Step> steps;
    std::uint64_t events{0};

private:
    static std::string policyText(std::size_t services)
    {
        std::string text = R"({"version": 1, "name": "bench", "services": [)";
        for (std::size_t i = 0; i < services; ++i)
            text += (i == 0 ? "" : ",") + std::string(R"({"name": "service-)") + std::to_string(i)
                + R"(", "sources": [{"kind": "health", "url": "http://10.0.0.1:8080/)" + std::to_string(i) + R"("}]})";
        return text + "]}";
    }

    void goOn(SteadyTime end)
    {
        const auto answered = m_pending.empty() ? SteadyTime::max() : m_pending.begin()->first;
        const auto next = std::min({answered, m_due.value_or(SteadyTime::max()), end});
        m_clock.advance(std::max(Duration{1}, next - m_clock.steadyNow()));
        fleet::PollRound round;
        while (!m_pending.empty() && m_pending.begin()->first <= m_clock.steadyNow()) {
            round.results.push_back(answer(m_pending.begin()->second));
            m_pending.erase(m_pending.begin());
        }
        round.results.empty() ? decide(fleet::Tick{}) : decide(std::move(round));
    }

    void decide(fleet::EventBody input)
    {
        auto decision = fleet::decide(m_state, m_policy, std::move(input), m_clock.now());
        m_state = decision.next;
        m_due = decision.nextDue;
        events += decision.events.size();
        steps.push_back({std::move(decision.events), std::move(decision.next)});
        for (const auto& effect : decision.effects)
            if (const auto* poll = std::get_if<fleet::PollEffect>(&effect))
                m_pending.emplace(m_clock.steadyNow() + 4ms, *poll);
    }

    fleet::PollResult answer(const fleet::PollEffect& poll) const
    {
        fleet::PollResult result;
        result.endpoint = poll.endpoint;
        result.permit = poll.permit;
        result.obtainedAt = m_clock.steadyNow();
        result.latency = 5ms;
        const auto second = std::chrono::floor<std::chrono::seconds>(m_clock.steadyNow().time_since_epoch()).count();
        if (poll.endpoint % 20 == 7 && second % 10 >= 5) {
            result.transport = fleet::Transport::Refused;
            return result;
        }
        result.status = 200;
        result.unchanged = m_state.endpoints[poll.endpoint]->everRead && second % 10 != 0;
        if (!result.unchanged) {
            Reading reading;
            reading.format = "seed-health";
            reading.level = HealthLevel::Healthy;
            reading.message = "second " + std::to_string(second);
            result.reading = Shared<Reading>(std::move(reading));
        }
        return result;
    }

    std::string m_text;
    fleet::Policy m_policy;
    ManualClock m_clock;
    fleet::FleetState m_state;
    std::optional<SteadyTime> m_due;
    std::multimap<SteadyTime, fleet::PollEffect> m_pending;
};

/// A writer in a thread of its own, as in a console, on a disk.
class Writing {
public:
    explicit Writing(std::chrono::milliseconds commitEvery)
        : m_writer(std::make_unique<journal::JournalWriter>(journal::JournalWriter::Options{
            .file = file(), .program = "bench", .commitEvery = commitEvery, .pendingEvents = 50'000'000}))
    {
        QObject::connect(
            m_writer.get(), &journal::JournalWriter::committed, m_writer.get(),
            [this](quint64 seq) {
                const std::lock_guard guard(m_mutex);
                m_durable = seq;
                m_moved.notify_all();
            },
            Qt::DirectConnection);
        m_writer->moveToThread(&m_thread);
        m_thread.start();
        QMetaObject::invokeMethod(m_writer.get(), &journal::JournalWriter::open, Qt::BlockingQueuedConnection);
    }
    ~Writing()
    {
        QMetaObject::invokeMethod(m_writer.get(), &journal::JournalWriter::close, Qt::BlockingQueuedConnection);
        m_thread.quit();
        m_thread.wait();
    }

    [[nodiscard]] QString file() const { return m_dir.filePath(QStringLiteral("bench.journal")); }
    journal::JournalWriter& writer() { return *m_writer; }
    void waitFor(std::uint64_t seq)
    {
        std::unique_lock lock(m_mutex);
        m_moved.wait(lock, [&] { return m_durable >= seq; });
    }

private:
    // Beside the program: where a temporary folder lies in memory, nothing would be synced.
    QTemporaryDir m_dir{QCoreApplication::applicationDirPath() + QStringLiteral("/journal_bench-XXXXXX")};
    std::unique_ptr<journal::JournalWriter> m_writer;
    QThread m_thread;
    std::mutex m_mutex;
    std::condition_variable m_moved;
    std::uint64_t m_durable{0};
};

/// The steps again and again, numbered on.
class Stream {
public:
    explicit Stream(const Decided& decided)
        : m_decided(decided)
    {
    }

    Step next()
    {
        auto step = m_decided.steps[m_at];
        for (auto& event : step.events) {
            event.seq += m_offset;
            event.causedBy += event.causedBy == 0 ? 0 : m_offset;
        }
        step.after.seq += m_offset;
        m_seq = step.after.seq;
        if (++m_at == m_decided.steps.size()) {
            m_at = 1; // a session begins once
            m_offset = m_seq - m_decided.steps[0].after.seq;
        }
        return step;
    }
    [[nodiscard]] std::uint64_t seq() const { return m_seq; }

private:
    const Decided& m_decided;
    std::size_t m_at{0};
    std::uint64_t m_offset{0};
    std::uint64_t m_seq{0};
};

const Decided& decided(std::int64_t services)
{
    static const Decided small(20, 60s);
    static const Decided large(1000, 10s);
    return services == 20 ? small : large;
}

void perItem(benchmark::State& state, std::uint64_t items)
{
    state.SetItemsProcessed(static_cast<std::int64_t>(items));
    state.counters["ns_an_event"] =
        benchmark::Counter(static_cast<double>(items), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// What the engine's thread pays; the events themselves are made before.
void append(benchmark::State& state)
{
    Writing writing(50ms);
    Stream stream(decided(state.range(0)));
    std::uint64_t events = 0;
    for (auto _ : state) {
        state.PauseTiming();
        std::vector<Step> steps;
        for (int i = 0; i < 64; ++i)
            steps.push_back(stream.next());
        state.ResumeTiming();
        for (auto& step : steps) {
            events += step.events.size();
            writing.writer().append(std::move(step.events), step.after);
        }
    }
    perItem(state, events);
}

/// From the first append until the last event is on disk, synced: made beforehand, so that the disk's side is measured.
void sustained(benchmark::State& state)
{
    std::uint64_t events = 0;
    for (auto _ : state) {
        state.PauseTiming();
        Writing writing(std::chrono::milliseconds(state.range(1)));
        Stream stream(decided(state.range(0)));
        std::vector<Step> steps;
        for (std::uint64_t made = 0; made < 400'000;) {
            steps.push_back(stream.next());
            made += steps.back().events.size();
        }
        state.ResumeTiming();
        for (auto& step : steps) {
            events += step.events.size();
            writing.writer().append(std::move(step.events), std::move(step.after));
        }
        writing.waitFor(stream.seq());
        state.PauseTiming();
        steps.clear();
        state.ResumeTiming();
    }
    perItem(state, events);
}

const QString& recorded(std::int64_t services)
{
    static std::map<std::int64_t, std::pair<std::unique_ptr<QTemporaryDir>, QString>> files;
    auto& [dir, file] = files[services];
    if (!dir) {
        dir = std::make_unique<QTemporaryDir>();
        file = dir->filePath(QStringLiteral("read.journal"));
        journal::JournalWriter writer({.file = file, .program = "bench"});
        writer.open();
        Stream stream(decided(services));
        for (int i = 0; stream.seq() < 100'000 && i < 50'000; ++i) {
            auto step = stream.next();
            writer.append(std::move(step.events), std::move(step.after));
            QCoreApplication::sendPostedEvents(&writer);
        }
        writer.close();
    }
    return file;
}

/// Into typed fields.
void read(benchmark::State& state)
{
    auto reader = journal::JournalReader::open(recorded(state.range(0)));
    std::uint64_t events = 0;
    for (auto _ : state) {
        const auto error = reader.value().forEach(1, [&](const fleet::Event& event) {
            benchmark::DoNotOptimize(&event);
            ++events;
            return true;
        });
        if (error)
            state.SkipWithError(error->message.c_str());
    }
    perItem(state, events);
}

/// What has been read, into the state.
void apply(benchmark::State& state)
{
    auto reader = journal::JournalReader::open(recorded(state.range(0)));
    std::vector<fleet::Event> all;
    (void)reader.value().forEach(1, [&](const fleet::Event& event) {
        all.push_back(event);
        return true;
    });
    std::uint64_t events = 0;
    for (auto _ : state) {
        fleet::FleetState fleet;
        for (const auto& event : all)
            fleet::apply(fleet, event);
        events += all.size();
        benchmark::DoNotOptimize(fleet.digest);
    }
    perItem(state, events);
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    bench::registerLimits();
    for (const auto services : {20, 1000}) {
        benchmark::RegisterBenchmark("journal/append", append)->Arg(services)->UseRealTime();
        benchmark::RegisterBenchmark("journal/read", read)->Arg(services)->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark("journal/apply", apply)->Arg(services)->Unit(benchmark::kMillisecond);
        for (const auto commitEvery : {50, 100})
            benchmark::RegisterBenchmark("journal/sustained", sustained)
                ->Args({services, commitEvery})
                ->Unit(benchmark::kMillisecond)
                ->UseRealTime()
                ->Iterations(1);
    }
    return bench::run(argc, argv);
}
