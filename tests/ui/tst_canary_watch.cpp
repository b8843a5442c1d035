// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/canary_watch.h"

#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

/// A console whose canary comes, is written down and is shown only as far as a test lets it.
class Console {
public:
    ManualClock clock;
    CanaryWatch watch;
    fleet::Snapshot shown;

    Console()
    {
        clock.advance(1000s);
        shown.recorded = true;
        beat();
    }

    /// The canary of now reaches the screen; durable unless the disk stands still.
    void beat(bool durable = true)
    {
        const auto seconds = std::chrono::floor<std::chrono::seconds>(clock.steadyNow().time_since_epoch());
        shown.state.canary = fleet::CanarySeen{static_cast<std::uint64_t>(seconds.count())};
        shown.state.canarySeq = ++m_seq;
        if (durable)
            shown.durableSeq = m_seq;
    }
    const CanaryWatch::Verdict& look() { return watch.look(shown, clock.now()); }
    /// Time passes with a canary and a look each second.
    void run(int seconds, bool durable = true)
    {
        for (int i = 0; i < seconds; ++i) {
            clock.advance(1s);
            beat(durable);
            look();
        }
    }

private:
    std::uint64_t m_seq{0};
};

} // namespace

class TestCanaryWatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatKeepsUpIsTrusted()
    {
        Console console;
        console.run(120);
        QVERIFY(console.watch.verdict().trusted);
        QVERIFY(!console.watch.takeChange());
    }

    void whatStandsStillIsNotTrustedBeyondTheLimit()
    {
        Console console;
        console.run(1);
        const auto last = console.clock.wallNow();
        console.clock.advance(CanaryWatch::shownLimit);
        QVERIFY(console.look().trusted);
        console.clock.advance(1ns);
        QVERIFY(!console.look().trusted);
        QCOMPARE(console.watch.verdict().cause, QStringLiteral("nothing new was shown"));
        QVERIFY(console.watch.verdict().since == last);
        const auto change = console.watch.takeChange();
        QVERIFY(change && !change->trusted);
        QCOMPARE(change->behind, CanaryWatch::shownLimit + 1ns);
        QVERIFY(!console.watch.takeChange());
    }

    void itStaysUntrustedUntilTheCanaryIsRightAgain()
    {
        Console console;
        console.run(1);
        const auto last = console.clock.wallNow();
        const auto old = console.shown.state.canary;
        for (int i = 0; i < 60; ++i) {
            console.clock.advance(1s);
            console.look();
        }
        // A frame that brings the old canary again is no sign of life.
        ++console.shown.state.seq;
        QVERIFY(console.shown.state.canary->beat == old->beat);
        QVERIFY(!console.look().trusted);
        QVERIFY(console.watch.verdict().since == last);
        (void)console.watch.takeChange();
        console.beat();
        QVERIFY(console.look().trusted);
        QVERIFY(!console.watch.verdict().since);
        const auto change = console.watch.takeChange();
        QVERIFY(change && change->trusted);
        QCOMPARE(change->behind, Duration(60s));
    }

    void aCanaryOfAnotherClockShowsNothing()
    {
        Console console;
        console.clock.advance(1s);
        console.beat();
        ++console.shown.state.canary->beat; // from the second to come
        QVERIFY(!console.look().trusted);
        QCOMPARE(console.watch.verdict().cause, QStringLiteral("the canary is not of this clock"));
        --console.shown.state.canary->beat;
        QVERIFY(console.look().trusted);
    }

    void aJournalThatWritesNothingIsToldBeyondItsLimit()
    {
        Console console;
        console.run(5);
        console.run(11, false);
        // The first that is not on disk was made ten seconds ago.
        QVERIFY(console.watch.verdict().trusted);
        console.clock.advance(1ns);
        QVERIFY(!console.look().trusted);
        QCOMPARE(console.watch.verdict().cause, QStringLiteral("the journal wrote nothing"));
        console.run(1);
        QVERIFY(console.watch.verdict().trusted);
    }

    void withoutARecordNothingHasToBeDurable()
    {
        Console console;
        console.shown.recorded = false;
        console.run(60, false);
        QVERIFY(console.watch.verdict().trusted);
    }

    void theFirstCanaryMayTakeLonger()
    {
        Console console;
        console.shown.state.canary.reset();
        console.look();
        console.clock.advance(CanaryWatch::startLimit);
        QVERIFY(console.look().trusted);
        console.clock.advance(1ns);
        QVERIFY(!console.look().trusted);
    }

    void aWindowThatStoodStillIsRecordedOnce()
    {
        Console console;
        console.run(3);
        console.clock.advance(CanaryWatch::shownLimit);
        console.beat();
        console.look();
        QVERIFY(!console.watch.takeChange());
        console.clock.advance(CanaryWatch::shownLimit + 1ns);
        console.beat();
        QVERIFY(console.look().trusted);
        const auto change = console.watch.takeChange();
        QVERIFY(change.has_value());
        QCOMPARE(change->cause, std::string("the window itself stood still"));
        QVERIFY(!console.watch.takeChange());
    }

    void aWallClockThatIsSetChangesNothing()
    {
        Console console;
        console.run(3);
        console.clock.jumpWall(-3600s);
        console.run(1);
        console.clock.jumpWall(7200s);
        console.run(1);
        QVERIFY(console.watch.verdict().trusted);
    }
};

QTEST_APPLESS_MAIN(TestCanaryWatch)
#include "tst_canary_watch.moc"
