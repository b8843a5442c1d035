// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/ladder/honest_message.h"

#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

Rung last(const char* message, const char* otherPath = "")
{
    Rung rung;
    rung.name = "unavailable";
    rung.message = message;
    rung.otherPath = otherPath;
    return rung;
}

QString text(const HonestMessage& message)
{
    return QString::fromStdString(message.text);
}

} // namespace

/// The end of a ladder says what is missing and where else to go, and nothing of what went wrong inside.
class TestHonestMessage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theOwnersWordsComeFirst()
    {
        QCOMPARE(
            text(honestMessage("help_desk", last("Answers are delayed."))), QStringLiteral("Answers are delayed."));
        QCOMPARE(text(honestMessage("help_desk", last("Answers are delayed.", "/cases/new"))),
            QStringLiteral("Answers are delayed. Another way: /cases/new"));
        QCOMPARE(text(honestMessage("help_desk", last("Answers are delayed; see /cases/new.", "/cases/new"))),
            QStringLiteral("Answers are delayed; see /cases/new."));
    }

    void withoutWordsTheMissingCapabilityIsNamed()
    {
        QCOMPARE(text(honestMessage("refund_eligibility", last(""))),
            QStringLiteral("Refund eligibility is not available at the moment."));
        QCOMPARE(text(honestMessage("Gift cards", last(" \n"))),
            QStringLiteral("Gift cards is not available at the moment."));
        QCOMPARE(text(honestMessage("", last(""))), QStringLiteral("This is not available at the moment."));
        QCOMPARE(text(honestMessage("help_desk", last("", "mailto:help@example.org"))),
            QStringLiteral("Help desk is not available at the moment. Another way: help@example.org"));
    }

    void theWaitIsInWholeMinutesRoundedUp_data()
    {
        QTest::addColumn<qint64>("wait");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* title, Duration wait, const char* words) {
            QTest::newRow(title) << qint64(wait.count()) << QString::fromLatin1(words);
        };
        row("none", 0s, "1 minute");
        row("60 s", 60s, "1 minute");
        row("60 s and 1 ns", 60s + 1ns, "2 minutes");
        row("half an hour", 30min, "30 minutes");
        row("negative", -5min, "1 minute");
    }
    void theWaitIsInWholeMinutesRoundedUp()
    {
        QFETCH(qint64, wait);
        QFETCH(QString, words);
        const auto message = honestMessage("refunds", last("Queued."), QueuePlace{17, Duration(wait)});
        QCOMPARE(
            text(message), QStringLiteral("Queued. You are number 17 in the queue; the wait is about %1.").arg(words));
    }

    void anUnknownWaitIsNotGuessed()
    {
        const auto message = honestMessage("refunds", last("Queued."), QueuePlace{1, std::nullopt});
        QCOMPARE(text(message), QStringLiteral("Queued. You are number 1 in the queue."));
        QVERIFY(message.place == (QueuePlace{1, std::nullopt}));
    }

    void otherPathsAreLinksAndContacts_data()
    {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("read");
        const auto row = [](const char* written, const char* read) {
            QTest::newRow(written) << QString::fromLatin1(written) << QString::fromLatin1(read);
        };
        row("https://help.example.org/refunds", "link https://help.example.org/refunds");
        row("/popular", "link /popular");
        row("mailto:help@example.org", "contact mailto:help@example.org");
        row("tel:+49301234", "contact tel:+49301234");
        row(" /help\thttps://a.example.org  mailto:b@example.org\n",
            "link /help, link https://a.example.org, contact mailto:b@example.org");
        row("javascript:alert(1)", "");
        row("//evil.example.org", "");
        row("file:///etc/passwd", "");
        row("https://", "");
        row("mailto:", "");
        row("nothing", "");
        row("   ", "");
    }
    void otherPathsAreLinksAndContacts()
    {
        QFETCH(QString, written);
        QFETCH(QString, read);
        QStringList list;
        for (const auto& path : otherPathsOf(written.toStdString()))
            list << QString::fromStdString(std::string(nameOf(path.kind)) + " " + path.target);
        QCOMPARE(list.join(QStringLiteral(", ")), read);
    }
};

QTEST_APPLESS_MAIN(TestHonestMessage)
#include "tst_honest_message.moc"
