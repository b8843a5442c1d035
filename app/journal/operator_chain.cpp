// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/operator_chain.h"

#include <algorithm>
#include <array>

namespace rungwatch::journal {

namespace {

Error broken(std::uint64_t seq, const OperatorRow& row, const std::string& what)
{
    const auto whose = row.who.empty() ? std::string() : " by " + row.who;
    return Error{"chain", "the operator's record " + std::to_string(seq) + " (" + row.kind + whose + ") " + what, {}};
}

/// The name of the first column that says something else; empty where there is none.
std::string editedColumn(const OperatorRow& row, const OperatorRow& event)
{
    const std::array<std::pair<const char*, std::string OperatorRow::*>, 6> columns{
        {{"kind", &OperatorRow::kind}, {"who", &OperatorRow::who}, {"action", &OperatorRow::action},
            {"target", &OperatorRow::target}, {"result", &OperatorRow::result}, {"reason", &OperatorRow::reason}}};
    for (const auto& [name, column] : columns)
        if (row.*column != event.*column)
            return name;
    return row.json == event.json ? "" : "json";
}

} // namespace

std::optional<Error> ChainCheck::compare(const ChainRow& row) const
{
    const auto& [seq, event] = *m_next;
    if (row.said.json != event.json) {
        const auto other = std::ranges::find_if(
            m_expected, [&](const auto& candidate) { return candidate.second.json == row.said.json; });
        if (other != m_expected.end())
            return broken(
                seq, event, "was reordered: what stands in its place is record " + std::to_string(other->first));
    }
    if (const auto column = editedColumn(row.said, event); !column.empty())
        return broken(seq, event, "was edited: its \"" + column + "\" is not what the event says");
    if (row.previous != m_previous || row.hash != chained(m_previous, row.said.json))
        return broken(seq, event, "breaks the chain of hashes: it or the record before it was written anew");
    return std::nullopt;
}

std::optional<Error> ChainCheck::add(const ChainRow& row)
{
    if (m_next == m_expected.end() || row.seq < m_next->first)
        return broken(row.seq, row.said, "was inserted: it stands for no event");
    if (row.seq > m_next->first)
        return broken(m_next->first, m_next->second, "was removed");
    if (auto fault = compare(row))
        return fault;
    m_previous = row.hash;
    ++m_next;
    return std::nullopt;
}

std::optional<Error> ChainCheck::finish() const
{
    if (m_next == m_expected.end())
        return std::nullopt;
    return broken(m_next->first, m_next->second, "was removed");
}

} // namespace rungwatch::journal
