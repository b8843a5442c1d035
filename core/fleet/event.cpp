// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/event.h"

#include "rungwatch/base/codec.h"

namespace rungwatch::fleet {

namespace {

struct Subject {
    std::string operator()(const BreakerMoved& e) const { return "own:" + e.endpoint; }
    std::string operator()(const FreshnessChanged& e) const { return e.endpoint; }
    std::string operator()(const TroubleChanged& e) const { return e.endpoint; }
    std::string operator()(const ServiceLevelChanged& e) const { return e.service; }
    std::string operator()(const LevelReasonChanged& e) const { return e.service; }
    std::string operator()(const ServiceRestarted& e) const { return e.service; }
    std::string operator()(const ModeChanged& e) const { return e.feature; }
    std::string operator()(const IntervalClosed& e) const { return e.feature; }
    std::string operator()(const ReportedBreakerMoved& e) const { return e.service + "/" + e.breaker; }
    std::string operator()(const DerivedRungChanged& e) const { return e.feature; }
    std::string operator()(const ReportedGap& e) const { return e.service; }
    std::string operator()(const KillSwitchChanged& e) const { return e.feature; }
    std::string operator()(const CommandReceived& e) const { return e.command.target; }
    std::string operator()(const EffectResult& e) const { return e.commandId; }
    std::string operator()(const SelectionMade& e) const { return e.selection.target; }
    std::string operator()(const SelectionTouched& e) const { return e.id; }
    std::string operator()(const SelectionEnded& e) const { return e.id; }
    std::string operator()(const CommandRefused& e) const { return e.command.target; }
    std::string operator()(const CommandRequested& e) const { return e.command.target; }
    std::string operator()(const CommandStageChanged& e) const { return e.commandId; }
    template <class Other> std::string operator()(const Other&) const { return {}; }
};

} // namespace

EventBody::EventBody() = default;
EventBody::EventBody(const EventBody&) = default;
EventBody::EventBody(EventBody&&) noexcept = default;
EventBody& EventBody::operator=(const EventBody&) = default;
EventBody& EventBody::operator=(EventBody&&) noexcept = default;
EventBody::~EventBody() = default;

std::string_view kindOf(const EventBody& body)
{
    return std::visit([](const auto& event) { return std::remove_cvref_t<decltype(event)>::kind; }, body);
}

bool isInput(const EventBody& body)
{
    return std::visit([](const auto& event) { return std::remove_cvref_t<decltype(event)>::isInput; }, body);
}

std::string subjectOf(const EventBody& body)
{
    return std::visit(Subject{}, body);
}

std::string jsonLine(const Event& event)
{
    JsonWriter writer;
    writer.beginObject();
    writer.member("seq", event.seq);
    writer.member("at", event.wall);
    writer.member("steady_s", event.steady);
    writer.member("kind", kindOf(event.body));
    writer.member("subject", subjectOf(event.body));
    writer.member("input", isInput(event.body));
    writer.member("caused_by", event.causedBy);
    writer.member("body", event.body);
    writer.end();
    return writer.str();
}

} // namespace rungwatch::fleet
