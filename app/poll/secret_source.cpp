// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/secret_source.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace rungwatch::poll {

namespace {

/// Longer is no token.
constexpr qint64 maxSecretBytes = 64 * 1024;

Error noSecret(const std::string& message)
{
    return {"no-secret", message, {}};
}

/// The first line without the blanks around it, where it is fit for a header.
Result<QByteArray> usable(const QByteArray& text, const std::string& place)
{
    const auto line = text.split('\n').first().trimmed();
    if (line.isEmpty())
        return noSecret(place + " is empty");
    if (std::ranges::any_of(line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }))
        return noSecret(place + " holds a control character");
    return line;
}

Result<QByteArray> fromVariable(const std::string& name)
{
    const auto place = "the environment variable " + name;
    if (!qEnvironmentVariableIsSet(name.c_str()))
        return noSecret(place + " is not set");
    return usable(qgetenv(name.c_str()), place);
}

} // namespace

SecretSource::SecretSource(fleet::SecretPolicy where)
    : m_where(std::move(where))
    , m_value(m_where.env.empty() ? Result<QByteArray>(QByteArray()) : fromVariable(m_where.env))
{
}

Result<QByteArray> SecretSource::read()
{
    if (m_where.file.empty())
        return m_value;
    const QFileInfo info(QString::fromStdString(m_where.file));
    if (!m_value || !info.exists() || info.lastModified() != m_changed || info.size() != m_size) {
        m_value = readFile();
        m_changed = info.lastModified();
        m_size = info.size();
    }
    return m_value;
}

Result<QByteArray> SecretSource::readFile()
{
    QFile file(QString::fromStdString(m_where.file));
    if (!file.open(QIODevice::ReadOnly))
        return noSecret("the file " + m_where.file + " can't be read");
    return usable(file.read(maxSecretBytes), "the file " + m_where.file);
}

SourceSecrets::SourceSecrets(const fleet::SourcePolicy& source)
    : m_bearer(source.bearer.given())
    , m_user(QByteArray::fromStdString(source.basic.user))
    , m_keyFile(source.tls.keyFile)
    , m_secret(m_bearer ? source.bearer : source.basic.password)
{
}

Result<QByteArray> SourceSecrets::authorization()
{
    if (!m_keyFile.empty() && !QFileInfo(QString::fromStdString(m_keyFile)).isReadable())
        return noSecret("the file " + m_keyFile + " can't be read");
    if (!m_bearer && m_user.isEmpty())
        return QByteArray();
    const auto secret = m_secret.read();
    if (!secret)
        return secret.error();
    m_sent = secret->toStdString();
    return m_bearer ? "Bearer " + *secret : "Basic " + (m_user + ':' + *secret).toBase64();
}

void SourceSecrets::hideIn(std::string& text) const
{
    if (m_sent.empty())
        return;
    for (auto at = text.find(m_sent); at != std::string::npos; at = text.find(m_sent, at))
        text.replace(at, m_sent.size(), "[secret]");
}

} // namespace rungwatch::poll
