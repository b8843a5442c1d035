// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/composition.h"
#include "tests/support/bookstore_process.h"
#include "tests/support/relay.h"
#include "tests/support/scenario_file.h"
#include "ui/main_window.h"
#include "ui/models/overview_model.h"

#include <QTest>

#include <algorithm>

using namespace rungwatch;
using namespace rungwatch::testing;
using Store = rungwatch::testing::BookstoreProcess; // the console has one of its own

/// The store is killed and comes back: the window says so both times, and nobody has to touch it.
class TestWindowRecovers : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_dir;

    [[nodiscard]] static QStringList calm(const QString& scenario)
    {
        return {QStringLiteral("--speed"), QStringLiteral("60"), QStringLiteral("--scenario"), scenario};
    }

    /// What the head of the window says now: "HEALTHY, ...".
    [[nodiscard]] static QString headOf(const MainWindow& window)
    {
        return window.findChild<TopBar*>()->accessibleDescription();
    }

private Q_SLOTS:
    void aStoreThatDiesAndComesBackIsSeenByItself()
    {
        const auto scenario = writtenTo(m_dir.filePath(QStringLiteral("calm.json")), withoutTrouble(outageHour()));
        auto store = std::make_unique<Store>(calm(scenario));
        QVERIFY2(store->started(), store->errors());
        qputenv(store->tokenVariable(), store->token()); // without it the telemetry is not asked at all
        Relay relay;
        std::vector<quint16> ports;
        const auto fleet =
            writtenTo(m_dir.filePath(QStringLiteral("fleet.json")), throughRelay(store->fleet(), relay, ports));

        Composition console({.fleet = fleet, .journal = m_dir.filePath(QStringLiteral("journal.db"))});
        QVERIFY(!console.start());
        MainWindow window(console.session(), theme::ThemeName::Dark);
        window.show();
        const auto view = [&] {
            return topBarOf(*console.session().snapshot(), console.session().now(), QStringLiteral("operator"));
        };
        const auto says = [&](const char* level) { return headOf(window).startsWith(QLatin1String(level)); };
        QTRY_VERIFY_WITH_TIMEOUT(says("HEALTHY") && view().share, 30'000);

        store->sigkill();
        for (const auto port : ports)
            relay.retarget(port, 0);
        QTRY_VERIFY_WITH_TIMEOUT(says("UNAVAILABLE"), 30'000);
        // Its last values are shown as last known, not as fresh.
        const auto rows = [&] { return featuresOf(*console.session().snapshot(), console.session().now()).rows; };
        const auto stale = [&] {
            const auto all = rows();
            return std::ranges::count_if(all, [](const FeatureRow& row) { return row.stale; });
        };
        QTRY_COMPARE_WITH_TIMEOUT(stale(), std::ptrdiff_t{3}, 20'000);
        QVERIFY(!view().share);

        store = std::make_unique<Store>(calm(scenario));
        QVERIFY2(store->started(), store->errors());
        retargetAll(store->fleet(), relay, ports);
        // The console's breakers for its endpoints are open, and probe after their cooldown of 15 s.
        QTRY_VERIFY_WITH_TIMEOUT(says("HEALTHY") && view().share, 60'000);
        QCOMPARE(stale(), std::ptrdiff_t{0});
        console.stop();
    }
};

QTEST_MAIN(TestWindowRecovers)
#include "tst_window_recovers.moc"
