// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/time_text.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::format;
using namespace std::chrono_literals;

/// A length reads the same everywhere, is never negative, and an instant never shows a second that has not begun.
class TestTimeText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lengths_data();
    void lengths();
    void settings_data();
    void settings();
    void instantsAreCut();
};

void TestTimeText::lengths_data()
{
    QTest::addColumn<qint64>("ms");
    QTest::addColumn<QString>("text");
    QTest::newRow("negative") << qint64{-5000} << "0.0 s";
    QTest::newRow("zero") << qint64{0} << "0.0 s";
    QTest::newRow("tenths are cut") << qint64{699} << "0.6 s";
    QTest::newRow("last with tenths") << qint64{9'999} << "9.9 s";
    QTest::newRow("ten seconds") << qint64{10'000} << "10 s";
    QTest::newRow("last of the seconds") << qint64{59'999} << "59 s";
    QTest::newRow("a minute") << qint64{60'000} << "1 min 0 s";
    QTest::newRow("minutes") << qint64{430'000} << "7 min 10 s";
    QTest::newRow("last of the minutes") << qint64{3'599'999} << "59 min 59 s";
    QTest::newRow("hours") << qint64{16'440'000} << "4 h 34 min";
    QTest::newRow("a day") << qint64{86'400'000} << "1 d 0 h";
}

void TestTimeText::lengths()
{
    QFETCH(qint64, ms);
    QFETCH(QString, text);
    QCOMPARE(lengthText(std::chrono::milliseconds{ms}).replace(QChar{0x00a0}, QLatin1Char{' '}), text);
}

void TestTimeText::settings_data()
{
    QTest::addColumn<qint64>("ms");
    QTest::addColumn<QString>("text");
    QTest::newRow("seconds") << qint64{90'000} << "90 s";
    QTest::newRow("minutes") << qint64{900'000} << "15 min";
    QTest::newRow("an hour, as the card says it") << qint64{3'600'000} << "60 min";
    QTest::newRow("two hours") << qint64{7'200'000} << "2 h";
    QTest::newRow("broken") << qint64{1'500} << "1.5 s";
}

void TestTimeText::settings()
{
    QFETCH(qint64, ms);
    QFETCH(QString, text);
    QCOMPARE(settingText(std::chrono::milliseconds{ms}).replace(QChar{0x00a0}, QLatin1Char{' '}), text);
}

void TestTimeText::instantsAreCut()
{
    const WallTime at{std::chrono::milliseconds{1796048879999}}; // 14:27:59.999
    QCOMPARE(utcTenth(at), QStringLiteral("14:27:59.9"));
    QCOMPARE(utcSecond(at), QStringLiteral("14:27:59"));
    QCOMPARE(utcMinute(at), QStringLiteral("14:27"));
    QCOMPARE(utcSecond(WallTime{-1ns}), QStringLiteral("23:59:59"));
}

QTEST_APPLESS_MAIN(TestTimeText)
#include "tst_time_text.moc"
