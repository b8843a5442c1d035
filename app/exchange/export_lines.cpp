// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/export_lines.h"

#include "app/exchange/start_line.h"
#include "app/exchange/true_time.h"
#include "app/journal/replayed.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/base/plain_line.h"

#include <algorithm>

namespace rungwatch::exchange {

using namespace fleet;

namespace {

constexpr std::string_view heading{"at,seen_at,seq,kind,subject,from,to,cause,who,action,target,result,reason\r\n"};

struct Row {
    WallTime order;
    std::string text;
};

std::string rowText(const Event& event, WallTime at)
{
    const auto transition = journal::transitionRow(event);
    const auto operated = journal::operatorRow(event);
    if (!transition && !operated)
        return {};
    const auto t = transition.value_or(journal::TransitionRow{});
    const auto o = operated.value_or(journal::OperatorRow{});
    std::string text = rfc3339(at) + "," + rfc3339(event.wall) + "," + std::to_string(event.seq) + ","
        + std::string(kindOf(event.body));
    for (const auto* cell : {&t.subject, &t.from, &t.to, &t.cause, &o.who, &o.action, &o.target, &o.result, &o.reason})
        text.append(",").append(tableCell(*cell));
    return text + "\r\n";
}

std::optional<Error> writeStart(
    journal::JournalReader& reader, const QString& journal, std::uint64_t seq, FileSink& sink)
{
    const auto start = journal::startBehind(reader, journal, seq);
    if (!start)
        return start.error();
    sink.write(startLine(*start));
    sink.write("\n");
    return std::nullopt;
}

} // namespace

std::string tableCell(std::string_view text)
{
    const auto plain = plainLine(text);
    std::string cell;
    if (!plain.empty() && std::string_view("=+-@").find(plain.front()) != std::string_view::npos)
        cell = '\''; // a table program would compute what a service wrote
    cell += plain;
    if (cell.find_first_of(",\"") == std::string::npos)
        return cell;
    std::string quoted = "\"";
    for (const char c : cell)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

Result<std::uint64_t> writeLines(
    journal::JournalReader& reader, const QString& journal, const TimeRange& range, FileSink& sink)
{
    std::uint64_t written = 0;
    std::optional<Error> fault;
    const auto damage = reader.forEach(1, [&](const Event& event) {
        if (range.holds(event.wall)) {
            if (written == 0 && event.seq > 1)
                fault = writeStart(reader, journal, event.seq - 1, sink);
            if (fault)
                return false;
            sink.write(jsonLine(event));
            sink.write("\n");
            ++written;
        }
        return true;
    });
    if (damage || fault)
        return damage ? *damage : *fault;
    return written;
}

Result<std::uint64_t> writeTable(journal::JournalReader& reader, const TimeRange& range, FileSink& sink)
{
    std::vector<Row> rows;
    TrueTime time;
    const auto damage = journal::replayed(reader, [&](const Event& event, const FleetState& after) {
        const auto place = time.of(event, after);
        if (range.holds(place.at))
            if (auto text = rowText(event, place.at); !text.empty())
                rows.push_back({place.order, std::move(text)});
    });
    if (damage)
        return *damage;
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.order < b.order; });
    sink.write(heading);
    for (const auto& row : rows)
        sink.write(row.text);
    return rows.size();
}

} // namespace rungwatch::exchange
