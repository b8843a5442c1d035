// SPDX-License-Identifier: GPL-3.0-or-later
#include "fleet_walk.h"

#include "rungwatch/fleet/guard.h"
#include "rungwatch/fleet/replay.h"
#include "rungwatch/fleet/snapshot.h"

#include <set>

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

/// As an event comes back from a journal.
Event reread(const Event& event)
{
    return decoded<Event>(encoded(event)).value();
}

} // namespace

/// One stream of events, one state: live equals replay, replay equals itself, and no byte of an input goes unseen.
class TestFleetReplay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        while (m_walk.log.size() < 20'000)
            m_walk.step();
    }

    /// What the other tests rest on: the walk went everywhere.
    void theWalkSawEveryKindOfEvent()
    {
        std::set<std::string_view> kinds;
        for (const auto& event : m_walk.log)
            kinds.insert(kindOf(event.body));
        QStringList missing;
        for (const auto kind : {SessionStarted::kind, ClockJump::kind, Suspended::kind, QueueDropped::kind, Tick::kind,
                 PollRound::kind, CommandReceived::kind, EffectResult::kind, PollsStarted::kind, BreakerMoved::kind,
                 FreshnessChanged::kind, TroubleChanged::kind, ServiceLevelChanged::kind, FleetLevelChanged::kind,
                 BlindChanged::kind, ServiceRestarted::kind, ModeChanged::kind, IntervalClosed::kind,
                 ReportedBreakerMoved::kind, ReportedGap::kind, KillSwitchChanged::kind, SelectionMade::kind,
                 SelectionTouched::kind, SelectionEnded::kind, CommandRefused::kind, CommandRequested::kind,
                 CommandStageChanged::kind, PollsLost::kind, DerivedRungChanged::kind, LevelReasonChanged::kind,
                 NoteTaken::kind, IncidentDeclared::kind, IncidentEnded::kind})
            if (!kinds.contains(kind))
                missing << QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size()));
        QCOMPARE(missing.join(' '), QString());
        QVERIFY(m_walk.log.size() >= 20'000);
    }

    void replayedItIsTheLiveState()
    {
        const auto live = hashOf(m_walk.state);
        for (int round = 0; round < 2; ++round) {
            Replayer replayer;
            for (const auto& event : m_walk.log)
                QVERIFY(!replayer.add(reread(event)));
            QCOMPARE(replayer.hash(), live);
            QCOMPARE(encoded(replayer.state()), encoded(m_walk.state));
        }
    }

    void decidedAgainItIsTheSame()
    {
        Verifier verifier;
        for (const auto& event : m_walk.log)
            verifier.add(reread(event));
        verifier.finish();
        if (verifier.difference())
            QFAIL(jsonText(*verifier.difference()).c_str());
        QCOMPARE(verifier.events(), std::uint64_t{m_walk.log.size()});
        QVERIFY(verifier.inputs() > 5000);
        verifier.expectHash(hashOf(m_walk.state));
        QVERIFY(!verifier.difference());
    }

    void aReplayMayBeginAtAnyKeyframe()
    {
        Replayer whole;
        std::vector<std::pair<std::size_t, std::string>> keyframes;
        for (std::size_t i = 0; i < m_walk.log.size(); ++i) {
            QVERIFY(!whole.add(m_walk.log[i]));
            if (i % 4999 == 4998)
                keyframes.emplace_back(i + 1, serialised(whole.state()));
        }
        QVERIFY(keyframes.size() >= 4);
        for (const auto& [from, bytes] : keyframes) {
            auto state = fromSerialised(bytes);
            QVERIFY(state.ok());
            Replayer replayer(std::move(state).value());
            for (std::size_t i = from; i < m_walk.log.size(); ++i)
                QVERIFY(!replayer.add(m_walk.log[i]));
            QCOMPARE(replayer.hash(), hashOf(m_walk.state));
        }
        QVERIFY(!fromSerialised(keyframes[0].second + "x").ok());
    }

    void aMemoChangesNoDecision()
    {
        for (std::uint64_t seed = 11; seed < 17; ++seed) {
            FleetWalk walk(seed);
            walk.fromScratch = true;
            for (int i = 0; i < 300; ++i)
                walk.step();
            QVERIFY(!walk.all<FreshnessChanged>().empty());
        }
    }

    void aMemoOfAnotherFleetOrTimeChangesNoDecision()
    {
        FleetWalk one(21);
        FleetWalk other(22);
        one.fromScratch = other.fromScratch = true;
        DecideMemo memo;
        std::vector<std::pair<FleetState, Moment>> earlier;
        for (int i = 0; i < 200; ++i) {
            for (auto* walk : {&one, &other}) {
                walk->memo = std::move(memo);
                walk->step();
                memo = std::move(walk->memo);
            }
            earlier.emplace_back(one.state, one.clock.now());
        }
        for (std::size_t i = 0; i < earlier.size(); ++i) {
            const auto& [state, now] = earlier[i * 37 % earlier.size()];
            const auto with = decide(state, *state.policy, Tick{}, now, memo);
            const auto without = decide(state, *state.policy, Tick{}, now);
            QCOMPARE(encoded(with.events), encoded(without.events));
            QCOMPARE(encoded(with.next), encoded(without.next));
            QVERIFY(with.nextDue == without.nextDue);
        }
    }

    void theSameArgumentsGiveTheSameDecision()
    {
        FleetWalk walk(5);
        for (int i = 0; i < 200; ++i) {
            walk.step();
            const auto now = walk.clock.now();
            const auto one = decide(walk.state, *walk.state.policy, Tick{}, now);
            const auto other = decide(walk.state, *walk.state.policy, Tick{}, now);
            QCOMPARE(encoded(one.events), encoded(other.events));
            QCOMPARE(encoded(one.next), encoded(other.next));
            QVERIFY(one.nextDue == other.nextDue);
            auto applied = walk.state;
            for (const auto& event : one.events)
                apply(applied, event);
            QCOMPARE(hashOf(applied), hashOf(one.next));
        }
        FleetWalk again(5);
        for (int i = 0; i < 200; ++i)
            again.step();
        QCOMPARE(hashOf(again.state), hashOf(walk.state));
    }

    void everyChangedByteOfAnInputChangesTheHash()
    {
        FleetWalk walk(9);
        while (walk.log.size() < 250)
            walk.step();
        const auto live = hashOf(walk.state);
        FleetState before;
        std::size_t changed = 0;
        std::size_t refused = 0;
        for (std::size_t i = 0; i < walk.log.size(); ++i) {
            const auto bytes = isInput(walk.log[i].body) ? encoded(walk.log[i]) : std::string();
            auto original = before;
            for (std::size_t k = i; k < std::min(walk.log.size(), i + 20); ++k)
                apply(original, walk.log[k]);
            for (std::size_t at = 0; at < bytes.size(); ++at) {
                auto damaged = bytes;
                damaged[at] = static_cast<char>(damaged[at] ^ (1 << (at % 8)));
                const auto event = decoded<Event>(damaged);
                if (!event) {
                    ++refused;
                    continue;
                }
                auto state = before;
                apply(state, *event);
                for (std::size_t k = i + 1; k < std::min(walk.log.size(), i + 20); ++k)
                    apply(state, walk.log[k]);
                QVERIFY2(state.digest != original.digest, kindOf(event->body).data());
                QVERIFY(hashOf(state) != hashOf(original));
                ++changed;
            }
            apply(before, walk.log[i]);
        }
        QCOMPARE(hashOf(before), live);
        QVERIFY2(changed > 2000, qPrintable(QString::number(changed)));
        QVERIFY(refused > 10);
    }

    void theFirstDifferenceIsNamed_data()
    {
        QTest::addColumn<QString>("what");
        QTest::newRow("a changed fact") << "changed";
        QTest::newRow("a missing fact") << "missing";
        QTest::newRow("a fact too many") << "extra";
        QTest::newRow("a changed input") << "input";
        QTest::newRow("a hash") << "hash";
    }
    void theFirstDifferenceIsNamed()
    {
        QFETCH(QString, what);
        FleetWalk walk(3);
        while (walk.log.size() < 400)
            walk.step();
        auto log = walk.log;
        // A level that was decided, well inside.
        std::size_t at = 150;
        while (!std::holds_alternative<ServiceLevelChanged>(log.at(at).body))
            ++at;
        Verifier verifier;
        if (what == "changed")
            std::get<ServiceLevelChanged>(log[at].body).why += "?";
        if (what == "missing" || what == "extra") {
            const auto copy = log[at];
            if (what == "missing")
                log.erase(log.begin() + static_cast<std::ptrdiff_t>(at));
            else
                log.insert(log.begin() + static_cast<std::ptrdiff_t>(at), copy);
            for (std::size_t i = 0; i < log.size(); ++i)
                log[i].seq = i + 1;
        }
        if (what == "input") {
            while (!std::holds_alternative<PollRound>(log.at(at).body)
                || std::get<PollRound>(log[at].body).results.empty()
                || std::holds_alternative<PollRound>(log.at(at + 1).body))
                ++at;
            auto& result = std::get<PollRound>(log[at].body).results[0];
            result.errorCode = result.errorCode.empty() ? "too-large" : "";
            result.transport = Transport::None;
        }
        for (const auto& event : log)
            verifier.add(event);
        verifier.finish();
        verifier.expectHash(what == "hash" ? hashOf(walk.state) + 1 : verifier.hash());
        QVERIFY(verifier.difference().has_value());
        const auto& difference = *verifier.difference();
        if (what == "hash") {
            QCOMPARE(difference.kind, std::string("hash"));
            QCOMPARE(difference.expected.size(), std::size_t{16});
            return;
        }
        QVERIFY2(difference.seq >= at && difference.seq <= at + 40, qPrintable(QString::number(difference.seq)));
        QVERIFY(difference.kind == "fact" || difference.kind == "missing_fact");
        QVERIFY(!difference.expected.empty() || !difference.got.empty());
    }

    void aMissingEventIsNoOrder()
    {
        Replayer replayer;
        QVERIFY(!replayer.add(m_walk.log[0]));
        const auto hash = replayer.hash();
        const auto fault = replayer.add(m_walk.log[2]);
        QVERIFY(fault.has_value());
        QCOMPARE(fault->message, std::string("expected event 2, found 3"));
        QCOMPARE(replayer.hash(), hash);
    }

    void aMillionReadsChangeNothing()
    {
        const auto bytes = encoded(m_walk.state);
        const auto snapshot = std::make_shared<const Snapshot>(Snapshot{m_walk.state, m_walk.state.seq, {}});
        const auto& state = snapshot->state;
        const auto refs = endpointsOf(*state.policy);
        std::uint64_t sum = 0;
        for (int i = 0; i < 1'000'000; ++i) {
            const auto& endpoint = state.endpoints[static_cast<std::size_t>(i) % refs.size()].get();
            const auto now = state.steady + Duration{i * 1'000'000LL};
            const auto ref = refs[static_cast<std::size_t>(i) % refs.size()];
            const auto& service = state.policy->services[ref.service];
            sum += static_cast<std::uint64_t>(breaker::phaseAt(endpoint.breaker, service.breaker, now));
            sum += static_cast<std::uint64_t>(freshnessAt(endpoint, service.sources[ref.source], now));
            sum += ageAt(endpoint, now).has_value();
            if (i % 50 == 0) {
                sum += featureReading(state, "search") != nullptr;
                sum += breakerReading(state, "store/primary") != nullptr;
                sum += serviceShare(state).total();
                sum += targetOf(state, Action::Kill, "search", now).has_value();
            }
        }
        QVERIFY(sum > 0);
        QCOMPARE(encoded(snapshot->state), bytes);
        QCOMPARE(encoded(m_walk.state), bytes);
        QCOMPARE(snapshot->durableSeq, m_walk.state.seq);
    }

    void unchangedPartsAreShared()
    {
        FleetWalk walk(4);
        walk.runFor(5s);
        const auto before = walk.state;
        walk.feed(QueueDropped{1});
        std::size_t same = 0;
        for (std::size_t i = 0; i < before.endpoints.size(); ++i)
            same += before.endpoints[i].same(walk.state.endpoints[i]);
        QCOMPARE(same, before.endpoints.size());
        QVERIFY(before.control.same(walk.state.control) && before.session.same(walk.state.session));
    }

    void whatComesBeforeASessionIsOnlyRecorded()
    {
        FleetState state;
        const auto decision = decide(state, Policy{}, Tick{}, ManualClock{}.now());
        QCOMPARE(decision.events.size(), std::size_t{1});
        QVERIFY(!decision.nextDue);
        QCOMPARE(decision.next.seq, std::uint64_t{1});
    }

private:
    FleetWalk m_walk{42};
};

QTEST_APPLESS_MAIN(TestFleetReplay)
#include "tst_fleet_replay.moc"
