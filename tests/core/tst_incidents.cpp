// SPDX-License-Identifier: GPL-3.0-or-later
#include "fleet_bench.h"

#include "rungwatch/fleet/incidents.h"

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

constexpr auto policyText = "{\"version\": 1, \"services\": [{\"name\": \"store\", \"critical\": true, \"sources\": ["
                            "{\"kind\": \"health\", \"url\": \"http://a/\", \"interval_s\": 1, \"timeout_s\": 0.5}]}],"
                            "\"features\": [{\"name\": \"help_desk\", \"service\": \"store\", \"ladder\": ["
                            "{\"rung\": \"primary\", \"kind\": \"primary\", \"service\": \"store\"},"
                            "{\"rung\": \"sorry\", \"kind\": \"unavailable\"}]}]}";

std::string word(HealthLevel level)
{
    return std::string(nameOf(level));
}

/// Events as they would be recorded, each a given time after the one before, beside a finder.
class Story {
public:
    explicit Story(Duration hold)
        : finder(hold)
    {
        tell(0s, SessionStarted{policyText, 1, "boot", "test", "ada"});
    }

    IncidentFinder finder;
    FleetState state;

    Story& tell(Duration later, EventBody body)
    {
        m_clock.advance(later);
        Event event;
        event.seq = state.seq + 1;
        event.steady = m_clock.steadyNow();
        event.wall = m_clock.wallNow();
        event.body = std::move(body);
        apply(state, event);
        finder.add(event, state);
        return *this;
    }
    Story& level(Duration later, HealthLevel to, const std::string& why = "why")
    {
        return tell(later, FleetLevelChanged{state.level, to, why});
    }
    Story& nothing(Duration later) { return tell(later, Tick{}); }
    Story& declare(Duration later, Duration before = 0s, const std::string& title = "checkout is slow")
    {
        m_clock.advance(later);
        return tell(0s, IncidentDeclared{"ada", title, m_clock.wallNow() - before});
    }
    Story& end(Duration later) { return tell(later, IncidentEnded{"bob"}); }
    [[nodiscard]] WallTime now() const { return state.wall; }
    void newSession() { tell(1s, SessionStarted{policyText, 2, "boot", "test", "ada"}); }

    [[nodiscard]] const Incident& last() const { return finder.incidents().back(); }
    [[nodiscard]] std::size_t count() const { return finder.incidents().size(); }

private:
    ManualClock m_clock;
};

} // namespace

/// From when the fleet is worse than HEALTHY until it has been HEALTHY for a hold.
class TestIncidents : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itIsOverOnceTheHoldHasPassed()
    {
        Story story(60s);
        story.level(1s, HealthLevel::Healthy).level(1s, HealthLevel::Degraded, "store degraded");
        QCOMPARE(story.count(), std::size_t{1});
        QVERIFY(!story.last().to && !story.last().over && !story.last().timeToRecover());
        story.level(90s, HealthLevel::Healthy);
        QCOMPARE(*story.last().timeToRecover(), Duration(90s));
        story.nothing(60s - 1ns);
        QVERIFY(!story.last().over);
        story.nothing(1ns);
        QVERIFY(story.last().over);
        QCOMPARE(*story.last().timeToRecover(), Duration(90s)); // the hold is no part of it
        QCOMPARE(story.last().firstSeq, std::uint64_t{3});
        QCOMPARE(story.last().lastSeq, std::uint64_t{4});
    }

    void worseAgainWithinTheHoldIsTheSameIncident()
    {
        Story story(60s);
        story.level(1s, HealthLevel::Degraded).level(10s, HealthLevel::Healthy);
        story.level(60s - 1ns, HealthLevel::Critical, "store critical");
        QCOMPARE(story.count(), std::size_t{1});
        QVERIFY(!story.last().to);
        QCOMPARE(word(story.last().worst), std::string("critical"));
        QCOMPARE(story.last().why, std::string("store critical"));
        story.level(10s, HealthLevel::Healthy).level(60s, HealthLevel::Degraded);
        QCOMPARE(story.count(), std::size_t{2});
        QVERIFY(story.finder.incidents()[0].over);
        QCOMPARE(word(story.last().worst), std::string("degraded"));
    }

    void theWorstLevelStays()
    {
        Story story(60s);
        story.level(1s, HealthLevel::Unavailable, "all gone").level(1s, HealthLevel::Degraded, "better");
        QCOMPARE(word(story.last().worst), std::string("unavailable"));
        QCOMPARE(story.last().why, std::string("all gone"));
        story.tell(1s, LevelReasonChanged{{}, HealthLevel::Degraded, "still better"});
        QCOMPARE(story.last().why, std::string("all gone"));
        story.level(1s, HealthLevel::Unavailable, "again");
        story.tell(1s, LevelReasonChanged{"store", HealthLevel::Unavailable, "one service's"});
        QCOMPARE(story.last().why, std::string("all gone"));
        story.tell(1s, LevelReasonChanged{{}, HealthLevel::Unavailable, "the network"});
        QCOMPARE(story.last().why, std::string("the network"));
    }

    void unknownNeitherBeginsNorEndsOne()
    {
        Story story(60s);
        story.level(1s, HealthLevel::Healthy).level(1s, HealthLevel::Unknown, "blind").nothing(600s);
        QCOMPARE(story.count(), std::size_t{0});
        story.level(1s, HealthLevel::Degraded).level(1s, HealthLevel::Unknown, "blind").nothing(600s);
        QVERIFY(!story.last().to);
        // Nor is the hold kept by what is not seen.
        story.level(1s, HealthLevel::Healthy).level(30s, HealthLevel::Unknown, "blind").nothing(600s);
        QVERIFY(!story.last().to && !story.last().over);
        QCOMPARE(word(story.last().worst), std::string("degraded"));
    }

    void aNewSessionGoesOnWithIt()
    {
        Story story(60s);
        story.level(1s, HealthLevel::Degraded).level(1s, HealthLevel::Healthy);
        story.newSession();
        story.nothing(600s);
        QVERIFY(!story.last().over); // nobody has seen that it stayed so
        story.level(0s, HealthLevel::Healthy).nothing(60s);
        QVERIFY(story.last().over);
        QCOMPARE(story.count(), std::size_t{1});
    }

    void whatWasOutOfOrderBelongsToIt()
    {
        Story story(60s);
        const auto trouble = [&](Duration later, const char* word) {
            story.tell(later, TroubleChanged{"store/health", word, ""});
        };
        trouble(1s, "timeout");
        trouble(1s, ""); // over before it began: no sign of it
        story.tell(1s, ReportedBreakerMoved{"store", "primary", "closed", "open", "threshold", {}, 1});
        trouble(2s, "refused");
        story.tell(1s, ServiceLevelChanged{"store", HealthLevel::Healthy, HealthLevel::Critical, "w"});
        story.level(4s, HealthLevel::Critical);
        story.tell(1s, ModeChanged{"store", "help_desk", Mode::Primary, Mode::Degraded, {}, {}});
        const auto& incident = story.last();
        QCOMPARE(incident.timeToDetect(), Duration(7s));
        QVERIFY(incident.services == std::set<std::string>{"store"});
        QVERIFY(incident.features == std::set<std::string>{"help_desk"});
        QVERIFY(incident.breakers == std::set<std::string>{"store/primary"});
        // What is in order again before the next is none of its.
        story.tell(1s, ReportedBreakerMoved{"store", "primary", "open", "closed", "recovered", {}, 2});
        story.tell(0s, ModeChanged{"store", "help_desk", Mode::Degraded, Mode::Primary, {}, {}});
        trouble(0s, "");
        story.tell(0s, ServiceLevelChanged{"store", HealthLevel::Critical, HealthLevel::Healthy, ""});
        story.level(0s, HealthLevel::Healthy).level(60s, HealthLevel::Degraded);
        QCOMPARE(story.count(), std::size_t{2});
        QCOMPARE(story.last().timeToDetect(), Duration(0s));
        QVERIFY(story.last().services.empty() && story.last().features.empty() && story.last().breakers.empty());
    }

    void answersThatWereNotFullServiceAreCounted()
    {
        Story story(60s);
        const auto interval = [&](std::uint64_t n, std::uint64_t primary, std::uint64_t sorry) {
            IntervalClosed closed{"store", "help_desk", Mode::Primary, {}};
            closed.interval.n = n;
            closed.interval.served = {{"primary", primary}, {"sorry", sorry}};
            story.tell(1s, closed);
        };
        interval(1, 80, 5); // before it
        story.level(1s, HealthLevel::Degraded);
        interval(2, 60, 30);
        interval(3, 10, 80);
        story.level(1s, HealthLevel::Healthy);
        interval(4, 89, 1); // after it
        QCOMPARE(story.last().answers, std::uint64_t{180});
        QCOMPARE(story.last().degradedAnswers, std::uint64_t{110});
    }

    void operatorsActionsAreToldWithTheTimeToTheFirst()
    {
        Story story(60s);
        Command kill;
        kill.action = Action::Kill;
        kill.target = "help_desk";
        kill.by = "ada";
        kill.reason = "free the quota";
        story.tell(1s, CommandRequested{kill}); // before it
        story.level(1s, HealthLevel::Degraded);
        QVERIFY(!story.last().timeToAct());
        story.tell(50s, CommandRequested{kill}).tell(9s, CommandRequested{kill}).tell(1s, NoteTaken{"ada", "called"});
        QCOMPARE(*story.last().timeToAct(), Duration(50s));
        QCOMPARE(story.last().actions.size(), std::size_t{2});
        QCOMPARE(story.last().actions[0].reason, std::string("free the quota"));
        QCOMPARE(story.last().notes, std::uint64_t{1});
    }

    void aDeclaredOneLastsUntilAPersonEndsIt()
    {
        Story story(60s);
        story.level(1s, HealthLevel::Healthy).nothing(600s).declare(0s, 90s);
        const auto declared = story.now();
        QCOMPARE(story.count(), std::size_t{1});
        QVERIFY(story.last().isDeclared() && !story.last().to);
        QCOMPARE(story.last().from, declared - 90s);
        QCOMPARE(story.last().timeToDetect(), Duration(90s));
        QCOMPARE(story.last().byHand->title, std::string("checkout is slow"));
        story.nothing(3600s); // the fleet is HEALTHY all along: that ends nothing
        QVERIFY(story.last().isDeclared() && !story.last().over);
        story.end(1s);
        QVERIFY(!story.last().isDeclared() && story.last().over);
        QCOMPARE(*story.last().to, story.now());
        QCOMPARE(*story.last().timeToRecover(), Duration(3691s));
        QCOMPARE(story.last().byHand->endedBy, std::string("bob"));
        QCOMPARE(word(story.last().worst), std::string("unknown")); // nothing was found
    }

    void whatBecomesHealthyMeanwhileGoesOnWhileItIsDeclared()
    {
        Story story(60s);
        story.declare(1s).level(1s, HealthLevel::Critical, "store critical").level(9s, HealthLevel::Healthy);
        story.nothing(600s).level(1s, HealthLevel::Degraded);
        QCOMPARE(story.count(), std::size_t{1});
        QVERIFY(!story.last().to);
        QCOMPARE(word(story.last().worst), std::string("critical"));
        QCOMPARE(story.last().why, std::string("store critical"));
    }

    void oneThatIsFoundIsTheOneThatIsDeclared()
    {
        Story story(60s);
        story.level(1s, HealthLevel::Degraded);
        const auto from = story.now();
        story.declare(300s);
        QCOMPARE(story.count(), std::size_t{1});
        QCOMPARE(story.last().from, from); // the earlier of both
        QCOMPARE(story.last().detectedAt, from);
        QVERIFY(story.last().isDeclared());
    }

    /// Both sides: over before the time that the person names, and at it.
    void thoseFoundSinceThenBecomeOne()
    {
        for (const bool one : {true, false}) {
            Story story(10s);
            story.level(1s, HealthLevel::Degraded, "first").level(5s, HealthLevel::Healthy).nothing(10s);
            const auto first = story.now() - 10s;
            story.level(5s, HealthLevel::Critical, "second").level(5s, HealthLevel::Healthy).nothing(10s);
            QCOMPARE(story.count(), std::size_t{2});
            const auto since = one ? first : first + 1ns;
            story.declare(30s, story.now() + 30s - since);
            QCOMPARE(story.count(), std::size_t{one ? 1U : 2U});
            QVERIFY(story.last().isDeclared() && !story.last().over && !story.last().to);
            QCOMPARE(story.last().from, one ? first - 5s : since);
            QCOMPARE(word(story.last().worst), std::string("critical"));
            QCOMPARE(story.last().why, std::string("second"));
        }
    }

    void aSecondDeclarationAndAnEndOfNothingSayNothing()
    {
        Story story(60s);
        story.level(1s, HealthLevel::Healthy).end(1s);
        QCOMPARE(story.count(), std::size_t{0});
        story.declare(1s).declare(1s, 600s, "another");
        QCOMPARE(story.count(), std::size_t{1});
        QCOMPARE(story.last().byHand->title, std::string("checkout is slow"));
        story.end(1s).end(5s);
        QCOMPARE(*story.last().to, story.now() - 5s);
        story.declare(1s);
        QCOMPARE(story.count(), std::size_t{2});
    }

    /// Nobody can say that what still shows is over; where nothing was found, a person's word is all there is.
    void endedWhileTheFleetIsWorseItGoesOnAsFound()
    {
        Story story(60s);
        story.declare(1s).level(1s, HealthLevel::Degraded).end(10s);
        QVERIFY(!story.last().isDeclared() && !story.last().to && !story.last().over);
        story.level(10s, HealthLevel::Healthy).nothing(60s - 1ns);
        QVERIFY(story.last().to && !story.last().over);
        story.nothing(1ns);
        QVERIFY(story.last().over);
        QCOMPARE(story.count(), std::size_t{1});

        story.declare(1s).level(1s, HealthLevel::Degraded).level(1s, HealthLevel::Healthy).end(1s);
        QVERIFY(story.last().over); // HEALTHY, if for less than the hold: a person's word is enough
        story.declare(1s).level(1s, HealthLevel::Unknown).end(1s);
        QVERIFY(story.last().over);
        story.level(1s, HealthLevel::Degraded);
        QCOMPARE(story.count(), std::size_t{4});
    }

    /// Of a journal that was cut only the rest is there.
    void whatWasGoingOnBeforeTheFirstEventIsSaidSo()
    {
        for (const bool worse : {true, false}) {
            Story story(60s);
            story.level(1s, worse ? HealthLevel::Critical : HealthLevel::Healthy, "store critical").nothing(100s);
            story.finder = IncidentFinder(60s);
            story.nothing(1s);
            const auto first = story.now();
            QCOMPARE(story.count(), std::size_t{worse ? 1U : 0U});
            if (!worse)
                continue;
            QVERIFY(story.last().beganBefore);
            QCOMPARE(story.last().from, first);
            QCOMPARE(story.last().why, std::string("store critical"));
            story.level(5s, HealthLevel::Healthy).nothing(60s);
            QVERIFY(story.last().over);
        }
        // The first event is the one that ends it.
        Story story(60s);
        story.level(1s, HealthLevel::Critical);
        story.finder = IncidentFinder(60s);
        story.level(1s, HealthLevel::Healthy);
        QVERIFY(story.last().beganBefore && story.last().to);
        // A session begins with what it finds.
        Story other(60s);
        other.level(1s, HealthLevel::Critical);
        other.finder = IncidentFinder(60s);
        other.newSession();
        QCOMPARE(other.count(), std::size_t{0});
    }

    void aNewSessionGoesOnWithADeclaredOne()
    {
        Story story(60s);
        story.level(1s, HealthLevel::Healthy).declare(1s);
        const auto open = story.last();
        story.newSession();
        story.level(1s, HealthLevel::Healthy).nothing(600s);
        QVERIFY(story.last().isDeclared());

        Story later(60s);
        later.finder = IncidentFinder(60s);
        later.finder.resume(open);
        later.level(1s, HealthLevel::Healthy).nothing(600s);
        QVERIFY(later.last().isDeclared());
        later.end(1s);
        QVERIFY(later.last().over);
        QCOMPARE(later.count(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(TestIncidents)
#include "tst_incidents.moc"
