// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/composition.h"
#include "tests/support/bookstore_process.h"
#include "tests/support/http.h"
#include "tests/support/scenario_file.h"
#include "ui/main_window.h"
#include "ui/widgets/card_controls.h"
#include "ui/widgets/review_card.h"
#include "ui/widgets/review_inputs.h"

#include <QApplication>
#include <QDateTime>
#include <QPlainTextEdit>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTest>

#include <algorithm>

using namespace rungwatch;
using testing::httpGet;

namespace {

using Store = testing::BookstoreProcess;

void key(Qt::Key key)
{
    QTest::keyClick(QApplication::focusWidget(), key);
}

bool tabTo(const QWidget& widget)
{
    for (int i = 0; i < 16 && QApplication::focusWidget() != &widget; ++i)
        key(Qt::Key_Tab);
    return QApplication::focusWidget() == &widget;
}

qint64 calls(const Store& store, const char* provider, const char* by, const char* what)
{
    const auto counted = httpGet(store.url(QLatin1String(provider), QStringLiteral("/calls"))).json();
    return counted[QLatin1String(by)].toObject()[QLatin1String(what)].toInteger();
}

/// Of what a provider answered between two looks, the part that was this feature's, in percent.
class AnswerShare {
public:
    AnswerShare(const Store& store, const char* provider, const char* feature)
        : m_url(store.url(QLatin1String(provider), QStringLiteral("/calls")))
        , m_feature(QLatin1String(feature))
        , m_before(httpGet(m_url).json())
    {
    }

    [[nodiscard]] double percent() const
    {
        const auto now = httpGet(m_url).json();
        const auto all = of(now, "by_outcome", QStringLiteral("ok")) - of(m_before, "by_outcome", QStringLiteral("ok"));
        const auto own = of(now, "ok_by_feature", m_feature) - of(m_before, "ok_by_feature", m_feature);
        return all > 0 ? 100.0 * double(own) / double(all) : 0;
    }

private:
    static qint64 of(const QJsonObject& calls, const char* by, const QString& what)
    {
        return calls[QLatin1String(by)].toObject()[what].toInteger();
    }

    QUrl m_url;
    QString m_feature;
    QJsonObject m_before;
};

/// The real console's window on the real bookstore.
struct Desk {
    Desk(const Store& store, const QString& journal)
        : console({.fleet = store.fleetPath(), .journal = journal})
    {
        qputenv(store.tokenVariable(), store.token());
        const auto fault = console.start();
        started = !fault;
        window = std::make_unique<MainWindow>(console.session(), theme::ThemeName::Dark);
        window->show();
        started = started && QTest::qWaitForWindowActive(window.get());
        window->overview().setFocus();
    }

    [[nodiscard]] const fleet::FleetState& state() { return console.session().snapshot()->state; }
    [[nodiscard]] std::optional<Mode> mode(const char* feature)
    {
        const auto* reading = fleet::featureReading(state(), feature);
        return reading ? reading->mode : std::nullopt;
    }
    [[nodiscard]] std::optional<breaker::Phase> phase(const char* address)
    {
        const auto* reading = fleet::breakerReading(state(), address);
        return reading ? reading->state : std::nullopt;
    }
    /// The last command that was operated; nothing before the first.
    [[nodiscard]] const fleet::CommandState* lastCommand()
    {
        const auto& control = *state().control;
        return control.order.empty() ? nullptr : &control.commands.at(control.order.back());
    }
    [[nodiscard]] bool lastIs(fleet::Stage stage) { return lastCommand() && lastCommand()->stage == stage; }
    [[nodiscard]] ReviewCard& card() { return *window->findChild<ReviewCard*>(); }
    /// Intervals of a feature that the console has seen closed.
    [[nodiscard]] std::size_t intervals(const char* feature)
    {
        const auto* past = console.session().history().feature(feature);
        return past ? past->intervals.size() : 0;
    }
    [[nodiscard]] std::uint64_t lastServed(const char* feature, const char* rung)
    {
        const auto& served = console.session().history().feature(feature)->intervals.back().interval.served;
        const auto found = served.find(rung);
        return found == served.end() ? 0 : found->second;
    }
    /// What the event log holds of one kind.
    template <class Fact> [[nodiscard]] std::vector<Fact> logged()
    {
        std::vector<Fact> found;
        for (const auto& event : console.session().history().log())
            if (const auto* fact = std::get_if<Fact>(&event.body))
                found.push_back(*fact);
        return found;
    }

    Composition console;
    std::unique_ptr<MainWindow> window;
    bool started{false};
};

} // namespace

/// The two controls, whole, through the window's own keys, on a real outage; and what the providers counted meanwhile.
class TestWindowControls : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_dir;

    QString scenario(int first, int last, double cooldown)
    {
        auto hour = testing::outageBetween(testing::outageHour(), first, last, 100);
        hour[QStringLiteral("store")] =
            QJsonObject{{QStringLiteral("breaker"), QJsonObject{{QStringLiteral("cooldown_s"), cooldown}}}};
        return testing::writtenTo(m_dir.filePath(QStringLiteral("scenario.json")), hour);
    }

    static void typeReasonAndOperate(Desk& desk, const char* reason)
    {
        QVERIFY(tabTo(desk.card().inputs().reasonField()));
        QTest::keyClicks(QApplication::focusWidget(), QLatin1String(reason));
        QTRY_VERIFY_WITH_TIMEOUT(desk.card().view().stage == ControlStage::Ready, 3'000);
        QVERIFY(tabTo(desk.card().operateButton()));
        key(Qt::Key_Space);
    }

    /// A row of the journal's readable table.
    struct Action {
        QString action;
        QString target;
        QString who;
        QString reason;
        QString result;
        bool operator==(const Action&) const = default;
    };

    /// Each of `expected` stands in the journal once, with its time, in this order.
    static void compareActions(const QString& journal, const std::vector<Action>& expected)
    {
        std::vector<Action> found;
        {
            auto database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("actions"));
            database.setDatabaseName(journal);
            QVERIFY(database.open());
            QSqlQuery rows(database);
            QVERIFY(rows.exec(
                QStringLiteral("SELECT action, target, who, reason, result, at FROM operator_events ORDER BY seq")));
            while (rows.next()) {
                const auto text = [&](int column) { return rows.value(column).toString(); };
                const Action action{text(0), text(1), text(2), text(3), text(4)};
                if (std::ranges::find(expected, action) == expected.end())
                    continue;
                found.push_back(action);
                QVERIFY2(QDateTime::fromString(text(5), Qt::ISODateWithMs).isValid(), qPrintable(text(5)));
            }
        }
        QSqlDatabase::removeDatabase(QStringLiteral("actions"));
        QStringList order;
        for (const auto& action : found)
            order << action.action + QLatin1Char(' ') + action.result;
        QVERIFY2(found == expected, qPrintable(order.join(QStringLiteral(", "))));
    }

private Q_SLOTS:
    void aKillFreesTheQuotaAndExpires()
    {
        const Store store(
            {QStringLiteral("--speed"), QStringLiteral("60"), QStringLiteral("--scenario"), scenario(1, 59, 30)});
        QVERIFY(store.started());
        const auto journal = m_dir.filePath(QStringLiteral("kill.db"));
        QString commandId;
        QString by;
        {
            Desk desk(store, journal);
            QVERIFY(desk.started);
            QTRY_VERIFY_WITH_TIMEOUT(desk.mode("recommendations") == Mode::Degraded, 20'000);
            const auto before = desk.intervals("help_desk");
            const AnswerShare helpBefore(store, "provider-secondary", "help_desk");
            QTRY_VERIFY_WITH_TIMEOUT(desk.intervals("help_desk") >= before + 2, 10'000);
            const auto helpedBefore = helpBefore.percent();

            for (int i = 0; i < 3 && desk.window->overview().selectedFeature() != QLatin1String("recommendations"); ++i)
                key(Qt::Key_Down);
            QCOMPARE(desk.window->overview().selectedFeature(), QStringLiteral("recommendations"));
            key(Qt::Key_K);
            QTRY_VERIFY_WITH_TIMEOUT(desk.card().isVisible(), 3'000);
            const auto& choices = desk.card().inputs().expiryChoices();
            QVERIFY(tabTo(*choices[1])); // 60 min, as it opens
            key(Qt::Key_Up);
            QVERIFY(choices[0]->isChecked()); // 15 min, a quarter of a minute at x60
            typeReasonAndOperate(desk, "provider outage, free the quota");
            QTRY_VERIFY_WITH_TIMEOUT(desk.lastIs(fleet::Stage::Effective), 10'000);
            QCOMPARE(desk.mode("recommendations"), std::optional(Mode::Killed));
            key(Qt::Key_Escape);

            // From the next full interval on nothing of it reaches the models, and the others have the room.
            const auto killed = desk.intervals("help_desk");
            QTRY_VERIFY_WITH_TIMEOUT(desk.intervals("help_desk") >= killed + 1, 10'000);
            const auto secondary = calls(store, "provider-secondary", "by_feature", "recommendations");
            const auto small = calls(store, "provider-small", "by_feature", "recommendations");
            const AnswerShare helpAfter(store, "provider-secondary", "help_desk");
            QTRY_VERIFY_WITH_TIMEOUT(desk.intervals("help_desk") >= killed + 3, 10'000);
            QCOMPARE(calls(store, "provider-secondary", "by_feature", "recommendations"), secondary);
            QCOMPARE(calls(store, "provider-small", "by_feature", "recommendations"), small);
            QCOMPARE(desk.lastServed("recommendations", "secondary"), std::uint64_t{0});
            const auto helpedAfter = helpAfter.percent();
            QVERIFY2(helpedAfter >= helpedBefore + 20,
                qPrintable(QStringLiteral("of the quota %1 % before, %2 % after").arg(helpedBefore).arg(helpedAfter)));

            QTRY_VERIFY_WITH_TIMEOUT(desk.mode("recommendations") != Mode::Killed, 30'000);
            QTRY_COMPARE_WITH_TIMEOUT(desk.logged<fleet::KillSwitchChanged>().size(), std::size_t{2}, 5'000);
            const auto switches = desk.logged<fleet::KillSwitchChanged>();
            QVERIFY(switches[0].engaged && switches[0].commandId == desk.lastCommand()->command.id);
            QVERIFY(!switches[1].engaged && switches[1].cause == "expired");
            commandId = QString::fromStdString(desk.lastCommand()->command.id);
            by = desk.console.session().operatorName();
            desk.console.stop();
        }
        const QString reason = QStringLiteral("provider outage, free the quota");
        const QString feature = QStringLiteral("recommendations");
        compareActions(journal,
            {{QStringLiteral("operate kill"), feature, by, reason, QStringLiteral("requested")},
                {QStringLiteral("stage"), commandId, {}, {}, QStringLiteral("accepted")},
                {QStringLiteral("switch engaged"), feature, by, reason, QStringLiteral("engaged")},
                {QStringLiteral("stage"), commandId, {}, {}, QStringLiteral("effective")},
                {QStringLiteral("switch off"), feature, by, reason, QStringLiteral("expired")}});
        QProcess replay;
        replay.start(QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch"),
            {QStringLiteral("replay"), journal, QStringLiteral("--verify")});
        QVERIFY(replay.waitForFinished(30'000));
        QVERIFY2(replay.exitCode() == 0, replay.readAllStandardOutput() + replay.readAllStandardError());
    }

    void aProbeIsOneCallAndAGoodOneCloses()
    {
        const Store store(
            {QStringLiteral("--speed"), QStringLiteral("60"), QStringLiteral("--scenario"), scenario(1, 9, 3600)});
        QVERIFY(store.started());
        Desk desk(store, m_dir.filePath(QStringLiteral("probe.db")));
        QVERIFY(desk.started);
        constexpr auto primary = "store/provider-primary";
        QTRY_VERIFY_WITH_TIMEOUT(desk.phase(primary) == breaker::Phase::Open, 20'000);
        const auto customers = calls(store, "provider-primary", "by_purpose", "customer");

        key(Qt::Key_P);
        QTRY_VERIFY_WITH_TIMEOUT(desk.card().isVisible(), 3'000);
        typeReasonAndOperate(desk, "is the provider back yet?");
        QTRY_VERIFY_WITH_TIMEOUT(desk.lastIs(fleet::Stage::Effective), 10'000);
        QCOMPARE(desk.phase(primary), std::optional(breaker::Phase::Open));
        QCOMPARE(calls(store, "provider-primary", "by_purpose", "forced_probe"), 1);
        QCOMPARE(calls(store, "provider-primary", "by_purpose", "customer"), customers);
        key(Qt::Key_Escape);

        // The outage is over; the cooldown of an hour is not.
        const auto minute = [&] {
            return desk.intervals("help_desk") == 0
                ? 0
                : desk.console.session().history().feature("help_desk")->intervals.back().interval.n;
        };
        QTRY_VERIFY_WITH_TIMEOUT(minute() >= 10, 30'000);
        QCOMPARE(desk.phase(primary), std::optional(breaker::Phase::Open));
        desk.window->overview().setFocus();
        key(Qt::Key_P);
        QTRY_VERIFY_WITH_TIMEOUT(desk.card().isVisible(), 3'000);
        typeReasonAndOperate(desk, "the provider says it is back");
        QTRY_VERIFY_WITH_TIMEOUT(
            desk.lastIs(fleet::Stage::Effective) && desk.phase(primary) == breaker::Phase::Closed, 10'000);
        QCOMPARE(calls(store, "provider-primary", "by_purpose", "forced_probe"), 2);
    }
};

QTEST_MAIN(TestWindowControls)
#include "tst_window_controls.moc"
