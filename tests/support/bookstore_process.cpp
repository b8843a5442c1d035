// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bookstore_process.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QUuid>

namespace rungwatch::testing {

namespace {

const QByteArray tokenName = "BOOKSTORE_TOKEN";

} // namespace

BookstoreProcess::BookstoreProcess(const QStringList& arguments)
    : m_token(QUuid::createUuid().toByteArray(QUuid::WithoutBraces))
{
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(tokenName), QString::fromLatin1(m_token));
    m_process.setProcessEnvironment(environment);
    m_process.setProgram(QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch-bookstore"));
    m_process.setArguments(arguments + QStringList{QStringLiteral("--fleet-out"), fleetPath()});
    m_process.start();
    QByteArray output;
    const QDeadlineTimer deadline(20'000);
    while (!deadline.hasExpired() && m_process.state() != QProcess::NotRunning && !output.contains('\n')) {
        m_process.waitForReadyRead(100);
        output += m_process.readAllStandardOutput();
    }
    QFile file(fleetPath());
    if (output.contains('\n') && file.open(QIODevice::ReadOnly))
        m_fleet = QJsonDocument::fromJson(file.readAll()).object();
}

BookstoreProcess::~BookstoreProcess()
{
    m_process.closeWriteChannel();
    if (!m_process.waitForFinished(5'000))
        m_process.kill();
    m_process.waitForFinished(5'000);
}

QByteArray BookstoreProcess::errors()
{
    return m_process.readAllStandardError();
}

QUrl BookstoreProcess::url(const QString& service, const QString& path) const
{
    for (const auto& value : m_fleet[QStringLiteral("services")].toArray()) {
        const auto object = value.toObject();
        if (object[QStringLiteral("name")].toString() != service)
            continue;
        const auto source = object[QStringLiteral("sources")].toArray().first().toObject();
        return QUrl(source[QStringLiteral("url")].toString()).resolved(QUrl(path));
    }
    return {};
}

void BookstoreProcess::sigkill()
{
    m_process.kill();
    m_process.waitForFinished(5'000);
}

QByteArray BookstoreProcess::tokenVariable() const
{
    return tokenName;
}

} // namespace rungwatch::testing
