// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bookstore_process.h"
#include "tests/support/relay.h"
#include "tests/support/scenario_file.h"
#include "tests/support/watch_process.h"

#include <QJsonDocument>
#include <QTest>

using namespace rungwatch::testing;

namespace {

bool isLevel(const QJsonObject& event)
{
    const auto kind = event[QStringLiteral("kind")].toString();
    return kind == QLatin1String("service_level_changed") || kind == QLatin1String("fleet_level_changed");
}

bool storeBecame(const QJsonObject& event, const QString& level)
{
    return event[QStringLiteral("kind")].toString() == QLatin1String("service_level_changed")
        && field(event, "service").toString() == QLatin1String("store") && field(event, "to").toString() == level;
}

} // namespace

/// A store that is killed is never shown healthy until it has answered again, and is found again by itself.
class TestStoreDies : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void levelsStayOtherThanHealthyUntilTheNextGoodReading()
    {
        QTemporaryDir dir;
        const auto scenario = writtenTo(dir.filePath(QStringLiteral("calm.json")), withoutTrouble(outageHour()));
        const QStringList arguments{
            QStringLiteral("--speed"), QStringLiteral("60"), QStringLiteral("--scenario"), scenario};
        auto store = std::make_unique<BookstoreProcess>(arguments);
        QVERIFY2(store->started(), store->errors());
        qputenv(store->tokenVariable(), store->token()); // without it the telemetry is not asked at all

        Relay relay;
        std::vector<quint16> ports;
        const auto fleet =
            writtenTo(dir.filePath(QStringLiteral("fleet.json")), throughRelay(store->fleet(), relay, ports));
        WatchProcess console({QStringLiteral("--fleet"), fleet, QStringLiteral("--journal"),
            dir.filePath(QStringLiteral("journal.db"))});
        // The relay lives on this thread's event loop, so waiting goes on in slices that leave it room.
        const auto waitFor = [&](const WatchProcess::Match& match) {
            std::optional<QJsonObject> found; // looked for until it is there: the macro asks once more after that
            [&] { QTRY_VERIFY_WITH_TIMEOUT(found || (found = console.waitFor(match, 0)), 60'000); }();
            return found;
        };
        QVERIFY(waitFor([](const auto& event) { return storeBecame(event, QStringLiteral("healthy")); }));

        store->sigkill();
        for (const auto port : ports)
            relay.retarget(port, 0);
        const auto killedAfter = console.events().size();
        const auto down = waitFor([](const auto& event) { return storeBecame(event, QStringLiteral("unavailable")); });
        QVERIFY(down);
        QVERIFY2(field(*down, "why").toString().contains(QLatin1String("unreachable")),
            qPrintable(field(*down, "why").toString()));

        store = std::make_unique<BookstoreProcess>(arguments);
        QVERIFY2(store->started(), store->errors());
        retargetAll(store->fleet(), relay, ports);
        const auto back = waitFor([](const auto& event) { return storeBecame(event, QStringLiteral("healthy")); });
        QVERIFY2(back, "the store is found again by itself");

        int levels = 0;
        for (auto i = killedAfter; i < console.events().size(); ++i) {
            const auto& event = console.events()[i];
            if (event == *back)
                break;
            if (!isLevel(event))
                continue;
            const auto subject = event[QStringLiteral("subject")].toString();
            const bool provider = subject.startsWith(QLatin1String("provider"));
            ++levels;
            QVERIFY2(provider || field(event, "to").toString() != QLatin1String("healthy"),
                QJsonDocument(event).toJson(QJsonDocument::Compact));
        }
        QVERIFY(levels > 0);
    }
};

QTEST_GUILESS_MAIN(TestStoreDies)
#include "tst_store_dies.moc"
