// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_reader.h"
#include "app/session/lab_journal.h"
#include "app/session/recorded_what_if.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/lab/lab_recording.h"
#include "rungwatch/lab/outage_hour.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace rungwatch;

namespace {

lab::Scenario hour()
{
    QFile file(QStringLiteral(RUNGWATCH_SOURCE_DIR "/resources/scenarios/outage_hour.json"));
    return file.open(QIODevice::ReadOnly) ? lab::parseScenario(file.readAll().toStdString()).value() : lab::Scenario{};
}

std::string modesOf(const lab::Lane& lane)
{
    std::string modes;
    for (const auto& interval : lane)
        modes += interval.mode ? nameOf(*interval.mode).front() : '?';
    return modes;
}

std::vector<std::string> bytesOf(const QString& file)
{
    std::vector<std::string> bytes;
    auto reader = journal::JournalReader::open(file);
    if (reader)
        (void)reader.value().forEach(1, [&](const fleet::Event& event) {
            bytes.push_back(encoded(event));
            return true;
        });
    return bytes;
}

} // namespace

/// A journal is decided again in a thread of its own; the scripted hour has one, the same every time.
class TestRecordedWhatIf : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto fault = writeLabJournal(file(), hour());
        QVERIFY2(!fault, fault ? fault->message.c_str() : "");
    }

    void theLabsJournalTellsTheHour()
    {
        const auto recording = recordingIn(file());
        QVERIFY(recording.ok());
        QCOMPARE(recording->features.size(), std::size_t{3});
        const auto scenario = hour();
        const auto run = lab::runHour(scenario, scenario.defaults);
        for (const auto& feature : lab::decideAgain(*recording, {})) {
            QCOMPARE(modesOf(feature.recorded), run.modeInForce);
            for (std::size_t minute = 0; minute < feature.recorded.size(); ++minute)
                QVERIFY(feature.recorded[minute].served == run.byMinute[minute].at(feature.name));
        }
        const auto again = QString(file()).replace(QStringLiteral("lab"), QStringLiteral("again"));
        QVERIFY(!writeLabJournal(again, scenario));
        QVERIFY(bytesOf(again) == bytesOf(file()));
        QVERIFY(bytesOf(file()).size() > 200);
    }

    /// From the journal alone, without what only the script knows, the modes are the same ones.
    void modesAreDecidedFromTheJournal()
    {
        const auto recording = recordingIn(file());
        const auto result = decidedAgain(*recording, {QStringLiteral("hold=1")});
        QCOMPARE(result.fault, QString{});
        auto toggles = hour().defaults;
        toggles.holdHealthyMinutes = 1;
        for (const auto& feature : result.features)
            QCOMPARE(modesOf(feature.otherwise), lab::runHour(hour(), toggles).modeInForce);
        QCOMPARE(result.services, QStringList{QStringLiteral("store")});
        QCOMPARE(result.limits.at("secondary"), std::int64_t{100});
    }

    void aFaultLeavesBothLanesAsRecorded()
    {
        const auto recording = recordingIn(file());
        const auto result = decidedAgain(*recording, {QStringLiteral("hold=1"), QStringLiteral("hold=none")});
        QVERIFY(result.fault.startsWith(QStringLiteral("hold: expected 1 to 1000")));
        for (const auto& feature : result.features)
            QCOMPARE(modesOf(feature.otherwise), modesOf(feature.recorded));
    }

    void onlyTheNewestIsDecided()
    {
        int loads = 0;
        RecordedWhatIf whatIf([&]() -> Result<lab::Recording> {
            ++loads;
            return lab::recordingOf(hour(), labStart());
        });
        QVERIFY(!whatIf.result());
        QSignalSpy decided(&whatIf, &WhatIfSource::decided);
        for (int hold = 1; hold <= 20; ++hold)
            whatIf.ask({QStringLiteral("hold=%1").arg(hold)});
        QTRY_VERIFY(whatIf.result() && whatIf.result()->changes == QStringList{QStringLiteral("hold=20")});
        QVERIFY(decided.count() <= 20);
        QCOMPARE(loads, 1);
    }

    void whatCantBeReadSaysWhy()
    {
        RecordedWhatIf whatIf([this] { return recordingIn(m_dir.filePath(QStringLiteral("none"))); });
        QSignalSpy failed(&whatIf, &WhatIfSource::failed);
        whatIf.ask({});
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(!failed.front().front().toString().isEmpty());
        QVERIFY(!whatIf.result());
    }

private:
    [[nodiscard]] QString file() const { return m_dir.filePath(QStringLiteral("lab.journal")); }

    QTemporaryDir m_dir;
};

QTEST_GUILESS_MAIN(TestRecordedWhatIf)
#include "tst_recorded_what_if.moc"
