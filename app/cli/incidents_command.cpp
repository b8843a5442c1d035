// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/exchange/report_text.h"
#include "app/journal/replayed.h"
#include "app/poll/plain_text.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/fleet/incidents.h"
#include "ui/format/time_text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>

namespace rungwatch::cli {

namespace {

using fleet::Incident;

struct Options {
    std::string journal;
    std::string hold{"60s"};
};

Result<std::vector<Incident>> incidentsIn(const std::string& file, Duration hold)
{
    fleet::IncidentFinder finder(hold);
    const auto fault = journal::replayed(QString::fromStdString(file),
        [&](const fleet::Event& event, const fleet::FleetState& after) { finder.add(event, after); });
    if (fault)
        return *fault;
    return finder.incidents();
}

std::string timeText(WallTime at)
{
    return exchange::dayAndTime(at).toStdString();
}

std::string durationText(Duration duration)
{
    return format::lengthText(duration).replace(QChar::Nbsp, QLatin1Char(' ')).toStdString();
}

std::string durationText(const std::optional<Duration>& duration, const char* otherwise)
{
    return duration ? durationText(*duration) : std::string(otherwise);
}

void printNames(const char* title, const std::set<std::string>& names)
{
    if (!names.empty())
        std::cout << "   " << title << poll::plainText(fmt::format("{}", fmt::join(names, ", ")), 1000) << '\n';
}

/// "4 min 2 s", "goes on".
std::string lengthOf(const Incident& incident)
{
    if (incident.over)
        return durationText(*incident.timeToRecover());
    if (incident.to)
        return "healthy again after " + durationText(*incident.timeToRecover()) + ", the hold is not over";
    return incident.isDeclared() ? "goes on until it is ended by hand" : "goes on";
}

void printText(const std::vector<Incident>& incidents)
{
    if (incidents.empty())
        std::cout << "no incident: the fleet was never worse than healthy, and nobody declared one\n";
    for (std::size_t i = 0; i < incidents.size(); ++i) {
        const auto& incident = incidents[i];
        std::cout << fmt::format("{}. {}{}, {}, {}: {}\n", i + 1, incident.beganBefore ? "before " : "",
            timeText(incident.from), lengthOf(incident),
            incident.worst == HealthLevel::Unknown ? "never seen worse than healthy"
                                                   : fmt::format("worst {}", nameOf(incident.worst)),
            poll::plainText(exchange::whyOf(incident).toStdString(), 600));
        printNames("services  ", incident.services);
        printNames("features  ", incident.features);
        printNames("breakers  ", incident.breakers);
        std::cout << fmt::format(
            "   answers   {} of {} not by the first rung\n", incident.degradedAnswers, incident.answers);
        std::cout << fmt::format("   detected  after {}, acted {}, recovered {}\n",
            durationText(incident.timeToDetect()), durationText(incident.timeToAct(), "never"),
            durationText(incident.timeToRecover(), "not yet"));
        for (const auto& action : incident.actions)
            std::cout << "   action    " << timeText(action.at) << ' '
                      << poll::plainText(fmt::format("{} {} by {}: {}", nameOf(action.action), action.target, action.by,
                                             action.reason),
                             400)
                      << '\n';
        if (incident.notes > 0)
            std::cout << fmt::format("   notes     {}\n", incident.notes);
    }
}

void printJson(const std::vector<Incident>& incidents)
{
    JsonWriter json;
    json.beginArray();
    for (const auto& incident : incidents) {
        json.beginObject();
        json.writeFields(incident);
        json.member("time_to_detect_s", incident.timeToDetect());
        json.member("time_to_act_s", incident.timeToAct());
        json.member("time_to_recover_s", incident.timeToRecover());
        json.end();
    }
    json.end();
    std::cout << json.str() << '\n';
}

int runIncidents(const Options& options, bool json)
{
    const auto hold = parseDuration(options.hold);
    const auto incidents = incidentsIn(options.journal, hold.value());
    if (!incidents)
        return fail(options.journal, incidents.error());
    json ? printJson(*incidents) : printText(*incidents);
    return Holds;
}

} // namespace

Command incidentsCommand()
{
    return {"incidents", "list a journal's incidents: when, how bad, what was involved, what users got, who acted",
        [](CLI::App& app) -> std::function<int(const Invocation&)> {
            auto options = std::make_shared<Options>();
            app.add_option("JOURNAL", options->journal, "a journal file")->required();
            app.add_option("--hold", options->hold, "healthy for so long and it is over (60s)")->check(durationFault);
            return [options](const Invocation& invocation) { return runIncidents(*options, invocation.json); };
        }};
}

} // namespace rungwatch::cli
