// SPDX-License-Identifier: GPL-3.0-or-later
#include "words.h"

#include "rungwatch/base/plain_line.h"

namespace rungwatch::format {

QString word(HealthLevel level)
{
    switch (level) {
    case HealthLevel::Healthy:
        return QStringLiteral("HEALTHY");
    case HealthLevel::Degraded:
        return QStringLiteral("DEGRADED");
    case HealthLevel::Critical:
        return QStringLiteral("CRITICAL");
    case HealthLevel::Unavailable:
        return QStringLiteral("UNAVAILABLE");
    case HealthLevel::Unknown:
        break;
    }
    return QStringLiteral("UNKNOWN");
}

QString word(const std::optional<Mode>& mode)
{
    if (!mode)
        return QStringLiteral("UNKNOWN");
    switch (*mode) {
    case Mode::Primary:
        return QStringLiteral("PRIMARY");
    case Mode::Degraded:
        return QStringLiteral("DEGRADED");
    case Mode::Killed:
        return QStringLiteral("KILLED");
    case Mode::Forced:
        return QStringLiteral("FORCED");
    case Mode::Drill:
        return QStringLiteral("DRILL");
    }
    return {};
}

QString word(const std::optional<breaker::Phase>& phase)
{
    if (!phase)
        return QStringLiteral("UNKNOWN");
    switch (*phase) {
    case breaker::Phase::Closed:
        return QStringLiteral("CLOSED");
    case breaker::Phase::Open:
        return QStringLiteral("OPEN");
    case breaker::Phase::HalfOpen:
        return QStringLiteral("HALF-OPEN");
    case breaker::Phase::ForcedOpen:
        return QStringLiteral("FORCED OPEN");
    case breaker::Phase::Disabled:
        return QStringLiteral("DISABLED");
    }
    return {};
}

QString word(fleet::Freshness freshness)
{
    switch (freshness) {
    case fleet::Freshness::Fresh:
        return QStringLiteral("fresh");
    case fleet::Freshness::Late:
        return QStringLiteral("late");
    case fleet::Freshness::Stale:
        return QStringLiteral("STALE");
    case fleet::Freshness::Unknown:
        break;
    }
    return QStringLiteral("UNKNOWN");
}

QString plainLine(std::string_view text)
{
    return QString::fromStdString(rungwatch::plainLine(text));
}

QString actionText(fleet::Action action, const std::string& target)
{
    return QLatin1String{enumNames(action)[static_cast<std::size_t>(action)].data()} + QStringLiteral(" of ")
        + plainLine(target);
}

QString refusalText(fleet::Refusal refusal)
{
    using fleet::Refusal;
    switch (refusal) {
    case Refusal::UnknownTarget:
        return QStringLiteral("there is no such target");
    case Refusal::ReadOnly:
        return QStringLiteral("this console is read-only");
    case Refusal::NotSelected:
        return QStringLiteral("the target is not selected");
    case Refusal::SelectionExpired:
        return QStringLiteral("the selection expired");
    case Refusal::TargetChanged:
        return QStringLiteral("the target changed after it was selected");
    case Refusal::AlreadySelected:
        return QStringLiteral("another target is selected");
    case Refusal::InExecution:
        return QStringLiteral("a command is already in execution");
    case Refusal::ReasonTooShort:
        return QStringLiteral("the reason is too short");
    case Refusal::SecondReasonMissing:
        return QStringLiteral("“until revoked” needs a second reason");
    case Refusal::BadExpiry:
        return QStringLiteral("the expiry is out of range");
    case Refusal::StaleData:
        return QStringLiteral("the target's data is stale");
    case Refusal::NotOpen:
        return QStringLiteral("the breaker is not open");
    case Refusal::ProbeInFlight:
        return QStringLiteral("a probe is in flight");
    case Refusal::NotKilled:
        return QStringLiteral("the kill switch is not engaged");
    case Refusal::AlreadyKilled:
        return QStringLiteral("the feature is killed already");
    case Refusal::NoControl:
        return QStringLiteral("the service takes no control calls");
    case Refusal::ByService:
        return QStringLiteral("the service said no");
    case Refusal::Unanswered:
        return QStringLiteral("the service did not answer");
    }
    return {};
}

} // namespace rungwatch::format
