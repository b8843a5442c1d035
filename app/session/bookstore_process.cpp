// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/bookstore_process.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace rungwatch {

namespace {

constexpr auto tokenVariable = "BOOKSTORE_TOKEN";
constexpr int readyWithinMs = 15'000;

QByteArray newToken()
{
    QByteArray bytes(24, Qt::Uninitialized);
    QRandomGenerator::system()->generate(bytes.begin(), bytes.end());
    return bytes.toHex();
}

} // namespace

BookstoreProcess::BookstoreProcess(Options options)
    : m_options(std::move(options))
{
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    connect(&m_process, &QProcess::finished, this, [this] {
        if (!m_ending)
            Q_EMIT died(u"The book store that was started for this console has ended; its services do not answer."_s);
    });
}

BookstoreProcess::~BookstoreProcess()
{
    m_ending = true;
    m_process.closeWriteChannel();
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(3000)) {
        m_process.kill();
        m_process.waitForFinished(1000);
    }
}

QStringList BookstoreProcess::arguments() const
{
    QStringList arguments{u"--fleet-out"_s, m_dir.filePath(u"fleet.json"_s)};
    if (m_options.speed)
        arguments << u"--speed"_s << QString::number(*m_options.speed);
    if (!m_options.scenario.isEmpty())
        arguments << u"--scenario"_s << m_options.scenario;
    if (m_options.startMinute)
        arguments << u"--start-minute"_s << QString::number(*m_options.startMinute);
    return arguments;
}

Result<std::string> BookstoreProcess::start()
{
    if (!m_dir.isValid())
        return failure(u"no temporary folder can be made: "_s + m_dir.errorString());
    const auto program = QDir(QCoreApplication::applicationDirPath()).filePath(u"rungwatch-bookstore"_s);
    if (!QFile::exists(program))
        return failure(u"%1 is missing; give a fleet file with --fleet"_s.arg(program));
    auto environment = QProcessEnvironment::systemEnvironment();
    const auto token = newToken();
    environment.insert(QString::fromLatin1(tokenVariable), QString::fromLatin1(token));
    qputenv(tokenVariable, token);
    m_process.setProcessEnvironment(environment);
    m_process.start(program, arguments());

    QByteArray output;
    const QDeadlineTimer deadline(readyWithinMs);
    while (!output.contains('\n')) {
        if (m_process.state() == QProcess::NotRunning && m_process.bytesAvailable() == 0) {
            m_ending = true;
            return failure(u"it ended at once (exit code %1)"_s.arg(m_process.exitCode()));
        }
        if (deadline.hasExpired())
            return failure(u"it was not ready in %1 s"_s.arg(readyWithinMs / 1000));
        m_process.waitForReadyRead(100);
        output += m_process.readAllStandardOutput();
    }
    QFile fleet(m_dir.filePath(u"fleet.json"_s));
    if (!fleet.open(QIODevice::ReadOnly))
        return failure(u"it wrote no fleet file"_s);
    return fleet.readAll().toStdString();
}

Error BookstoreProcess::failure(const QString& message) const
{
    return Error{"bookstore", message.toStdString(), {}};
}

} // namespace rungwatch
