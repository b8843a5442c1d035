// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/base/deadline.h"

#include <QTest>

#include <array>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

const SteadyTime start{100s};

} // namespace

/// A deadline is one value that is passed down; nothing starts without time, and cheap rungs keep their reserve.
class TestDeadline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void remainingEndsAtNought()
    {
        const auto deadline = Deadline::after(start, 10s);
        QVERIFY(deadline.remaining(start) == 10s);
        QVERIFY(deadline.remaining(start + 10s - 1ns) == 1ns);
        QVERIFY(deadline.remaining(start + 10s) == 0s);
        QVERIFY(deadline.remaining(start + 1h) == 0s);
        QVERIFY(deadline.mayStart(start + 10s - 1ns));
        QVERIFY(!deadline.mayStart(start + 10s));
        QVERIFY(!deadline.mayStart(start + 1h));
    }

    void aBudgetOfNoughtOrLessIsOverAtOnce()
    {
        QVERIFY(Deadline::after(start, 1ns).mayStart(start));
        QVERIFY(!Deadline::after(start, 0s).mayStart(start));
        QVERIFY(!Deadline::after(start, -1s).mayStart(start));
        QVERIFY(Deadline::after(start, -1s).remaining(start) == 0s);
    }

    void noneIsNoNumber()
    {
        const auto none = Deadline::none();
        QVERIFY(none.isNone());
        QVERIFY(!none.remaining(start));
        QVERIFY(none.mayStart(SteadyTime::max()));
        QVERIFY(none.allowsWait(start, Duration::max()));
        QVERIFY(!none.limit(std::nullopt, start));
        QVERIFY(none.limit(3s, start) == 3s);
        QVERIFY(!(none == Deadline::after(start, 0s)));
    }

    void aWaitHasToLeaveSomething()
    {
        const auto deadline = Deadline::after(start, 10s);
        QVERIFY(deadline.allowsWait(start, 10s - 1ns));
        QVERIFY(!deadline.allowsWait(start, 10s));
        QVERIFY(!deadline.allowsWait(start, Duration::max()));
    }

    void nothingWrapsAtTheEndsOfTime()
    {
        const auto far = Deadline::after(start, Duration::max());
        QVERIFY(far.time() == SteadyTime::max());
        QVERIFY(far.remaining(SteadyTime::min()) == Duration::max());
        QVERIFY(Deadline::at(SteadyTime::min()).remaining(SteadyTime::max()) == 0s);
        QVERIFY(!Deadline::after(start, Duration::min()).mayStart(start));
    }

    void theShorterLimitHolds()
    {
        const auto deadline = Deadline::after(start, 10s);
        QVERIFY(deadline.limit(3s, start) == 3s);
        QVERIFY(deadline.limit(3s, start + 8s) == 2s);
        QVERIFY(deadline.limit(std::nullopt, start + 8s) == 2s);
        QVERIFY(deadline.earlier(Deadline::none()) == deadline);
        QVERIFY(Deadline::none().earlier(deadline) == deadline);
        QVERIFY(deadline.earlier(Deadline::after(start, 9s)) == Deadline::after(start, 9s));
        QVERIFY(deadline.earlier(Deadline::after(start, 11s)) == deadline);
    }

    void aHungPrimaryCannotSpendTheReserveOfTheRungsBelow()
    {
        const std::array<RungShare, 3> ladder{{{20s, 0s}, {5s, 3s}, {1s, 500ms}}};
        const auto deadline = Deadline::after(start, 10s);
        QVERIFY(timeForRung(ladder, 0, deadline, start).given == 6500ms);
        QVERIFY(timeForRung(ladder, 1, deadline, start + 6500ms).given == 3s);
        QVERIFY(timeForRung(ladder, 2, deadline, start + 9500ms).given == 500ms);
        // What the first did not use is there for the second, up to its own limit.
        QVERIFY(timeForRung(ladder, 1, deadline, start + 1s).given == 5s);
    }

    void aRungThatWouldGetNothingIsSkipped()
    {
        const std::array<RungShare, 2> ladder{{{20s, 0s}, {5s, 3s}}};
        const auto first = [&](Duration budget) {
            return timeForRung(ladder, 0, Deadline::after(start, budget), start);
        };
        QVERIFY(!first(3s + 1ns).skipped);
        QVERIFY(first(3s + 1ns).given == 1ns);
        QVERIFY(first(3s).skipped);
        QVERIFY(first(3s).given == 0s);
        QVERIFY(first(1s).skipped);
        QVERIFY(!timeForRung(ladder, 1, Deadline::after(start, 1s), start).skipped);
        QVERIFY(timeForRung(ladder, 1, Deadline::after(start, 1s), start + 1s).skipped);
    }

    void withoutADeadlineALimitAloneBounds()
    {
        const std::array<RungShare, 2> ladder{{{20s, 0s}, {std::nullopt, 3s}}};
        QVERIFY(timeForRung(ladder, 0, Deadline::none(), start).given == 20s);
        const auto last = timeForRung(ladder, 1, Deadline::none(), start);
        QVERIFY(!last.skipped);
        QVERIFY(!last.given);
        QVERIFY(timeForRung(ladder, 1, Deadline::after(start, 7s), start).given == 7s);
    }
};

QTEST_APPLESS_MAIN(TestDeadline)
#include "tst_deadline.moc"
