// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/base/result.h"
#include "rungwatch/fleet/source_policy.h"

#include <QByteArray>
#include <QDateTime>

namespace rungwatch::poll {

/// One secret, from where the fleet file says that it lies. What it gives goes into a request's header and nowhere
/// else; an error (code "no-secret") names the variable or the file, never the value. A variable is read once; a file
/// again when it changed, so that a token can be renewed while the console runs.
class SecretSource {
public:
    explicit SecretSource(fleet::SecretPolicy where);

    [[nodiscard]] Result<QByteArray> read();

private:
    [[nodiscard]] Result<QByteArray> readFile();

    const fleet::SecretPolicy m_where;
    Result<QByteArray> m_value;
    QDateTime m_changed;
    qint64 m_size{-1};
};

/// Everything secret that asking a source takes.
class SourceSecrets {
public:
    explicit SourceSecrets(const fleet::SourcePolicy& source);

    /// The value of the Authorization header; empty where the source wants none.
    [[nodiscard]] Result<QByteArray> authorization();
    /// Takes the secret out of a text that a service may have echoed it in.
    void hideIn(std::string& text) const;

private:
    bool m_bearer{false};
    QByteArray m_user;
    std::string m_keyFile;
    SecretSource m_secret;
    std::string m_sent;
};

} // namespace rungwatch::poll
