// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/event_line.h"

#include "app/journal/rows.h"
#include "app/poll/plain_text.h"
#include "rungwatch/base/codec.h"

namespace rungwatch::cli {

using namespace fleet;

namespace {

std::string restOf(const Event& event)
{
    if (const auto row = journal::transitionRow(event)) {
        auto text = row->from.empty() && row->to.empty() ? std::string() : row->from + " -> " + row->to;
        return row->cause.empty() ? text : text + "  (" + row->cause + ")";
    }
    if (const auto row = journal::operatorRow(event)) {
        auto text = row->action + ": " + row->result;
        if (!row->who.empty())
            text += " by " + row->who;
        return row->reason.empty() ? text : text + "  (" + row->reason + ")";
    }
    if (const auto* round = std::get_if<PollRound>(&event.body))
        return std::to_string(round->results.size()) + " answered";
    if (const auto* started = std::get_if<PollsStarted>(&event.body))
        return std::to_string(started->polls.size()) + " asked";
    if (const auto* closed = std::get_if<IntervalClosed>(&event.body)) {
        std::string text = "interval " + std::to_string(closed->interval.n) + ":";
        for (const auto& [rung, count] : closed->interval.served)
            text += " " + rung + " " + std::to_string(count);
        return text;
    }
    return {};
}

} // namespace

std::string eventLine(const Event& event)
{
    auto line = rfc3339(event.wall) + "  " + std::to_string(event.seq) + "  " + std::string(kindOf(event.body));
    if (const auto subject = subjectOf(event.body); !subject.empty())
        line += "  " + subject;
    if (const auto rest = restOf(event); !rest.empty())
        line += "  " + rest;
    return poll::plainText(line, 1000);
}

} // namespace rungwatch::cli
