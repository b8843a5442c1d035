// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/composition.h"
#include "app/poll/curl_http_client.h"
#include "app/poll/open_files.h"
#include "app/poll/qt_http_client.h"
#include "tests/bench/loopback_fleet.h"
#include "tests/bench/ratios.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTimer>

#include <fstream>
#include <sys/resource.h>

/// \file
/// CPU seconds that a thousand polls cost: of a thousand services, a second apart, everything included (transport,
/// reading, deciding, applying, journal, what the window takes), with either client, and each client alone. The
/// services are another process. --ratios=FILE as in the other benchmarks, in ns a poll; --only=PART measures only what
/// has PART in its name.

using namespace rungwatch;
using bench::LoopbackFleet;

namespace {

struct Setting {
    int services{1000};
    double seconds{10};
};

double cpuSeconds()
{
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto of = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return of(used.ru_utime) + of(used.ru_stime);
}

/// CPU seconds of each thread so far, by its name.
std::map<std::string, double> threadSeconds()
{
    std::map<std::string, double> seconds;
    const QDir tasks(QStringLiteral("/proc/self/task"));
    for (const auto& task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile name(tasks.filePath(task + QStringLiteral("/comm")));
        QFile times(tasks.filePath(task + QStringLiteral("/schedstat")));
        if (name.open(QIODevice::ReadOnly) && times.open(QIODevice::ReadOnly))
            seconds[name.readAll().trimmed().toStdString()] += times.readAll().split(' ').first().toDouble() * 1e-9;
    }
    return seconds;
}

void runFor(double seconds)
{
    QEventLoop loop;
    QTimer::singleShot(static_cast<int>(seconds * 1000), &loop, &QEventLoop::quit);
    loop.exec();
}

QString fleetFile(const QDir& folder, const std::vector<std::uint16_t>& ports)
{
    QJsonArray services;
    for (std::size_t i = 0; i < ports.size(); ++i) {
        const QJsonObject source{{QStringLiteral("kind"), QStringLiteral("health")},
            {QStringLiteral("url"), QStringLiteral("http://127.0.0.1:%1/health").arg(ports[i])},
            {QStringLiteral("interval_s"), 1}};
        services.append(QJsonObject{{QStringLiteral("name"), QStringLiteral("service-%1").arg(i)},
            {QStringLiteral("sources"), QJsonArray{source}}});
    }
    QFile file(folder.filePath(QStringLiteral("fleet.json")));
    if (!file.open(QIODevice::WriteOnly)
        || file.write(QJsonDocument(QJsonObject{{QStringLiteral("version"), 1}, {QStringLiteral("services"), services}})
                          .toJson())
            < 0)
        qFatal("no room for a fleet file");
    return file.fileName();
}

std::uint64_t roundsOf(const fleet::FleetState& state)
{
    std::uint64_t rounds = 0;
    for (const auto& endpoint : state.endpoints)
        rounds += endpoint->rounds;
    return rounds;
}

using Figures = std::map<std::string, double>;

void note(Figures& figures, const std::string& name, double seconds, std::uint64_t polls)
{
    if (polls == 0)
        qFatal("%s: nothing was polled", name.c_str());
    figures[name] = seconds * 1e9 / static_cast<double>(polls);
}

/// The console at work, without a window.
void measureConsole(
    Figures& figures, const std::string& name, const Setting& setting, bool changing, poll::HttpClientFactory client)
{
    const LoopbackFleet services(setting.services, changing);
    const QTemporaryDir folder;
    Composition::Options options;
    options.fleet = fleetFile(QDir(folder.path()), services.ports());
    options.journal = folder.filePath(QStringLiteral("bench.journal"));
    options.pollClient = std::move(client);
    Composition console(options);
    if (const auto error = console.start())
        qFatal("%s", error->message.c_str());
    runFor(std::min(3.0, setting.seconds)); // connections are made once
    const auto before = roundsOf(console.session().snapshot()->state);
    const auto threadsBefore = threadSeconds();
    const auto cpuBefore = cpuSeconds();
    runFor(setting.seconds);
    const auto cpu = cpuSeconds() - cpuBefore;
    const auto threads = threadSeconds();
    const auto polls = roundsOf(console.session().snapshot()->state) - before;
    note(figures, name, cpu, polls);
    for (const char* thread : {"polls", "engine", "journal"})
        note(figures, name + "/" + thread, threads.at(thread) - threadsBefore.at(thread), polls);
    std::printf("%-32s %7.3f CPU s a 1,000 polls (polls %.3f, engine %.3f, journal %.3f), %llu polls\n", name.c_str(),
        figures[name] / 1e6, figures[name + "/polls"] / 1e6, figures[name + "/engine"] / 1e6,
        figures[name + "/journal"] / 1e6, static_cast<unsigned long long>(polls));
    std::fflush(stdout);
}

/// The client alone: asks the same services as often, each at its own time, and throws the answers away.
void measureClient(Figures& figures, const std::string& name, const Setting& setting, poll::HttpClient& client)
{
    const LoopbackFleet services(setting.services, false);
    std::uint64_t polls = 0;
    std::size_t next = 0;
    QTimer slot;
    slot.setTimerType(Qt::PreciseTimer);
    constexpr int slotsASecond = 100; // as the engine's tick
    QObject::connect(&slot, &QTimer::timeout, [&] {
        for (int i = 0; i < std::max(1, setting.services / slotsASecond); ++i) {
            poll::HttpRequest request;
            request.url = QUrl(
                QStringLiteral("http://127.0.0.1:%1/health").arg(services.ports()[next++ % services.ports().size()]));
            request.headers = {{"Accept", "application/json"}, {"User-Agent", "rungwatch"}};
            client.call(request, [&](const poll::HttpAnswer& answer) { polls += answer.status == 200; });
        }
    });
    slot.start(1000 / slotsASecond);
    runFor(std::min(3.0, setting.seconds));
    const auto before = polls;
    const auto cpuBefore = cpuSeconds();
    runFor(setting.seconds);
    note(figures, name, cpuSeconds() - cpuBefore, polls - before);
    slot.stop();
    runFor(0.2);
    std::printf("%-32s %7.3f CPU s a 1,000 calls\n", name.c_str(), figures[name] / 1e6);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    poll::allowManyConnections();
    const QCoreApplication application(argc, argv);
    QCommandLineParser arguments;
    const QCommandLineOption services(QStringLiteral("services"), {}, QStringLiteral("n"), QStringLiteral("1000"));
    const QCommandLineOption seconds(QStringLiteral("seconds"), {}, QStringLiteral("n"), QStringLiteral("10"));
    const QCommandLineOption ratios(QStringLiteral("ratios"), {}, QStringLiteral("file"));
    const QCommandLineOption only(QStringLiteral("only"), {}, QStringLiteral("part of a name"));
    arguments.addOptions({services, seconds, ratios, only});
    arguments.process(application);
    const Setting setting{arguments.value(services).toInt(), arguments.value(seconds).toDouble()};

    const SystemClock clock;
    const auto curl = [&clock] { return std::make_unique<poll::CurlHttpClient>(clock); };
    const auto qt = [&clock] { return std::make_unique<poll::QtHttpClient>(clock); };
    Figures figures;
    const auto wanted = [part = arguments.value(only)](
                            const char* name) { return QLatin1StringView(name).contains(part); };
    if (wanted("limit/libcurl_alone"))
        measureClient(figures, "limit/libcurl_alone", setting, *curl());
    if (wanted("limit/qtnetwork_alone"))
        measureClient(figures, "limit/qtnetwork_alone", setting, *qt());
    if (wanted("poll/libcurl/same"))
        measureConsole(figures, "poll/libcurl/same", setting, false, curl);
    if (wanted("poll/libcurl/changing"))
        measureConsole(figures, "poll/libcurl/changing", setting, true, curl);
    if (wanted("poll/qtnetwork/same"))
        measureConsole(figures, "poll/qtnetwork/same", setting, false, qt);
    if (!arguments.isSet(ratios))
        return 0;
    std::ofstream out(arguments.value(ratios).toStdString());
    out << bench::ratiosOf(
        figures, {{"poll/libcurl/same", "limit/libcurl_alone"}, {"poll/qtnetwork/same", "limit/qtnetwork_alone"}});
    return out.flush() ? 0 : 2;
}
