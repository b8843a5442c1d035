// SPDX-License-Identifier: GPL-3.0-or-later
#include "format_bodies.h"

#include "rungwatch/base/hash.h"
#include "rungwatch/formats/expectation.h"

using namespace rungwatch;
using namespace rungwatch::testing;

/// The bodies of tests/data/formats, a folder for each format with an INDEX.json of what each body must give, whole,
/// cut anywhere and with bytes changed.
class TestFormatBodies : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFormatHasTwoBodies()
    {
        QVERIFY(m_folders.size() >= 17);
        for (const auto& name : m_folders) {
            QVERIFY2(formats::isFormat(name.toStdString()), qPrintable(name));
            QVERIFY2(entriesOf(name).size() >= 2, qPrintable(name));
        }
    }

    void giveWhatTheirIndexSays_data() { entryRows(); }
    void giveWhatTheirIndexSays()
    {
        QFETCH(QJsonObject, entry);
        const auto body = fileBytes(entry["path"].toString());
        QVERIFY2(!body.isEmpty(), "the body is missing");
        const auto reading = readEntry(entry, body);
        const auto expect = entry["expect"].toObject();
        if (expect.contains("error")) {
            QCOMPARE(reading.ok() ? QStringLiteral("a reading") : QString::fromStdString(reading.error().code),
                expect["error"].toString());
            return;
        }
        QVERIFY2(reading.ok(), reading.ok() ? "" : (reading.error().code + ": " + reading.error().message).c_str());
        QCOMPARE(QString::fromStdString(reading->format), entry["format"].toString());
        const auto given =
            QJsonDocument::fromJson(QByteArray::fromStdString(formats::expectationJson(*reading))).object();
        for (auto it = expect.begin(); it != expect.end(); ++it)
            QCOMPARE(given.value(it.key()), it.value());
    }

    void areNamedErrorsOrReadingsWhenCutOrChanged_data() { entryRows(); }
    void areNamedErrorsOrReadingsWhenCutOrChanged()
    {
        QFETCH(QJsonObject, entry);
        const auto body = fileBytes(entry["path"].toString());
        const auto isNamed = [](const Result<Reading>& reading) {
            return reading.ok() ? !reading->format.empty() || reading->notModified
                                : !reading.error().code.empty() && !reading.error().message.empty();
        };
        for (qsizetype length = 0; length < body.size(); ++length)
            QVERIFY2(isNamed(readEntry(entry, body.left(length))), qPrintable(QString::number(length)));
        for (std::uint64_t round = 0; round < 1000; ++round) {
            auto mutated = body;
            for (std::uint64_t k = 0; k < 1 + round % 3; ++k) {
                const auto chance = draw(11, "mutation", round * 3 + k);
                mutated[static_cast<qsizetype>(chance % static_cast<std::uint64_t>(body.size()))] =
                    static_cast<char>(chance >> 40);
            }
            QVERIFY2(isNamed(readEntry(entry, mutated)), mutated.constData());
        }
    }

private:
    QStringList m_folders{indexedFolders()};

    void entryRows() const
    {
        QTest::addColumn<QJsonObject>("entry");
        for (const auto& format : m_folders) {
            for (const auto& entry : entriesOf(format))
                QTest::newRow(qPrintable(format + '/' + entry["file"].toString())) << entry;
        }
    }
};

QTEST_APPLESS_MAIN(TestFormatBodies)
#include "tst_format_bodies.moc"
