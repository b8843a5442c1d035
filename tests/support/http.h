// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QUrl>

namespace rungwatch::testing {

struct HttpAnswer {
    int status{0};
    QByteArray body;
    /// By name in lower case.
    QHash<QByteArray, QByteArray> headers{};
    [[nodiscard]] QJsonObject json() const;
    /// Empty where it is not there.
    [[nodiscard]] QByteArray header(const QByteArray& name) const { return headers.value(name.toLower()); }
};

/// One call, waited for in an event loop of its own, ten seconds at most; status 0 where no answer came. A body is JSON.
HttpAnswer httpSend(const QByteArray& method, const QUrl& url, const QByteArray& body, const QByteArray& token = {});
HttpAnswer httpCall(
    const QByteArray& method, const QUrl& url, const QJsonObject& body = {}, const QByteArray& token = {});
inline HttpAnswer httpGet(const QUrl& url)
{
    return httpCall("GET", url);
}

} // namespace rungwatch::testing
