// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/composition.h"
#include "ui/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <sys/resource.h>

using namespace rungwatch;
using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::milliseconds beat{16};

/// What would be a frame's timer: by how much each of its beats came late.
class Metronome : public QObject {
public:
    explicit Metronome(QObject* parent)
        : QObject(parent)
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(beat);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            const auto now = m_clock.nsecsElapsed();
            m_late.push_back(std::max(0.0, (now - m_last) / 1e6 - static_cast<double>(beat.count())));
            m_last = now;
        });
    }
    void start()
    {
        m_late.clear();
        m_clock.start();
        m_last = 0;
        m_timer.start();
    }
    void print(const char* what)
    {
        std::sort(m_late.begin(), m_late.end());
        const auto at = [&](double share) {
            return m_late.empty() ? 0.0
                                  : m_late[static_cast<std::size_t>(share * static_cast<double>(m_late.size() - 1))];
        };
        std::printf("%s: %zu beats, late by %.2f ms (median), %.2f (p99), %.2f (worst)\n", what, m_late.size(), at(0.5),
            at(0.99), at(1));
    }

private:
    QTimer m_timer{this};
    QElapsedTimer m_clock;
    qint64 m_last{0};
    std::vector<double> m_late;
};

double residentMegabytes()
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly))
        return NAN;
    for (const auto& line : status.readAll().split('\n'))
        if (line.startsWith("VmRSS:"))
            return line.mid(6).trimmed().split(' ').value(0).toDouble() / 1024;
    return NAN;
}

double processorSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + time.tv_usec / 1e6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void runFor(double seconds)
{
    QTimer::singleShot(
        std::chrono::milliseconds(std::lround(seconds * 1000)), Qt::PreciseTimer, qApp, &QApplication::quit);
    QApplication::exec();
}

} // namespace

/// window_bench [SECONDS] [SERVICES]: the whole console with its window, offscreen, on services that are polled once a
/// second. First the metronome alone, then beside the console: how late the GUI thread is, what everything costs.
int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const auto arguments = QApplication::arguments();
    const auto seconds = arguments.value(1, u"3"_s).toDouble();
    const auto services = arguments.value(2, u"1000"_s);
    QTemporaryDir dir;
    Composition::Options options;
    options.fleet = dir.filePath(u"fleet.json"_s);
    options.journal = dir.filePath(u"fleet.journal"_s);
    QProcess server;
    server.start(QApplication::applicationDirPath() + u"/thousand_services"_s, {options.fleet, services, u"1"_s});
    if (!server.waitForReadyRead(20'000))
        return std::fprintf(stderr, "window_bench: thousand_services did not start\n"), 2;

    Metronome metronome(&application);
    metronome.start();
    runFor(seconds);
    metronome.print("the machine alone");

    Composition console(options);
    if (const auto error = console.start())
        return std::fprintf(stderr, "window_bench: %s\n", error->message.c_str()), 2;
    MainWindow window(console.session(), theme::ThemeName::Dark);
    window.resize(1920, 1080);
    window.show();
    runFor(std::max(3.0, seconds / 4)); // past the first readings
    const auto begun = processorSeconds();
    metronome.start();
    runFor(seconds);
    metronome.print("beside the console");
    std::printf("%.3f processor seconds a second, everything included\n", (processorSeconds() - begun) / seconds);
    std::printf("%.0f MB resident\n", residentMegabytes());
    console.stop();
    const auto events = console.session().snapshot()->state.seq;
    std::printf("%llu events, %.0f kB of journal\n", static_cast<unsigned long long>(events),
        static_cast<double>(QFile(options.journal).size()) / 1e3);
    server.closeWriteChannel();
    server.waitForFinished(3000);
    return 0;
}
