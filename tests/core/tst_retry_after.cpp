// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/retry/retry_after.h"

#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

/// 2026-11-30T00:00:00Z, a Monday.
const WallTime monday = ManualClock{}.now().wall;

} // namespace

/// A Retry-After is digits or one of three forms of a date; whatever else it says, it says nothing.
class TestRetryAfter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void secondsAndDates_data()
    {
        QTest::addColumn<qint64>("seconds");
        const auto row = [](const char* text, qint64 seconds) { QTest::newRow(text) << seconds; };
        row("0", 0);
        row("1", 1);
        row("120", 120);
        row("0120", 120);
        row("86400", 86'400);
        row("Mon, 30 Nov 2026 00:00:30 GMT", 30);
        row("Mon, 30 Nov 2026 00:00:00 GMT", 0);
        row("Sun, 29 Nov 2026 23:59:59 GMT", 0);
        row("Sun, 06 Nov 1994 08:49:37 GMT", 0);
        row("Sat, 01 Jan 0000 00:00:00 GMT", 0);
        row("Tue, 01 Dec 2026 00:00:00 GMT", 86'400);
        row("Tue, 29 Feb 2028 00:00:00 GMT", 456LL * 86'400);
        row("Mon, 30 Nov 2026 23:59:60 GMT", 86'400); // a leap second
        // The two obsolete forms, which nobody may send and everybody has to understand.
        row("Monday, 30-Nov-26 00:00:30 GMT", 30);
        row("Sunday, 29-Nov-26 23:59:59 GMT", 0);
        row("Sunday, 06-Nov-94 08:49:37 GMT", 0); // 1994: 2094 is too far ahead
        row("Sunday, 29-Nov-76 00:00:00 GMT", 18'262LL * 86'400); // 2076, 50 years ahead
        row("Tuesday, 29-Nov-77 00:00:00 GMT", 0); // 1977
        row("Mon Nov 30 00:00:30 2026", 30);
        row("Tue Dec  1 00:00:00 2026", 86'400);
        row("Sun Nov  6 08:49:37 1994", 0);
    }
    void secondsAndDates()
    {
        QFETCH(qint64, seconds);
        const auto asked = parseRetryAfter(QTest::currentDataTag(), monday);
        QVERIFY(asked);
        QCOMPARE(std::chrono::duration_cast<std::chrono::nanoseconds>(*asked).count(), seconds * 1'000'000'000);
    }

    void everythingElseIsAbsent_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", " ", "-3", "+3", "1.5", "1e3", "120junk", "120 ", " 120", "1 2", "0x10", "soon",
                 "NaN", "2026-11-30T00:00:30Z", "Mon, 30 Nov 2026 00:00:30", "Mon, 30 Nov 2026 00:00:30 UTC",
                 "Mon, 30 Nov 2026 00:00:30 +0000", "mon, 30 nov 2026 00:00:30 gmt", "Tue, 30 Nov 2026 00:00:30 GMT",
                 "Mon, 30 Nov 2026 00:00:30 GMT ", "Mon, 30 Nov 2026 24:00:00 GMT", "Mon, 30 Nov 2026 00:60:00 GMT",
                 "Mon, 30 Nov 2026 00:00:61 GMT", "Mon, 31 Nov 2026 00:00:00 GMT", "Mon, 00 Nov 2026 00:00:00 GMT",
                 "Thu, 29 Feb 2027 00:00:00 GMT", "Mon, 3 Nov 2026 00:00:30 GMT", "Mon, -3 Nov 2026 00:00:30 GMT",
                 "Mon, 30 Nov -026 00:00:30 GMT", "Mon,  0 Nov 2026 00:00:30 GMT", "Mon. 30 Nov 2026 00:00:30 GMT",
                 "Mon, 30-Nov-2026 00:00:30 GMT", "Mon, 30-Nov-26 00:00:30 GMT", "Monday, 30-Nov-2026 00:00:30 GMT",
                 "Tuesday, 30-Nov-26 00:00:30 GMT", "Monday, 30 Nov 26 00:00:30 GMT", "Monday, 3-Nov-26 00:00:30 GMT",
                 "Monday, 30-Nov-26 00:00:30", ", 30-Nov-26 00:00:30 GMT", "Tue Nov 30 00:00:30 2026",
                 "Mon Nov 30 00:00:30 2026 GMT", "Tue Dec 1 00:00:00 2026", "Mon Nov   00:00:30 2026",
                 "Mon Nov 30 00-00-30 2026", "Mon Nov 30 24:00:00 2026"})
            QTest::newRow(*text ? text : "empty") << QByteArray(text);
    }
    void everythingElseIsAbsent()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!parseRetryAfter(text.toStdString(), monday));
    }

    void aPartOfASecondCounts()
    {
        QVERIFY(parseRetryAfter("Mon, 30 Nov 2026 00:00:30 GMT", monday + 250ms) == 29'750ms);
        QVERIFY(parseRetryAfter("Mon, 30 Nov 2026 00:00:30 GMT", monday + 29s + 1ns) == 1s - 1ns);
        QVERIFY(parseRetryAfter("Mon, 30 Nov 2026 00:00:30 GMT", monday + 30s + 1ns) == 0s);
    }

    void absurdValuesSaturate()
    {
        QVERIFY(parseRetryAfter("9223372036", monday) == 9'223'372'036s);
        QVERIFY(parseRetryAfter("9223372037", monday) == Duration::max());
        QVERIFY(parseRetryAfter("18446744073709551616", monday) == Duration::max());
        QVERIFY(parseRetryAfter(std::string(400, '9'), monday) == Duration::max());
        QVERIFY(parseRetryAfter("Fri, 31 Dec 9999 23:59:59 GMT", monday) == Duration::max());
        QVERIFY(parseRetryAfter("Fri, 31 Dec 9999 23:59:59 GMT", WallTime::min()) == Duration::max());
        QVERIFY(parseRetryAfter("Sun, 06 Nov 1994 08:49:37 GMT", WallTime::max()) == 0s);
    }

    void theCallersCapAndDeadlineBoundIt()
    {
        QVERIFY(boundRetryAfter(20s, 30s, std::nullopt) == 20s);
        QVERIFY(boundRetryAfter(30s, 30s, std::nullopt) == 30s);
        QVERIFY(boundRetryAfter(31s, 30s, std::nullopt) == 30s);
        QVERIFY(boundRetryAfter(Duration::max(), 30s, std::nullopt) == 30s);
        QVERIFY(boundRetryAfter(20s, 30s, 5s) == 5s);
        QVERIFY(boundRetryAfter(4s, 30s, 5s) == 4s);
        QVERIFY(boundRetryAfter(4s, 30s, 0s) == 0s);
    }
};

QTEST_APPLESS_MAIN(TestRetryAfter)
#include "tst_retry_after.moc"
