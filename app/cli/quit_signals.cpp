// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/quit_signals.h"

#include <csignal>
#include <unistd.h>

namespace rungwatch::cli {

namespace {

int pipeEnds[2]{-1, -1};

/// Only what a signal handler may do: tell the event loop.
extern "C" void noteSignal(int)
{
    const char byte = 1;
    [[maybe_unused]] const auto written = ::write(pipeEnds[1], &byte, 1);
}

} // namespace

QuitSignals::QuitSignals()
{
    if (::pipe(pipeEnds) != 0)
        return;
    m_notifier = std::make_unique<QSocketNotifier>(pipeEnds[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        [[maybe_unused]] const auto got = ::read(pipeEnds[0], &byte, 1);
        Q_EMIT quitAsked();
    });
    std::signal(SIGINT, noteSignal);
    std::signal(SIGTERM, noteSignal);
}

QuitSignals::~QuitSignals()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    m_notifier.reset();
    for (int& end : pipeEnds) {
        if (end >= 0)
            ::close(end);
        end = -1;
    }
}

} // namespace rungwatch::cli
