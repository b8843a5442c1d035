// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/lifetime.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <array>
#include <csignal>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rungwatch::bookstore {

Lifetime::Lifetime(QObject* parent)
    : QObject(parent)
{
    watchSignals();
    watchInput();
}

/// The signals must be blocked before any thread starts, so that they come here and nowhere else.
void Lifetime::watchSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    const int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    auto* notifier = new QSocketNotifier(descriptor, QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [] { QCoreApplication::quit(); });
}

void Lifetime::watchInput()
{
    struct stat input { };
    if (fstat(STDIN_FILENO, &input) != 0 || (S_ISCHR(input.st_mode) && !isatty(STDIN_FILENO)) || S_ISREG(input.st_mode))
        return;
    auto* notifier = new QSocketNotifier(STDIN_FILENO, QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [notifier] {
        if (isatty(STDIN_FILENO) && tcgetpgrp(STDIN_FILENO) != getpgrp())
            return notifier->setEnabled(false); // in the background of a shell: reading would stop the program
        std::array<char, 256> ignored{};
        if (read(STDIN_FILENO, ignored.data(), ignored.size()) > 0)
            return;
        notifier->setEnabled(false);
        QCoreApplication::quit();
    });
}

} // namespace rungwatch::bookstore
