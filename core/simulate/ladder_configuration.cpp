// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/simulate/ladder_configuration.h"

#include "rungwatch/breaker/read_options.h"
#include "rungwatch/ladder/read_controller.h"
#include "rungwatch/ladder/required_outcome.h"

namespace rungwatch::simulate {

namespace {

using namespace std::chrono_literals;

bool hasCoverage(RungKind kind)
{
    return kind == RungKind::Cache || kind == RungKind::Rules || kind == RungKind::Template;
}

/// As in a fleet file: a kind may be left out where the name is one, a name where it is called like its kind.
Rung readNameAndKind(StrictObject& object)
{
    Rung rung;
    const std::string key = object.has("rung") ? "rung" : "name";
    if (object.has("rung") && object.has("name"))
        object.fault("name", "expected one of rung and name, found both");
    rung.name = object.text(key, std::string{});
    rung.kind = readWord<RungKind>(object, "kind", enumFromName<RungKind>(rung.name));
    if (rung.name.empty())
        rung.name = nameOf(rung.kind);
    return rung;
}

void readRung(const JsonValue& value, const std::string& pointer, Faults& faults, LadderConfiguration& into)
{
    StrictObject object(value, pointer, faults);
    auto rung = readNameAndKind(object);
    ScriptedRung scripted;
    if (object.has("deadline_s"))
        rung.deadline = object.seconds("deadline_s", 1ms, 24h);
    rung.message = object.text("message", std::string{});
    rung.otherPath = object.text("other_path", std::string{});
    scripted.reserve = object.seconds("reserve_s", 0s, 24h, scripted.reserve);
    scripted.coveragePercent = object.whole("coverage_pct", 0, 100, 100);
    if (object.has("coverage_pct") && !hasCoverage(rung.kind))
        object.fault("coverage_pct", "expected a cache, rules or template rung");
    scripted.stale.maxAge = object.seconds("max_age_s", 0s, 24h * 30, scripted.stale.maxAge);
    if (object.has("max_age_s") && rung.kind != RungKind::Cache)
        object.fault("max_age_s", "expected a cache rung");
    object.finish();
    into.ladder.rungs.push_back(std::move(rung));
    into.rungs.push_back(scripted);
}

/// A rung that is written as its name alone.
void readNamedRung(const JsonValue& value, const std::string& pointer, Faults& faults, LadderConfiguration& into)
{
    const auto kind = enumFromName<RungKind>(value.text);
    if (!kind)
        return faults.add(
            pointer, value.line, "expected the name of a kind, or an object, found \"" + value.text + "\"");
    Rung rung;
    rung.name = value.text;
    rung.kind = *kind;
    into.ladder.rungs.push_back(std::move(rung));
    into.rungs.emplace_back();
}

void readForbidden(const JsonValue& value, const std::string& pointer, Faults& faults, Ladder& into)
{
    StrictObject object(value, pointer, faults);
    ForbiddenKind forbidden;
    forbidden.kind = readWord<RungKind>(object, "kind");
    forbidden.reason = object.text("reason");
    object.finish();
    into.forbidden.push_back(std::move(forbidden));
}

void readBreakers(StrictObject& object, Faults& faults, LadderConfiguration& into)
{
    const auto* value = object.object("breakers", false);
    if (!value)
        return;
    StrictObject breakers(*value, object.pointerTo("breakers"), faults);
    for (const auto& member : value->members) {
        breakers.ignore(member.key);
        if (!into.ladder.indexOf(member.key))
            breakers.fault(member.key, "expected the name of a rung, found \"" + member.key + "\"");
        into.breakers[member.key] = breaker::readOptions(member.value, breakers.pointerTo(member.key), faults);
    }
}

/// The ladder's own rules; the place of a rung is its place in the script.
void check(const LadderConfiguration& read, StrictObject& object, Faults& faults)
{
    const auto checked = read.required ? validateRequired(read.ladder) : validate(read.ladder);
    if (checked || faults.any())
        return;
    auto where = checked.error().where;
    if (where.starts_with("/ladder"))
        where.replace(0, std::string_view("/ladder").size(), "/rungs");
    faults.add(object.pointer() + where, object.lineOf(where.starts_with("/forbidden") ? "forbidden" : "rungs"),
        checked.error().message, checked.error().code);
}

} // namespace

LadderConfiguration readLadderConfiguration(const JsonValue& value, const std::string& pointer, Faults& faults)
{
    LadderConfiguration read;
    StrictObject object(value, pointer, faults);
    object.each("rungs", true, [&](const JsonValue& item, const std::string& place) {
        item.isText() ? readNamedRung(item, place, faults, read) : readRung(item, place, faults, read);
    });
    object.each("forbidden", false,
        [&](const JsonValue& item, const std::string& place) { readForbidden(item, place, faults, read.ladder); });
    read.required = object.boolean("required", false);
    readBreakers(object, faults, read);
    if (const auto* controller = object.object("mode_controller", false))
        read.controller = readController(*controller, object.pointerTo("mode_controller"), faults);
    if (object.has("quota_rest_s"))
        read.quotaRest = object.seconds("quota_rest_s", 0s, 24h);
    object.finish();
    check(read, object, faults);
    return read;
}

} // namespace rungwatch::simulate
