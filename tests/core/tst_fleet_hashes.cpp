// SPDX-License-Identifier: GPL-3.0-or-later
#include "fleet_walk.h"
#include "format_bodies.h"

#include "rungwatch/fleet/replay.h"

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace rungwatch::testing;
using namespace std::chrono_literals;

namespace {

/// The live state's hash after so many events of the log.
using Marks = std::vector<std::pair<std::size_t, std::uint64_t>>;

void mark(Marks& marks, const FleetBench& live, std::size_t every)
{
    if (marks.empty() || live.log.size() - marks.back().first >= every)
        marks.emplace_back(live.log.size(), hashOf(live.state));
}

/// Each event as it comes back from a journal.
void replayIs(const FleetBench& live, const Marks& marks)
{
    Replayer replayer;
    auto next = marks.begin();
    for (std::size_t i = 0; i < live.log.size(); ++i) {
        QVERIFY(!replayer.add(decoded<Event>(encoded(live.log[i])).value()));
        if (next != marks.end() && next->first == i + 1)
            QCOMPARE(replayer.hash(), next++->second);
    }
    QVERIFY(next == marks.end());
    QCOMPARE(replayer.hash(), hashOf(live.state));
}

/// One service a format: poll by poll it answers with the next of the format's bodies.
class CorpusFleet : public FleetBench {
public:
    CorpusFleet()
        : FleetBench(policyText())
    {
        paranoid = false;
        fromScratch = true;
        for (const auto& format : indexedFolders())
            m_bodies[format.toStdString() + "/health"] = entriesOf(format);
        answerer = [this](const std::string& endpoint, Result& result) { return answer(endpoint, result); };
    }

    std::set<std::string> formatsRead;

private:
    static std::string policyText()
    {
        QStringList services;
        for (const auto& format : indexedFolders())
            services << QStringLiteral("{\"name\": \"%1\", \"sources\": [{\"kind\": \"health\", \"url\": "
                                       "\"http://h/%1\", \"interval_s\": 1, \"timeout_s\": 0.5}]}")
                            .arg(format);
        return (QStringLiteral("{\"version\": 1, \"services\": [") + services.join(',') + QStringLiteral("]}"))
            .toStdString();
    }

    bool answer(const std::string& endpoint, Result& result)
    {
        const auto& bodies = m_bodies.at(endpoint);
        const auto& entry = bodies[m_polls[endpoint]++ % bodies.size()];
        const auto reading = readEntry(entry, fileBytes(entry["path"].toString()));
        result.status = entry["http_status"].toInt();
        if (!reading) {
            result.errorCode = reading.error().code;
            result.errorDetail = reading.error().message;
            return true;
        }
        formatsRead.insert(reading->format);
        result.reading = Shared<Reading>(*reading);
        return true;
    }

    std::map<std::string, std::vector<QJsonObject>> m_bodies;
    std::map<std::string, std::size_t> m_polls;
};

} // namespace

/// Live hash equals replay hash, at every keyframe's distance and at the end.
class TestFleetHashes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aWalkOfHundredThousandEvents()
    {
        FleetWalk walk{4};
        Marks marks;
        while (walk.log.size() < 100000) {
            walk.step();
            mark(marks, walk, 5000);
        }
        QVERIFY(marks.size() >= 19);
        replayIs(walk, marks);
    }

    void aFleetOfEveryFormat()
    {
        CorpusFleet fleet;
        Marks marks;
        for (int i = 0; i < 240; ++i) {
            fleet.runFor(500ms);
            mark(marks, fleet, 500);
        }
        QVERIFY(fleet.formatsRead.size() >= 17);
        QVERIFY(fleet.all<ServiceLevelChanged>().size() > 100);
        QVERIFY(marks.size() >= 5);
        replayIs(fleet, marks);
    }
};

QTEST_APPLESS_MAIN(TestFleetHashes)
#include "tst_fleet_hashes.moc"
