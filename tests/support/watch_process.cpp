// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/watch_process.h"

#include <QDeadlineTimer>
#include <QJsonDocument>

#include <csignal>

namespace rungwatch::testing {

WatchProcess::WatchProcess(const QStringList& arguments, const QProcessEnvironment& environment)
{
    m_process.setProcessEnvironment(environment);
    m_process.setProgram(QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch"));
    m_process.setArguments(QStringList{QStringLiteral("watch"), QStringLiteral("--json")} + arguments);
    m_process.start();
}

WatchProcess::~WatchProcess()
{
    if (m_process.state() != QProcess::NotRunning) {
        m_process.terminate();
        if (!m_process.waitForFinished(5'000))
            m_process.kill();
        m_process.waitForFinished(5'000);
    }
}

std::optional<QJsonObject> WatchProcess::waitFor(const Match& match, int seconds)
{
    const QDeadlineTimer deadline(seconds * 1000);
    for (;;) {
        drain();
        for (; m_searched < m_events.size(); ++m_searched)
            if (match(m_events[m_searched]))
                return m_events[m_searched++];
        if (deadline.hasExpired() || m_process.state() == QProcess::NotRunning)
            return std::nullopt;
        m_process.waitForReadyRead(100);
    }
}

void WatchProcess::drain()
{
    m_rest += m_process.readAllStandardOutput();
    qsizetype begin = 0;
    for (auto end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n', begin)) {
        take(m_rest.mid(begin, end - begin));
        begin = end + 1;
    }
    m_rest.remove(0, begin);
}

void WatchProcess::take(const QByteArray& line)
{
    const auto document = QJsonDocument::fromJson(line);
    if (document.isObject())
        m_events.push_back(document.object());
    else
        m_oddLines << QString::fromUtf8(line);
}

std::vector<QJsonObject> WatchProcess::eventsOf(const QString& kind) const
{
    std::vector<QJsonObject> found;
    for (const auto& event : m_events)
        if (event[QStringLiteral("kind")].toString() == kind)
            found.push_back(event);
    return found;
}

QByteArray WatchProcess::waitForErrors(const QByteArray& words, int seconds)
{
    QByteArray said;
    const QDeadlineTimer deadline(seconds * 1000);
    for (;;) {
        said += errors();
        if (said.contains(words) || deadline.hasExpired() || m_process.state() == QProcess::NotRunning)
            return said;
        m_process.waitForReadyRead(100);
        drain();
    }
}

int WatchProcess::exitCode(int seconds)
{
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(seconds * 1000))
        return -1;
    drain();
    return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

int WatchProcess::interrupt()
{
    if (m_process.state() == QProcess::NotRunning)
        return m_process.exitCode();
    ::kill(static_cast<pid_t>(m_process.processId()), SIGINT);
    if (!m_process.waitForFinished(10'000))
        return -1;
    drain();
    return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

void WatchProcess::sigkill()
{
    m_process.kill();
    m_process.waitForFinished(5'000);
    drain();
}

QJsonValue field(const QJsonObject& event, const char* name)
{
    return event[QStringLiteral("body")].toObject()[QLatin1String(name)];
}

} // namespace rungwatch::testing
