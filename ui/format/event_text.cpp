// SPDX-License-Identifier: GPL-3.0-or-later
#include "event_text.h"

#include "ui/format/figure_text.h"
#include "ui/format/time_text.h"

namespace rungwatch::format {
namespace {

using namespace fleet;

const QString arrow = QStringLiteral(" → ");

/// A level that stays and has another reason now is no change of level.
QString levelText(HealthLevel from, HealthLevel to)
{
    return from == to ? QStringLiteral("still ") + word(to) : word(from) + arrow + word(to);
}

QString name(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// "threshold", "probe failed": a cause as a person says it.
QString causeText(std::string_view cause)
{
    return plainLine(spoken(cause));
}

/// Why a breaker of the console's own moved; for a trip the figures that decided it.
QString transitionText(const breaker::Transition& transition)
{
    if (transition.cause != breaker::Cause::Threshold || transition.figures.calls == 0) {
        const auto causes = enumNames(transition.cause);
        return causeText(causes[static_cast<std::size_t>(transition.cause)]);
    }
    const auto& figures = transition.figures;
    const auto share = QStringLiteral("%1 of %2 polls failed").arg(figures.failed).arg(figures.calls);
    if (figures.run == 0)
        return share;
    const auto run = QStringLiteral("%1 failed in a row").arg(figures.run);
    return figures.calls > figures.run ? run + QStringLiteral(", ") + share : run;
}

QString because(const QString& text, const QString& cause)
{
    return cause.isEmpty() ? text : text + QStringLiteral(": ") + cause;
}

Mark markOf(const std::optional<Mode>& mode)
{
    return mode ? Mark{*mode} : Mark{UnknownMode{}};
}

std::optional<breaker::Phase> phaseNamed(const std::string& text)
{
    const auto names = enumNames(breaker::Phase{});
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == text)
            return static_cast<breaker::Phase>(i);
    }
    return std::nullopt;
}

/// A service's own word for a state is shown as it is where it is none of ours.
QString reportedWord(const std::string& text)
{
    const auto phase = phaseNamed(text);
    return phase ? word(phase) : plainLine(text).toUpper();
}

/// Fills in mark, subject and text; false for what is not shown.
struct Writer {
    EventLine& line;
    const CommandNames& commands;

    bool put(Mark mark, const QString& subject, const QString& text) const
    {
        line.mark = mark;
        line.subject = subject;
        line.text = text;
        return true;
    }

    bool operator()(const SessionStarted& e) const
    {
        return put({}, QStringLiteral("console"),
            QStringLiteral("began to watch: %1, operator %2").arg(plainLine(e.program), plainLine(e.operatorName)));
    }
    bool operator()(const PolicyChanged&) const
    {
        return put({}, QStringLiteral("console"), QStringLiteral("the fleet file was read again"));
    }
    bool operator()(const ClockJump& e) const
    {
        const auto forward = e.by >= Duration::zero();
        return put({}, QStringLiteral("clock"),
            QStringLiteral("the wall clock was set %1 by %2; no decision changes by it")
                .arg(forward ? QStringLiteral("forward") : QStringLiteral("back"), lengthText(forward ? e.by : -e.by)));
    }
    bool operator()(const Suspended& e) const
    {
        return put(Freshness::Unknown, QStringLiteral("console"),
            QStringLiteral("the machine slept for %1; ages from before count it").arg(lengthText(e.asleep)));
    }
    bool operator()(const QueueDropped& e) const
    {
        return put(Freshness::Unknown, QStringLiteral("console"),
            QStringLiteral("%1 observations dropped: a queue was full").arg(e.count));
    }
    bool operator()(const Tick&) const { return false; }
    bool operator()(const CanarySeen&) const { return false; }
    bool operator()(const DisplayTrustChanged& e) const
    {
        const auto cause = plainLine(e.cause);
        return put(e.trusted ? Freshness::Fresh : Freshness::Stale, QStringLiteral("display"),
            e.trusted ? QStringLiteral("trusted again after %1: %2").arg(lengthText(e.behind), cause)
                      : QStringLiteral("NOT TRUSTED, %1 behind: %2").arg(lengthText(e.behind), cause));
    }
    bool operator()(const PollRound&) const { return false; }
    bool operator()(const PollsStarted&) const { return false; }
    bool operator()(const PollsLost& e) const
    {
        return put(Freshness::Late, QStringLiteral("console"),
            QStringLiteral("%1 polls never ended: they count as timed out").arg(e.polls.size()));
    }
    bool operator()(const CommandReceived&) const { return false; }
    bool operator()(const EffectResult&) const { return false; }
    bool operator()(const SelectionTouched&) const { return false; }
    bool operator()(const IntervalClosed&) const { return false; }
    bool operator()(const BreakerMoved& e) const
    {
        return put(e.transition.to, plainLine(e.endpoint),
            because(word(e.transition.from) + arrow + word(e.transition.to) + QStringLiteral(" (own)"),
                transitionText(e.transition)));
    }
    bool operator()(const FreshnessChanged& e) const
    {
        return put(e.to, plainLine(e.endpoint), word(e.from) + arrow + word(e.to));
    }
    bool operator()(const TroubleChanged& e) const
    {
        if (e.word.empty())
            return put(Freshness::Fresh, plainLine(e.endpoint), QStringLiteral("answers well again"));
        return put(Freshness::Late, plainLine(e.endpoint), because(causeText(e.word), plainLine(e.detail)));
    }
    bool operator()(const ServiceLevelChanged& e) const
    {
        return put(e.to, plainLine(e.service), because(levelText(e.from, e.to), plainLine(e.why)));
    }
    bool operator()(const FleetLevelChanged& e) const
    {
        return put(e.to, QStringLiteral("fleet"), because(levelText(e.from, e.to), plainLine(e.why)));
    }
    bool operator()(const LevelReasonChanged& e) const
    {
        return put(e.level, e.service.empty() ? QStringLiteral("fleet") : plainLine(e.service),
            because(levelText(e.level, e.level), plainLine(e.why)));
    }
    bool operator()(const NoteTaken& e) const
    {
        return put(HandMark::Note, plainLine(e.by), QStringLiteral("noted: “%1”").arg(plainLine(e.text)));
    }
    bool operator()(const IncidentDeclared& e) const
    {
        return put(
            HandMark::Note, plainLine(e.by), QStringLiteral("declared an incident: “%1”").arg(plainLine(e.title)));
    }
    bool operator()(const IncidentEnded& e) const
    {
        return put(HandMark::Note, plainLine(e.by), QStringLiteral("ended the incident"));
    }
    bool operator()(const BlindChanged& e) const
    {
        return put(e.blind ? HealthLevel::Unknown : HealthLevel::Healthy, QStringLiteral("console"),
            e.blind ? QStringLiteral("blind: everything on more than one host stopped answering at once")
                    : QStringLiteral("sees again"));
    }
    bool operator()(const ServiceRestarted& e) const
    {
        return put({}, plainLine(e.service), QStringLiteral("restarted: its counters begin at zero again"));
    }
    bool operator()(const ModeChanged& e) const
    {
        auto text = QStringLiteral("mode ") + word(e.from) + arrow + word(e.to);
        if (e.interval)
            text += QStringLiteral(", after interval %1").arg(*e.interval);
        return put(markOf(e.to), plainLine(e.feature), text);
    }
    bool operator()(const ReportedBreakerMoved& e) const
    {
        const auto phase = phaseNamed(e.to);
        return put(phase ? Mark{*phase} : Mark{UnknownPhase{}}, plainLine(e.breaker),
            because(
                reportedWord(e.from) + arrow + reportedWord(e.to) + QStringLiteral(" (reported)"), causeText(e.cause)));
    }
    bool operator()(const DerivedRungChanged& e) const
    {
        auto text = e.to.empty() ? QStringLiteral("its place is not known")
                                 : QStringLiteral("should stand on ") + rungLabel(e.to) + QStringLiteral(" (derived)");
        return put({}, plainLine(e.feature), because(text, plainLine(e.why)));
    }
    bool operator()(const ReportedGap& e) const
    {
        return put(Freshness::Unknown, plainLine(e.service),
            QStringLiteral("its events %1 to %2 were never read").arg(e.firstMissing).arg(e.lastMissing));
    }
    bool operator()(const KillSwitchChanged& e) const
    {
        if (!e.engaged) {
            const auto why = e.cause == "expired" ? QStringLiteral("it expired") : causeText(e.cause);
            return put(
                HandMark::NotEngaged, plainLine(e.feature), because(QStringLiteral("kill switch released"), why));
        }
        const auto until =
            e.expiresIn ? QStringLiteral("ends in ") + lengthText(*e.expiresIn) : QStringLiteral("until revoked");
        return put(HandMark::Held, plainLine(e.feature),
            QStringLiteral("KILLED by %1, %2: “%3”").arg(plainLine(e.by), until, plainLine(e.reason)));
    }
    bool operator()(const SelectionMade& e) const
    {
        return put(HandMark::NotEngaged, plainLine(e.selection.by),
            QStringLiteral("selected for review: ") + actionText(e.selection.action, e.selection.target));
    }
    bool operator()(const SelectionEnded& e) const
    {
        if (e.cause == "operated")
            return false;
        return put(HandMark::NotEngaged, QStringLiteral("selection"),
            QStringLiteral("ended without a command: ") + causeText(e.cause));
    }
    bool operator()(const CommandRefused& e) const
    {
        auto text = QStringLiteral("REFUSED ") + actionText(e.command.action, e.command.target) + QStringLiteral(": ")
            + refusalText(e.refusal);
        if (!e.detail.empty())
            text += QStringLiteral(" (%1)").arg(plainLine(e.detail));
        return put(HandMark::Refused, plainLine(e.command.by), text);
    }
    bool operator()(const CommandRequested& e) const
    {
        return put(HandMark::Requested, plainLine(e.command.by),
            QStringLiteral("requested %1: “%2”")
                .arg(actionText(e.command.action, e.command.target), plainLine(e.command.reason)));
    }
    bool operator()(const CommandStageChanged& e) const
    {
        auto what = commands.of(e.commandId);
        if (what.isEmpty())
            what = QStringLiteral("command ") + plainLine(e.commandId);
        const auto by = commands.by(e.commandId);
        const auto detail = plainLine(e.detail);
        const auto waited = lengthText(e.waited);
        const auto subject = by.isEmpty() ? QStringLiteral("operator") : by;
        switch (e.stage) {
        case Stage::Requested:
            return put(HandMark::Requested, subject, what + QStringLiteral(" requested"));
        case Stage::Accepted:
            return put(HandMark::Requested, subject,
                because(what + QStringLiteral(" accepted after ") + waited + QStringLiteral(", not yet confirmed"),
                    detail));
        case Stage::Effective:
            return put(commands.isKill(e.commandId) ? HandMark::Held : HandMark::NotEngaged, subject,
                because(what + QStringLiteral(" CONFIRMED by telemetry after ") + waited, detail));
        case Stage::Refused:
            return put(HandMark::Refused, subject,
                because(
                    what + QStringLiteral(" REFUSED: ") + refusalText(e.refusal.value_or(Refusal::ByService)), detail));
        case Stage::Unconfirmed:
            return put(HandMark::Unconfirmed, subject,
                because(what + QStringLiteral(" UNCONFIRMED: waited ") + waited, detail));
        }
        return false;
    }
};

} // namespace

void CommandNames::see(const fleet::Event& event)
{
    if (const auto* requested = std::get_if<CommandRequested>(&event.body)) {
        const auto& command = requested->command;
        m_names.insert(name(command.id),
            {actionText(command.action, command.target), plainLine(command.by), command.action == Action::Kill});
    }
}

QString CommandNames::of(const std::string& id) const
{
    return m_names.value(name(id)).what;
}

QString CommandNames::by(const std::string& id) const
{
    return m_names.value(name(id)).by;
}

bool CommandNames::isKill(const std::string& id) const
{
    return m_names.value(name(id)).isKill;
}

std::optional<EventLine> eventLine(const fleet::Event& event, const CommandNames& commands)
{
    EventLine line;
    line.seq = event.seq;
    line.at = event.wall;
    if (!std::visit(Writer{line, commands}, event.body))
        return std::nullopt;
    line.kind = name(kindOf(event.body));
    return line;
}

} // namespace rungwatch::format
