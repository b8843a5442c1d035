// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/http.h"

#include <QEventLoop>
#include <QJsonDocument>
#include <QNetworkAccessManager>
#include <QNetworkReply>

namespace rungwatch::testing {

QJsonObject HttpAnswer::json() const
{
    return QJsonDocument::fromJson(body).object();
}

HttpAnswer httpCall(const QByteArray& method, const QUrl& url, const QJsonObject& body, const QByteArray& token)
{
    return httpSend(method, url, body.isEmpty() ? QByteArray() : QJsonDocument(body).toJson(), token);
}

HttpAnswer httpSend(const QByteArray& method, const QUrl& url, const QByteArray& body, const QByteArray& token)
{
    QNetworkAccessManager manager;
    QNetworkRequest request(url);
    request.setTransferTimeout(10'000);
    request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
    if (!token.isEmpty())
        request.setRawHeader("Authorization", "Bearer " + token);
    auto* reply = manager.sendCustomRequest(request, method, body);
    QEventLoop loop;
    QObject::connect(reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
    loop.exec();
    HttpAnswer answer{reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), reply->readAll()};
    for (const auto& [name, value] : reply->rawHeaderPairs())
        answer.headers.insert(name.toLower(), value);
    delete reply;
    return answer;
}

} // namespace rungwatch::testing
