// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/base/plain_line.h"

#include <QString>
#include <QTest>

using namespace rungwatch;

/// Words of another program stay one line that reads as it stands: the rule that the window and every subcommand share.
class TestPlainLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachRangeBeginsAndEndsWhereItShould_data()
    {
        QTest::addColumn<uint>("first");
        QTest::addColumn<uint>("last");
        const std::pair<uint, uint> ranges[]{{0x00, 0x1f}, {0x7f, 0x9f}, {0x200b, 0x200f}, {0x2028, 0x202e},
            {0x2060, 0x2064}, {0x2066, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};
        for (const auto& [first, last] : ranges)
            QTest::addRow("U+%04X", first) << first << last;
    }
    void eachRangeBeginsAndEndsWhereItShould()
    {
        QFETCH(uint, first);
        QFETCH(uint, last);
        QVERIFY(first == 0 || !isUnfitForALine(first - 1));
        QVERIFY(isUnfitForALine(first));
        QVERIFY(isUnfitForALine(last));
        QVERIFY(!isUnfitForALine(last + 1));
    }

    void eachUnfitCharacterIsOneBlank_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("line");
        const auto row = [](const char* name, const QString& text, const QString& line) {
            QTest::newRow(name) << text << line;
        };
        row("a terminal's commands", QStringLiteral("a\u001b[31mb\u009b2Jc\u007f"), QStringLiteral("a [31mb 2Jc "));
        row("lines", QStringLiteral("a\nb\u2028c\u2029d\u0085e"), QStringLiteral("a b c d e"));
        row("direction", QStringLiteral("a\u200eb\u200fc\u202ad\u202ee\u2066f\u2069g"),
            QStringLiteral("a b c d e f g"));
        row("nothing to be seen", QStringLiteral("a\u200bb\ufeffc\u00add"), QStringLiteral("a b c d"));
        row("words as they are", QStringLiteral("Käse 価格 😀 <b>\u00a0|"), QStringLiteral("Käse 価格 😀 <b>\u00a0|"));
        row("nothing", {}, {});
    }
    void eachUnfitCharacterIsOneBlank()
    {
        QFETCH(QString, text);
        QFETCH(QString, line);
        QCOMPARE(QString::fromStdString(plainLine(text.toStdString())), line);
    }

    void whatIsNoUtf8IsShownAsSuch_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("replaced");
        QTest::newRow("a bare C1 byte") << QByteArray("a\x9b"
                                                      "31m")
                                        << 1;
        QTest::newRow("cut short") << QByteArray("a\xe4\xbe") << 2;
        QTest::newRow("too long a form of a line feed") << QByteArray("a\xc0\x8a") << 2;
        QTest::newRow("too long in three bytes") << QByteArray("a\xe0\x82\x9b") << 3;
        QTest::newRow("a surrogate") << QByteArray("a\xed\xa0\x80") << 3;
        QTest::newRow("beyond the last") << QByteArray("a\xf4\x90\x80\x80") << 4;
        QTest::newRow("no continuation") << QByteArray("a\xe4z") << 1;
    }
    void whatIsNoUtf8IsShownAsSuch()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, replaced);
        const auto line = QString::fromStdString(plainLine(bytes.toStdString()));
        QCOMPARE(line.count(QChar(0xfffd)), replaced);
        QVERIFY(line.startsWith(QLatin1Char('a')));
    }
};

QTEST_APPLESS_MAIN(TestPlainLine)
#include "tst_plain_line.moc"
