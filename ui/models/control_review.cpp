// SPDX-License-Identifier: GPL-3.0-or-later
#include "control_parts.h"

#include "ui/format/time_text.h"
#include "ui/format/words.h"
#include "ui/models/served_shares.h"

#include <QStringList>

namespace rungwatch::control {
namespace {

using namespace std::chrono_literals;
using fleet::Action;

QString rungName(const std::string& name)
{
    return format::plainLine(name).replace(QLatin1Char{'_'}, QLatin1Char{' '});
}

QString percentText(const Percent& percent)
{
    return QString::number(percent.value(), 'g', 4) + QStringLiteral("\u00a0%");
}

QString callOf(const Target& target)
{
    switch (target.ask.action) {
    case Action::Kill:
        return QStringLiteral("PUT /resilience/kill-switch?feature=") + target.name();
    case Action::Revive:
        return QStringLiteral("DELETE /resilience/kill-switch?feature=") + target.name();
    case Action::Probe:
        return QStringLiteral("POST /resilience/probe?breaker=") + target.name();
    }
    return {};
}

ControlFact dataFact(const Target& target)
{
    ControlFact fact{QStringLiteral("Data"), target.telemetry.freshness, {}, {}, false};
    const auto age = target.telemetry.age ? format::lengthText(*target.telemetry.age) : QString{};
    fact.word = format::word(target.telemetry.freshness);
    if (age.isEmpty())
        fact.text = QStringLiteral("its age is not known");
    else if (target.telemetry.isStale())
        fact.text = QStringLiteral("last known %1 ago: what stands below may not be so any more").arg(age);
    else
        fact.text = age + QStringLiteral(" old");
    return fact;
}

QString modeText(const FeatureReading& feature)
{
    QStringList parts;
    if (const auto first = firstRung(feature))
        parts << QStringLiteral("stands on %1 %2").arg(*first + 1).arg(rungName(feature.ladder[*first].name));
    if (const auto& kill = feature.killSwitch)
        parts << QStringLiteral("killed by %1: “%2”").arg(format::plainLine(kill->by), format::plainLine(kill->reason));
    else
        parts << QStringLiteral("kill switch not engaged");
    return parts.join(QStringLiteral(", "));
}

QString afterKill(const FeatureReading& feature)
{
    const auto first = firstWithoutModel(feature);
    if (!first)
        return QStringLiteral("asks no model rung");
    const auto starts = QStringLiteral("starts at %1 %2").arg(*first + 1).arg(rungName(feature.ladder[*first].name));
    return *first > 1 ? QStringLiteral("asks nothing of rungs 1 to %1, ").arg(*first) + starts
                      : QStringLiteral("asks nothing of rung 1, ") + starts;
}

QString breakerText(const BreakerReading& breaker, const ServiceView& telemetry)
{
    QStringList parts;
    if (breaker.failureRate) {
        auto rate = QStringLiteral("failure rate ") + percentText(*breaker.failureRate);
        if (breaker.tripRate)
            rate += QStringLiteral(", trips at ") + percentText(*breaker.tripRate);
        parts << rate;
    }
    if (const auto next = telemetry.left(breaker.nextProbeIn))
        parts << QStringLiteral("next probe of its own in ") + format::lengthText(*next);
    return parts.join(QStringLiteral("; "));
}

/// Served in the last full interval, by rung.
const IntervalReading* lastInterval(const FeatureReading& feature)
{
    return feature.intervals.empty() ? nullptr : &feature.intervals.back();
}

std::uint64_t sumOf(const IntervalReading& interval)
{
    std::uint64_t sum = 0;
    for (const auto& [rung, count] : interval.served)
        sum += count;
    return sum;
}

std::optional<std::uint64_t> servedBy(const IntervalReading* interval, const std::string& rung)
{
    if (!interval)
        return std::nullopt;
    const auto found = interval->served.find(rung);
    return found == interval->served.end() ? 0 : found->second;
}

QString perInterval(const IntervalReading& interval)
{
    const auto unit = intervalUnit(interval.length);
    if (unit == QStringLiteral("min"))
        return QStringLiteral("a minute");
    return interval.length ? QStringLiteral("per ") + unit : QStringLiteral("an interval");
}

TouchedFact trafficFact(const Target& target, const IntervalReading& interval)
{
    std::uint64_t all = 0;
    for (const auto& feature : target.telemetry.endpoint->reading->features) {
        if (const auto* last = lastInterval(feature))
            all += sumOf(*last);
    }
    const auto own = sumOf(interval);
    TouchedFact fact{QString::number(own), QStringLiteral("requests ") + perInterval(interval), {}};
    if (const auto share = Percent::ratio(static_cast<std::int64_t>(own), static_cast<std::int64_t>(all)))
        fact.sentence = QStringLiteral("%1\u00a0% of what the features of %2 serve")
                            .arg(qRound(share->value()))
                            .arg(format::plainLine(target.service));
    return fact;
}

TouchedFact freedFact(const FeatureReading& feature, const IntervalReading& interval)
{
    QStringList figures;
    QStringList names;
    for (const auto& rung : feature.ladder) {
        const auto served = servedBy(&interval, rung.name);
        if (isModel(rung.kind) && served.value_or(0) > 0) {
            figures << QString::number(*served);
            names << rungName(rung.name);
        }
    }
    if (figures.isEmpty())
        return {
            QStringLiteral("0"), QStringLiteral("model calls freed"), QStringLiteral("no model rung serves it now")};
    return {figures.join(QStringLiteral(" + ")), QStringLiteral("calls %1 freed").arg(perInterval(interval)),
        names.join(QStringLiteral(" and ")) + QStringLiteral(", for the other features")};
}

TouchedFact featureFact(const Target& target)
{
    const auto& features = target.telemetry.endpoint->reading->features;
    TouchedFact fact{QStringLiteral("1 of %1").arg(features.size()), QStringLiteral("features"), {}};
    for (const auto& policy : target.snapshot.state.policy->features) {
        if (policy.name == target.ask.target)
            fact.what += QStringLiteral(", rank %1").arg(policy.criticality);
    }
    QStringList rest;
    for (const auto& rung : target.feature->ladder) {
        if (!isModel(rung.kind))
            rest << rungName(rung.name);
    }
    fact.sentence = target.ask.action == Action::Kill
        ? QStringLiteral("its users get ") + rest.join(QStringLiteral(", then "))
        : QStringLiteral("its users may be answered by a model again");
    return fact;
}

} // namespace

Target Target::of(const fleet::Snapshot& snapshot, const Moment& now, const ControlAsk& ask)
{
    Target target{snapshot, ask, now, {}, {}, nullptr, nullptr};
    const auto& state = snapshot.state;
    if (ask.action == Action::Probe) {
        target.service = ask.target.substr(0, ask.target.find('/'));
        target.breaker = fleet::breakerReading(state, ask.target);
    } else {
        target.feature = fleet::featureReading(state, ask.target);
        if (const auto found = state.features.find(ask.target); found != state.features.end())
            target.service = found->second->service;
    }
    if (!target.service.empty())
        target.telemetry = ServiceView::of(state, target.service, now.steady);
    return target;
}

QString Target::instance() const
{
    if (telemetry.endpoint && telemetry.endpoint->reading->instance
        && !telemetry.endpoint->reading->instance->name.empty())
        return format::plainLine(telemetry.endpoint->reading->instance->name);
    return format::plainLine(service);
}

QString Target::name() const
{
    const auto slash = ask.target.find('/');
    const bool split = ask.action == Action::Probe && slash != std::string::npos;
    return format::plainLine(split ? std::string_view{ask.target}.substr(slash + 1) : std::string_view{ask.target});
}

std::optional<std::size_t> firstWithoutModel(const FeatureReading& feature)
{
    for (std::size_t i = 0; i < feature.ladder.size(); ++i) {
        if (!isModel(feature.ladder[i].kind))
            return i;
    }
    return std::nullopt;
}

std::optional<std::size_t> firstRung(const FeatureReading& feature)
{
    if (!feature.mode || feature.ladder.empty())
        return std::nullopt;
    switch (*feature.mode) {
    case Mode::Primary:
        return 0;
    case Mode::Degraded:
        return feature.ladder.size() > 1 ? std::optional<std::size_t>{1} : std::nullopt;
    case Mode::Killed:
        return firstWithoutModel(feature);
    case Mode::Forced:
    case Mode::Drill:
        break;
    }
    return std::nullopt;
}

void addFacts(ControlView& view, const Target& target)
{
    const auto fleetName =
        target.snapshot.state.policy ? format::plainLine(target.snapshot.state.policy->name) : QString{};
    auto where = QStringLiteral("on ") + target.instance();
    if (!fleetName.isEmpty())
        where += QStringLiteral(", ") + fleetName;
    view.facts.push_back({QStringLiteral("Target"), {}, target.name(), where, false});
    view.facts.push_back({QStringLiteral("Carried out by"), {}, {}, callOf(target), true});
    view.facts.push_back(dataFact(target));
    const auto now = QStringLiteral("Now");
    const auto after = QStringLiteral("After");
    // Nothing that is stale has a state: only a last known one, which is no colour.
    const auto lastKnown = [&](const QString& word, const QString& text) {
        return view.stale ? QStringLiteral("last known %1, %2").arg(word, text) : text;
    };
    if (target.breaker) {
        const auto known = view.stale ? std::nullopt : target.breaker->state;
        view.facts.push_back({now, known ? Mark{*known} : Mark{UnknownPhase{}}, format::word(known),
            lastKnown(format::word(target.breaker->state), breakerText(*target.breaker, target.telemetry)), false});
        view.facts.push_back({after, {}, {},
            QStringLiteral(
                "one live call: a success counts as a probe's, a failure leaves it open and its cooldown as it is"),
            false});
    } else if (target.feature) {
        const auto known = view.stale ? std::nullopt : target.feature->mode;
        view.facts.push_back({now, known ? Mark{*known} : Mark{UnknownMode{}}, format::word(known),
            lastKnown(format::word(target.feature->mode), modeText(*target.feature)), false});
        if (target.ask.action == Action::Kill)
            view.facts.push_back({after, Mode::Killed, format::word(Mode::Killed), afterKill(*target.feature), false});
        else
            view.facts.push_back({after, {}, QStringLiteral("automatic"),
                QStringLiteral("begins with a probe; the service decides where it then stands"), false});
    } else {
        view.facts.push_back(
            {now, HealthLevel::Unknown, QStringLiteral("UNKNOWN"), QStringLiteral("no reading speaks of it"), false});
    }
}

void addLadders(ControlView& view, const Target& target)
{
    if (!target.feature)
        return;
    const auto& feature = *target.feature;
    const auto* interval = lastInterval(feature);
    const auto all = interval ? sumOf(*interval) : 0;
    const auto first = firstRung(feature);
    const auto left = firstWithoutModel(feature);
    const bool kills = target.ask.action == Action::Kill;
    const bool heldNow = feature.mode && *feature.mode != Mode::Primary && *feature.mode != Mode::Degraded;
    using State = PreviewCell::State;
    for (std::size_t i = 0; i < feature.ladder.size(); ++i) {
        const auto& rung = feature.ladder[i];
        PreviewCell now{rungName(rung.name), rung.kind, i == first ? State::StandsHere : State::Plain, {}, heldNow};
        if (const auto served = servedBy(interval, rung.name); served && all > 0) {
            now.share = 100.0 * static_cast<double>(*served) / static_cast<double>(all);
            if (*served == 0 && i != first)
                now.state = State::Empty;
        }
        PreviewCell after{now.name, rung.kind, State::Plain, {}, kills};
        if (kills)
            after.state = isModel(rung.kind) ? State::Off : i == left ? State::StandsHere : State::Plain;
        view.now.push_back(now);
        view.after.push_back(after);
    }
    view.afterNote = kills
        ? QStringLiteral("How much each rung will then serve can be seen in the first full interval after it.")
        : QStringLiteral("Which rung serves will be seen in the first full interval after it.");
}

void addTouched(ControlView& view, const Target& target)
{
    if (!target.telemetry.endpoint)
        return;
    if (target.breaker) {
        view.touched.push_back({QStringLiteral("1"), QStringLiteral("live call"),
            QStringLiteral("from %1 through %2, one at a time").arg(target.instance(), target.name())});
        return;
    }
    if (!target.feature)
        return;
    view.touched.push_back(featureFact(target));
    if (const auto* interval = lastInterval(*target.feature)) {
        view.touched.push_back(trafficFact(target, *interval));
        if (target.ask.action == Action::Kill)
            view.touched.push_back(freedFact(*target.feature, *interval));
    }
}

} // namespace rungwatch::control
