// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/ladder/stay_alert.h"

#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

const StayAlert::Options anHour{1h};
const SteadyTime began{100s};

} // namespace

/// A feature that stays off its primary too long is told of, once, whatever modes it goes through meanwhile.
class TestStayAlert : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itIsRaisedAtTheLongestStayAndNotBefore()
    {
        const auto left = StayAlert::observe({}, anHour, Mode::Degraded, began);
        QVERIFY(!left.raised);
        QVERIFY(StayAlert::due(left, anHour) == began + 1h);
        QVERIFY(!StayAlert::observe(left, anHour, Mode::Degraded, began + 1h - 1ns).raised);
        const auto raised = StayAlert::observe(left, anHour, Mode::Degraded, began + 1h);
        QVERIFY(raised.raised);
        QVERIFY(!StayAlert::due(raised, anHour));
    }

    void anotherModeIsNoReturn()
    {
        auto state = StayAlert::observe({}, anHour, Mode::Degraded, began);
        state = StayAlert::observe(state, anHour, Mode::Killed, began + 30min);
        state = StayAlert::observe(state, anHour, Mode::Forced, began + 50min);
        QVERIFY(state.offSince == began);
        QVERIFY(StayAlert::observe(state, anHour, Mode::Degraded, began + 1h).raised);
    }

    void theReturnClearsAndTheNextStayBeginsAnew()
    {
        auto state = StayAlert::observe({}, anHour, Mode::Killed, began);
        state = StayAlert::observe(state, anHour, Mode::Killed, began + 2h);
        QVERIFY(state.raised);
        state = StayAlert::observe(state, anHour, Mode::Primary, began + 3h);
        QVERIFY(state == StayAlert::State());
        QVERIFY(!StayAlert::due(state, anHour));
        QVERIFY(!StayAlert::observe(state, anHour, Mode::Degraded, began + 9h).raised);
    }

    void aBreakerThatIsPinnedIsToldOfLikewise()
    {
        using breaker::Phase;
        for (const auto automatic : {Phase::Closed, Phase::Open, Phase::HalfOpen})
            QVERIFY(!StayAlert::observe({}, anHour, automatic, began).offSince);
        auto state = StayAlert::observe({}, anHour, Phase::ForcedOpen, began);
        state = StayAlert::observe(state, anHour, Phase::Disabled, began + 30min); // pinned otherwise, and still pinned
        QVERIFY(StayAlert::due(state, anHour) == began + 1h);
        QVERIFY(!StayAlert::observe(state, anHour, Phase::Disabled, began + 1h - 1ns).raised);
        state = StayAlert::observe(state, anHour, Phase::Disabled, began + 1h);
        QVERIFY(state.raised);
        QVERIFY(StayAlert::observe(state, anHour, Phase::Closed, began + 2h) == StayAlert::State());
    }

    void settingsOutOfRangeAreRefused()
    {
        for (const Duration right : {Duration{1ns}, Duration{24h * 30}})
            QVERIFY(validate(StayAlert::Options{right}));
        for (const Duration wrong : {Duration{0}, Duration{-1s}, Duration{24h * 30 + 1ns}})
            QCOMPARE(QString::fromStdString(validate(StayAlert::Options{wrong}).error().where),
                QStringLiteral("/longest_s"));
    }
};

QTEST_APPLESS_MAIN(TestStayAlert)
#include "tst_stay_alert.moc"
