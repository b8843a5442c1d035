// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/base/codec.h"
#include "rungwatch/fleet/state.h"

#include <QFile>
#include <QStringList>
#include <QTest>

#include <functional>

using namespace rungwatch;
using namespace rungwatch::fleet;

namespace {

/// Walks every field of a value with its path, filling what is empty so that each kind of part occurs, and calls
/// `leaf(path, change)` for each leaf; `change` gives it another value.
class Leaves {
public:
    using Leaf = std::function<void(const std::string& path, const std::function<void()>& change)>;
    explicit Leaves(Leaf leaf)
        : m_leaf(std::move(leaf))
    {
    }

    template <class T> void walk(const std::string& path, T& value)
    {
        using namespace codec;
        if constexpr (std::same_as<T, bool>)
            m_leaf(path, [&] { value = !value; });
        else if constexpr (NamedEnum<T>)
            m_leaf(
                path, [&] { value = static_cast<T>((static_cast<std::size_t>(value) + 1) % enumNames(T{}).size()); });
        else if constexpr (std::integral<T>)
            m_leaf(path, [&] { ++value; });
        else if constexpr (isTime<T>)
            m_leaf(path, [&] { value += Duration{1}; });
        else if constexpr (std::same_as<T, Percent>)
            m_leaf(path, [&] { ++value.milli; });
        else if constexpr (std::same_as<T, double>)
            m_leaf(path, [&] { value += 1; });
        else if constexpr (std::same_as<T, std::string>)
            m_leaf(path, [&] { value += "x"; });
        else if constexpr (isOptional<T>) {
            if (!value)
                value.emplace();
            walk(path, *value);
        } else if constexpr (isShared<T>) {
            // Changed in place: the hash may not depend on which parts are shared.
            auto inner = value.get();
            walkShared(path, value, inner);
        } else if constexpr (isMap<T>) {
            if (value.empty())
                value.emplace();
            walk(path + "{}", value.begin()->second);
        } else if constexpr (isSequence<T>) {
            if (value.empty())
                value.emplace_back();
            walk(path + "[]", value.front());
        } else
            T::fields(value, [&](std::string_view name, auto& field) {
                walk(path.empty() ? std::string(name) : path + "." + std::string(name), field);
            });
    }

private:
    template <class T> void walkShared(const std::string& path, Shared<T>& value, T& inner)
    {
        Leaves leaves([&](const std::string& at, const std::function<void()>& change) {
            value = Shared<T>(inner); // as filled so far
            m_leaf(at, [&] {
                change();
                value = Shared<T>(inner);
            });
        });
        leaves.walk(path, inner);
        value = Shared<T>(inner);
    }

    Leaf m_leaf;
};

/// Converts to any member that an aggregate may begin with; used to count them.
struct Anything {
    template <class T> operator T() const;
};

template <class T, class... Args> constexpr std::size_t membersOf()
{
    if constexpr (requires { T{Args{}..., Anything{}}; })
        return membersOf<T, Args..., Anything>();
    else
        return sizeof...(Args);
}

template <class T> std::size_t fieldsOf()
{
    std::size_t count = 0;
    T value{};
    T::fields(value, [&](std::string_view, auto&) { ++count; });
    return count;
}

template <class T> void compareCounts(const char* name, std::size_t notFields = 0)
{
    const auto members = membersOf<T>();
    if (fieldsOf<T>() + notFields != members)
        QTest::qFail(
            qPrintable(QStringLiteral("%1: %2 fields of %3 members").arg(name).arg(fieldsOf<T>()).arg(members)),
            __FILE__, __LINE__);
}

} // namespace

/// The hash covers every field of the state, and the list of them is written down.
class TestFleetState : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFieldChangesTheHash()
    {
        FleetState state;
        QStringList paths;
        Leaves fill([](const std::string&, const std::function<void()>&) {});
        fill.walk({}, state);
        int unchanged = 0;
        Leaves leaves([&](const std::string& path, const std::function<void()>& change) {
            const auto before = hashOf(state);
            change();
            if (hashOf(state) == before) {
                ++unchanged;
                qWarning("the hash does not cover %s", path.c_str());
            }
            paths << QString::fromStdString(path);
        });
        leaves.walk({}, state);
        QCOMPARE(unchanged, 0);

        QFile file(QStringLiteral(RUNGWATCH_TEST_DATA "/fleet/state_fields.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto listed = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
        for (const auto& path : paths)
            QVERIFY2(listed.contains(path), qPrintable("a field that is not written down: " + path));
        for (const auto& path : listed)
            QVERIFY2(paths.contains(path), qPrintable("a field that is written down and not there: " + path));
    }

    /// A member that nobody put into the field list would be in no journal and in no hash.
    void everyMemberIsAField()
    {
        compareCounts<EndpointState>("EndpointState");
        compareCounts<ServiceState>("ServiceState");
        compareCounts<FeatureState>("FeatureState");
        compareCounts<ControlState>("ControlState");
        compareCounts<CommandState>("CommandState");
        compareCounts<Command>("Command");
        compareCounts<Selection>("Selection");
        compareCounts<breaker::State>("breaker::State");
        compareCounts<breaker::Counters>("breaker::Counters");
        compareCounts<breaker::Transition>("breaker::Transition");
        compareCounts<Reading>("Reading");
        compareCounts<BreakerReading>("BreakerReading");
        compareCounts<IncidentReading>("IncidentReading");
        compareCounts<IncidentUpdate>("IncidentUpdate");
        compareCounts<TimelineEntry>("TimelineEntry");
        compareCounts<FlagReading>("FlagReading");
        compareCounts<CacheAge>("CacheAge");
        compareCounts<Component>("Component");
        compareCounts<MetricsReading>("MetricsReading");
        compareCounts<StreamReading>("StreamReading");
        compareCounts<FeatureReading>("FeatureReading");
        compareCounts<IntervalReading>("IntervalReading");
        compareCounts<ControllerReading>("ControllerReading");
        compareCounts<KillSwitchReading>("KillSwitchReading");
        compareCounts<PollResult>("PollResult");
        compareCounts<AlertReading>("AlertReading");
        compareCounts<ServedCount>("ServedCount");
        compareCounts<TrafficState>("TrafficState");
        compareCounts<TrafficSpan>("TrafficSpan");
        compareCounts<SeriesSeen>("SeriesSeen");
        compareCounts<DerivedRungChanged>("DerivedRungChanged");
        compareCounts<EffectResult>("EffectResult");
        compareCounts<CommandStageChanged>("CommandStageChanged");
        compareCounts<KillSwitchChanged>("KillSwitchChanged");
        compareCounts<ReportedBreakerMoved>("ReportedBreakerMoved");
        compareCounts<SessionStarted>("SessionStarted");
        compareCounts<Event>("Event");
        compareCounts<FleetState>("FleetState", 1); // the policy is what the session's text says
    }

    void aKeyframeOfTheEmptyStateReadsBack()
    {
        const FleetState state;
        const auto back = fromSerialised(serialised(state));
        QVERIFY(back.ok());
        QCOMPARE(hashOf(*back), hashOf(state));
        QVERIFY(!fromSerialised("").ok());
    }
};

QTEST_APPLESS_MAIN(TestFleetState)
#include "tst_fleet_state.moc"
