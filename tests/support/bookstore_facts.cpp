// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bookstore_facts.h"

#include <QTest>

namespace rungwatch::testing {

QJsonObject named(const QJsonArray& array, const QString& name)
{
    for (const auto& value : array)
        if (value.toObject()[QStringLiteral("name")].toString() == name)
            return value.toObject();
    return {};
}

QJsonObject telemetry(const BookstoreProcess& shop)
{
    return httpGet(shop.url(QStringLiteral("store"), QStringLiteral("/resilience"))).json();
}

QJsonObject breakerOf(const BookstoreProcess& shop, const QString& name)
{
    return named(telemetry(shop)[QStringLiteral("breakers")].toArray(), name);
}

QJsonObject featureOf(const BookstoreProcess& shop, const QString& name)
{
    return named(telemetry(shop)[QStringLiteral("features")].toArray(), name);
}

std::vector<QJsonObject> eventsOf(const BookstoreProcess& shop, const QString& kind)
{
    std::vector<QJsonObject> found;
    for (const auto& value : telemetry(shop)[QStringLiteral("events")].toArray())
        if (value.toObject()[QStringLiteral("kind")].toString() == kind)
            found.push_back(value.toObject());
    return found;
}

qint64 callsOf(const BookstoreProcess& shop, const QString& provider, const QString& purpose)
{
    const auto calls = httpGet(shop.url(provider, QStringLiteral("/calls"))).json();
    return purpose.isEmpty() ? calls[QStringLiteral("total")].toInteger()
                             : calls[QStringLiteral("by_purpose")].toObject()[purpose].toInteger();
}

qint64 toldCalls(const QJsonObject& breaker)
{
    const auto calls = breaker[QStringLiteral("calls")].toObject();
    qint64 sum = 0;
    for (const auto* key : {"ok", "failed", "ignored", "canary"})
        sum += calls[QLatin1String(key)].toInteger();
    return sum;
}

bool atRest(const BookstoreProcess& shop, const QString& provider)
{
    for (int look = 0; look < 200; ++look) {
        if (toldCalls(breakerOf(shop, provider)) == callsOf(shop, provider))
            return true;
        QTest::qWait(20);
    }
    return false;
}

QJsonObject order(const QString& id, const QJsonValue& expires)
{
    return {{QStringLiteral("command_id"), id}, {QStringLiteral("by"), QStringLiteral("tester")},
        {QStringLiteral("reason"), QStringLiteral("free the quota")}, {QStringLiteral("expires_in_s"), expires}};
}

} // namespace rungwatch::testing
