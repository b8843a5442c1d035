// SPDX-License-Identifier: GPL-3.0-or-later
#include "pictures.h"
#include "recorded_session.h"
#include "ui/replay/timeline_strip.h"

#include <QSignalSpy>
#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

/// The strip shows every abnormal stretch where it was, and takes the hand where it points.
class TestTimelineStrip : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pixelsAndTimesAgree();
    void ticksAreRoundAndApart_data();
    void ticksAreRoundAndApart();
    void closeMarksAreOne();
    void abnormalIsThickAndColoured();
    void aShortStretchIsStillSeen();
    void clickAndDragSeek();
    void shiftDragLoops();
    void anEmptyTimelineTakesNoClick();

private:
    static QRgb at(const QImage& image, int x, int y) { return image.pixelColor(x, y).rgb(); }
};

void TestTimelineStrip::pixelsAndTimesAgree()
{
    const WallTime begin{std::chrono::hours{24 * 365 * 50}};
    for (const Duration length : {Duration{1min}, Duration{24h}, Duration{24h * 365}}) {
        const TimelineAxis axis{{begin, begin + length}, 130, 1733};
        for (int pixel = 130; pixel <= 130 + 1733; ++pixel)
            QCOMPARE(axis.pixelOf(axis.timeAt(pixel)), pixel);
        QCOMPARE(axis.pixelOf(begin - 1h), 130);
        QCOMPARE(axis.pixelOf(begin + length + 1h), 130 + 1733);
    }
}

void TestTimelineStrip::ticksAreRoundAndApart_data()
{
    QTest::addColumn<int>("minutes");
    QTest::addColumn<QString>("first");
    QTest::newRow("a minute") << 1 << "00:00:05";
    QTest::newRow("an hour") << 60 << "00:05";
    QTest::newRow("a day") << 24 * 60 << "01:00";
    QTest::newRow("two months") << 60 * 24 * 60 << "";
}

void TestTimelineStrip::ticksAreRoundAndApart()
{
    QFETCH(int, minutes);
    QFETCH(QString, first);
    const auto begin = ManualClock{}.wallNow();
    const TimelineAxis axis{{begin, begin + std::chrono::minutes{minutes}}, 130, 1733};
    const auto ticks = axis.ticks();
    QVERIFY(ticks.size() >= 5);
    for (std::size_t i = 1; i < ticks.size(); ++i)
        QVERIFY(ticks[i].pixel - ticks[i - 1].pixel >= 60);
    if (first.isEmpty())
        QCOMPARE(ticks[0].label.size(), 5); // month and day
    else
        QCOMPARE(ticks[0].label, first);
}

void TestTimelineStrip::closeMarksAreOne()
{
    const auto begin = ManualClock{}.wallNow();
    const TimelineAxis axis{{begin, begin + 1000s}, 0, 1000};
    using Kind = TimelineMark::Kind;
    const std::vector<TimelineMark> marks{{Kind::Note, begin + 10s, 1, {}}, {Kind::Opening, begin + 12s, 2, {}},
        {Kind::OperatorAction, begin + 27s, 3, {}}, {Kind::Note, begin + 28s, 4, {}}, {Kind::Note, begin + 46s, 5, {}}};
    const auto groups = groupedMarks(marks, {Kind::Note, Kind::OperatorAction}, axis, 18);
    QCOMPARE(groups.size(), std::size_t{3});
    QCOMPARE(groups[0].count, std::size_t{2}); // 10 and 27: 17 apart
    QCOMPARE(groups[1].pixel, 28);
    QCOMPARE(groups[2].pixel, 46);
}

void TestTimelineStrip::abnormalIsThickAndColoured()
{
    RecordedSession session{27};
    TimelineStrip strip;
    strip.resize(1900, TimelineRows::heightOf(false));
    strip.setTimeline(session.line);
    strip.setPlayhead(session.line.range.from + 55min);
    const auto image = keepPicture(strip, QStringLiteral("timeline-strip"));
    const auto& tokens = theme::Tokens::of(theme::ThemeName::Dark);
    const TimelineRows rows{strip.size(), session.line.range, false};
    const auto x = [&](int minute) { return strip.pixelOf(session.line.range.from + std::chrono::minutes{minute}); };
    // Healthy: two pixels of line, and nothing above it.
    QCOMPARE(at(image, x(5), rows.levels.center().y()), tokens.normal.rgb());
    QVERIFY(at(image, x(5), rows.levels.center().y() - 5) != tokens.normal.rgb());
    // Degraded: all the way up.
    QCOMPARE(at(image, x(40), rows.levels.center().y() - 5), tokens.warn.rgb());
    QCOMPARE(at(image, x(40), rows.modes.center().y() - 5), tokens.warn.rgb());
    QCOMPARE(at(image, x(30), rows.breakers.center().y() - 5), tokens.crit.rgb());
    QCOMPARE(at(image, x(44), rows.breakers.center().y() - 5), tokens.warn.rgb());
    QVERIFY(hasRun(image, rows.marks.adjusted(x(24) - rows.marks.left() - 8, 0, 0, 0), tokens.hand));
    QCOMPARE(at(image, x(55), rows.modes.center().y() - 5), tokens.t1.rgb()); // the playhead
}

void TestTimelineStrip::aShortStretchIsStillSeen()
{
    const auto begin = ManualClock{}.wallNow();
    Timeline line;
    line.range = {begin, begin + 24h};
    line.levels = {{begin, begin + 12h, HealthLevel::Healthy}, {begin + 12h, begin + 12h + 1s, HealthLevel::Critical},
        {begin + 12h + 1s, begin + 24h, HealthLevel::Healthy}};
    TimelineStrip strip;
    strip.resize(1280, TimelineRows::heightOf(true));
    strip.setFolded(true);
    strip.setTimeline(line);
    strip.setPlayhead(begin);
    const auto image = strip.grab().toImage();
    const TimelineRows rows{strip.size(), line.range, true};
    const auto& tokens = theme::Tokens::of(theme::ThemeName::Dark);
    QCOMPARE(at(image, strip.pixelOf(begin + 12h), rows.levels.center().y() - 3), tokens.crit.rgb());
}

void TestTimelineStrip::clickAndDragSeek()
{
    RecordedSession session{27};
    TimelineStrip strip;
    strip.resize(1900, TimelineRows::heightOf(false));
    strip.setTimeline(session.line);
    QSignalSpy seeks{&strip, &TimelineStrip::seekRequested};
    const auto point = [&](int minute) {
        return QPoint{strip.pixelOf(session.line.range.from + std::chrono::minutes{minute}), 40};
    };
    const auto minuteOf = [&](int i) {
        return std::chrono::floor<std::chrono::minutes>(seeks[i][0].value<WallTime>() - session.line.range.from)
            .count();
    };
    QTest::mousePress(&strip, Qt::LeftButton, {}, point(10));
    QTest::mouseMove(&strip, point(20));
    QTest::mouseRelease(&strip, Qt::LeftButton, {}, point(20));
    QTest::mouseMove(&strip, point(30));
    QCOMPARE(seeks.size(), 2);
    QVERIFY(std::abs(minuteOf(0) - 10) <= 1);
    QVERIFY(std::abs(minuteOf(1) - 20) <= 1);
    // On the labels nothing is hit.
    QTest::mouseClick(&strip, Qt::LeftButton, {}, {20, 40});
    QCOMPARE(seeks.size(), 2);
}

void TestTimelineStrip::shiftDragLoops()
{
    RecordedSession session{27};
    TimelineStrip strip;
    strip.resize(1900, TimelineRows::heightOf(false));
    strip.setTimeline(session.line);
    QSignalSpy loops{&strip, &TimelineStrip::loopRequested};
    QSignalSpy seeks{&strip, &TimelineStrip::seekRequested};
    const auto to = strip.pixelOf(session.line.range.from + 30min);
    // From right to left: the earlier one is the beginning all the same.
    QTest::mousePress(&strip, Qt::LeftButton, Qt::ShiftModifier, {to + 100, 40});
    QTest::mouseRelease(&strip, Qt::LeftButton, Qt::ShiftModifier, {to, 40});
    QCOMPARE(loops.size(), 2); // the old one ends, the new one begins
    const auto loop = loops[1][0].value<charts::TimeRange>();
    QVERIFY(loop.from < loop.to);
    QCOMPARE(strip.pixelOf(loop.from), to);
    QCOMPARE(strip.pixelOf(loop.to), to + 100);
    QCOMPARE(seeks.size(), 0);
}

void TestTimelineStrip::anEmptyTimelineTakesNoClick()
{
    TimelineStrip strip;
    strip.resize(1900, 200);
    QSignalSpy seeks{&strip, &TimelineStrip::seekRequested};
    QTest::mouseClick(&strip, Qt::LeftButton, {}, {900, 40});
    QCOMPARE(seeks.size(), 0);
    QVERIFY(!strip.grab().isNull());
}

QTEST_MAIN(TestTimelineStrip)
#include "tst_timeline_strip.moc"
