// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/bookstore_process.h"
#include "tests/support/http.h"

#include <QJsonArray>

namespace rungwatch::testing {

// What a running bookstore and its providers say of themselves, asked anew each time.

[[nodiscard]] QJsonObject named(const QJsonArray& array, const QString& name);
[[nodiscard]] QJsonObject telemetry(const BookstoreProcess& shop);
[[nodiscard]] QJsonObject breakerOf(const BookstoreProcess& shop, const QString& name);
[[nodiscard]] QJsonObject featureOf(const BookstoreProcess& shop, const QString& name);
/// The store's events of one kind, as told since the beginning (the last 256 of all kinds).
[[nodiscard]] std::vector<QJsonObject> eventsOf(const BookstoreProcess& shop, const QString& kind);

/// A provider's own count of calls; of one purpose where that is given.
[[nodiscard]] qint64 callsOf(const BookstoreProcess& shop, const QString& provider, const QString& purpose = {});
/// What the store says it called of a provider: through the breaker, and canaries beside it.
[[nodiscard]] qint64 toldCalls(const QJsonObject& breaker);
/// Whether the store and a provider come to agree on the calls there were. Looked at in pairs: a probe of an open
/// breaker may go out between any two looks.
[[nodiscard]] bool atRest(const BookstoreProcess& shop, const QString& provider);

/// The body of a control call.
[[nodiscard]] QJsonObject order(const QString& id, const QJsonValue& expires = QJsonValue::Null);

} // namespace rungwatch::testing
