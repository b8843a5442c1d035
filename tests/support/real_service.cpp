// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/real_service.h"

#include "tests/support/http.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QStandardPaths>
#include <QTcpServer>

#include <csignal>
#include <memory>
#include <sys/prctl.h>

namespace rungwatch::testing {

QString programPath(const QString& name)
{
    const auto found = QStandardPaths::findExecutable(name);
    return found.isEmpty()
        ? QStandardPaths::findExecutable(name, {QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin")})
        : found;
}

std::vector<quint16> freePorts(int count)
{
    // All of them are held until all are known: no port is given twice.
    std::vector<std::unique_ptr<QTcpServer>> held;
    std::vector<quint16> ports;
    for (int i = 0; i < count; ++i) {
        held.push_back(std::make_unique<QTcpServer>());
        held.back()->listen(QHostAddress::LocalHost);
        ports.push_back(held.back()->serverPort());
    }
    return ports;
}

QUrl loopbackUrl(quint16 port, const QString& path)
{
    return QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(port).arg(path));
}

RealService::RealService(const QString& program)
{
    m_process.setProgram(program);
    m_process.setWorkingDirectory(m_dir.path());
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardOutputFile(path(QStringLiteral("output")), QIODevice::Append);
    m_process.setStandardInputFile(QProcess::nullDevice());
    // It knows nothing of us, so the kernel ends it with us: this is the main thread, which lives as long as the test.
    m_process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
}

RealService::~RealService()
{
    kill();
}

QString RealService::write(const QString& name, const QString& text)
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(text.toUtf8()) < 0)
        qFatal("cannot write %s", qPrintable(file.fileName()));
    return file.fileName();
}

bool RealService::start(const QStringList& arguments, const QUrl& probe)
{
    m_process.setArguments(arguments);
    m_process.start();
    const QDeadlineTimer deadline(60'000);
    while (!deadline.hasExpired()) {
        if (httpGet(probe).status == 200)
            return true;
        // The pause between two tries ends early where the program has ended.
        if (m_process.waitForFinished(50) || m_process.state() == QProcess::NotRunning)
            return false;
    }
    return false;
}

void RealService::signal(int number)
{
    if (m_process.processId() > 0)
        ::kill(static_cast<pid_t>(m_process.processId()), number);
}

void RealService::kill()
{
    m_process.kill();
    m_process.waitForFinished(10'000);
}

QByteArray RealService::output() const
{
    QFile file(path(QStringLiteral("output")));
    return file.open(QIODevice::ReadOnly) ? file.readAll().right(4'000) : QByteArray("(nothing printed)");
}

} // namespace rungwatch::testing
