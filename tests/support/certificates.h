// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSslConfiguration>

#include <chrono>
#include <memory>

namespace rungwatch::testing {

/// A certificate and its private key, as PEM.
struct Identity {
    QByteArray certificate;
    QByteArray key;
};

/// A certificate authority of the test's own.
class Authority {
public:
    explicit Authority(const char* name);
    ~Authority();

    [[nodiscard]] QByteArray certificate() const;
    /// `subject`: "IP:127.0.0.1", "DNS:other.example". Valid from two days ago to `until` from now.
    [[nodiscard]] Identity issue(const char* subject, std::chrono::hours until = std::chrono::hours(24)) const;

private:
    struct Keys;
    std::unique_ptr<Keys> m_keys;
};

/// What a server shows; where `clients` is given, it asks for a certificate that was issued by it.
[[nodiscard]] QSslConfiguration serverTls(const Identity& identity, const Authority* clients = nullptr);

} // namespace rungwatch::testing
