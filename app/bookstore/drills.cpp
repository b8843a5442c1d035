// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/drills.h"

#include "rungwatch/base/codec.h"

namespace rungwatch::bookstore {

namespace {

using namespace std::chrono_literals;

constexpr auto usualLength = 300s;
constexpr auto greatestLength = 3600s;

bool isGiven(const JsonValue& root, std::string_view key)
{
    const auto* value = root.find(key);
    return value && !value->isNull();
}

HttpReply drillReply(const std::string& id)
{
    JsonWriter out;
    out.beginObject();
    out.member("drill_id", id);
    out.end();
    return jsonReply(200, out.str());
}

} // namespace

HttpReply Drills::begin(const Order& order)
{
    auto* feature = m_store.feature(textOf(order.document, "feature"));
    if (!feature)
        return refusal(404, "unknown_feature");
    if (auto known = m_begun.begin(order.commandId))
        return *known;
    auto answer = start(*feature, order);
    m_begun.remember(order.commandId, answer);
    return answer;
}

HttpReply Drills::start(Feature& feature, const Order& order)
{
    if (isGiven(order.document, "fault"))
        return refusal(409, "no_faults_to_inject");
    std::vector<std::size_t> rungs;
    if (isGiven(order.document, "rung")) {
        const auto rung = feature.ladder().indexOf(textOf(order.document, "rung"));
        if (!rung)
            return refusal(400, "unknown_rung");
        rungs.push_back(*rung);
    }
    const auto longest = secondsOf(order.document, "max_s", greatestLength);
    if (!longest)
        return refusal(400, longest.error().message);
    if (feature.mode() == Mode::Killed)
        return refusal(409, "killed");
    const auto length = longest->value_or(usualLength);
    const auto now = m_store.clock().steadyNow();
    const auto course = std::make_shared<Course>();
    {
        const std::lock_guard lock(m_mutex);
        auto& held = m_courses[&feature];
        if (held)
            return refusal(409, "drill_in_force", held->until - now);
        course->id = feature.name() + "-drill-" + std::to_string(++m_count);
        course->until = now + length;
        held = course;
    }
    tell(feature, {}, "begun", order.by + ": " + order.reason);
    m_store.inBackground(
        [self = shared_from_this(), &feature, rungs, length, course] { self->run(feature, rungs, length, course); });
    return drillReply(course->id);
}

HttpReply Drills::end(const Order& order)
{
    auto* feature = m_store.feature(textOf(order.document, "feature"));
    if (!feature)
        return refusal(404, "unknown_feature");
    if (auto known = m_ended.begin(order.commandId))
        return *known;
    auto answer = refusal(409, "no_drill");
    {
        const std::lock_guard lock(m_mutex);
        if (const auto& held = m_courses[feature]) {
            held->calledOff = true;
            answer = drillReply(held->id);
        }
    }
    m_ended.remember(order.commandId, answer);
    return answer;
}

void Drills::run(Feature& feature, const std::vector<std::size_t>& rungs, Duration longest, const CoursePtr& course)
{
    const auto report = feature.drill(rungs, longest, course->calledOff);
    for (const auto& rung : report.rungs)
        tell(feature, rung.rung, rung.passed ? "passed" : rung.fault, rung.message);
    std::string cause(nameOf(report.end));
    if (course->calledOff)
        cause = "called_off";
    for (const auto& change : report.changed)
        cause += "; " + change;
    tell(feature, "begun", report.passed() ? "passed" : "failed", cause);
    const std::lock_guard lock(m_mutex);
    m_courses[&feature] = nullptr;
}

void Drills::tell(const Feature& feature, std::string from, std::string to, std::string cause)
{
    m_store.log().add({0, m_store.clock().wallNow(), "drill", feature.name(), std::move(from), std::move(to),
        std::move(cause), std::nullopt});
}

} // namespace rungwatch::bookstore
