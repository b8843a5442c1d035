// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/haproxy_stats_csv.h"

#include "rungwatch/formats/csv_rows.h"
#include "rungwatch/formats/instance_group.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

struct Columns {
    std::size_t proxy;
    std::size_t server;
    std::size_t status;
    std::optional<std::size_t> note;
};

std::optional<Columns> columnsFrom(const std::vector<std::string>& head)
{
    const auto at = [&](std::string_view name) -> std::optional<std::size_t> {
        const auto found = std::find(head.begin(), head.end(), name);
        return found == head.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - head.begin()));
    };
    const auto proxy = at("# pxname");
    const auto server = at("svname");
    const auto status = at("status");
    if (!proxy || !server || !status)
        return std::nullopt;
    return Columns{*proxy, *server, *status, at("last_chk")};
}

std::string fieldAt(const std::vector<std::string>& row, std::optional<std::size_t> column)
{
    return column && *column < row.size() ? row[*column] : std::string();
}

/// Puts the rows together: servers as they come, backends once all their servers are known.
class Table {
public:
    Table() { reading.format = "haproxy-stats-csv"; }

    void take(const std::vector<std::string>& row, const Columns& columns)
    {
        const auto proxy = fieldAt(row, columns.proxy);
        const auto server = fieldAt(row, columns.server);
        const auto status = fieldAt(row, columns.status);
        if (proxy.empty() || server.empty() || status.empty()) {
            flag(reading, "bad-row");
            return;
        }
        Component part;
        part.note = fieldAt(row, columns.note);
        if (server == "FRONTEND") {
            part.name = proxy + "/FRONTEND";
            part.level = status == "OPEN" ? HealthLevel::Healthy : HealthLevel::Unavailable;
        } else if (server == "BACKEND") {
            part.name = proxy;
            m_backends.push_back({reading.components.size(), proxy, haproxyServerStatus(status).level});
        } else
            addServer(part, proxy, server, status);
        part.name = m_names.of(part.name, reading.components.size());
        reading.components.push_back(std::move(part));
    }

    void finish(int status)
    {
        std::vector<HealthLevel> groups;
        for (const auto& backend : m_backends) {
            const auto servers = m_servers.find(backend.proxy);
            auto& level = reading.components[backend.place].level;
            // HAProxy calls a backend without servers UP: that says nothing.
            level = backend.stated == HealthLevel::Unavailable ? HealthLevel::Unavailable
                : servers == m_servers.end()                   ? HealthLevel::Unknown
                                                               : levelOfGroup(servers->second);
            groups.push_back(level);
        }
        if (groups.empty())
            reading.level = levelOf(reading.components);
        else if (const auto level = levelOfGroups(groups); level != HealthLevel::Unknown)
            reading.level = level;
        if (!reading.level) {
            reading.level = HealthLevel::Healthy;
            flag(reading, "no-verdict");
        }
        std::vector<bool> excused;
        for (const auto& part : reading.components)
            excused.push_back(part.deliberate);
        applyMasking(reading, excused);
        applyFloor(reading, status);
    }

    Reading reading;

private:
    struct Backend {
        std::size_t place;
        std::string proxy;
        HealthLevel stated;
    };

    void addServer(Component& part, const std::string& proxy, const std::string& server, const std::string& status)
    {
        const auto said = haproxyServerStatus(status);
        part.name = proxy + "/" + server;
        part.level = said.level;
        part.deliberate = said.deliberate;
        if (said.deliberate)
            flag(reading, "deliberate");
        if (said.unknownWord) {
            flag(reading, "unknown-word");
            part.note = status;
        }
        m_servers[proxy].push_back({said.level, said.deliberate});
    }

    EntryNames m_names;
    std::map<std::string, std::vector<GroupMember>> m_servers;
    std::vector<Backend> m_backends;
};

} // namespace

HaproxyStatus haproxyServerStatus(std::string_view text)
{
    const auto word = text.substr(0, text.find_first_of(" ("));
    const bool counting = text.find('/') != std::string_view::npos;
    if (word == "UP")
        return {counting ? HealthLevel::Degraded : HealthLevel::Healthy};
    if (word == "DOWN")
        return {HealthLevel::Unavailable};
    if (word == "NOLB" || word == "DRAIN")
        return {HealthLevel::Degraded, true};
    if (word == "MAINT")
        return {HealthLevel::Unavailable, true};
    return {HealthLevel::Unknown, false, word != "no"};
}

bool looksLikeHaproxyCsv(const Document& document)
{
    return document.text.starts_with("# pxname,");
}

Result<Reading> readHaproxyCsv(const Document& document)
{
    CsvRows rows(document.text);
    std::vector<std::string> row;
    const auto columns = rows.next(row) ? columnsFrom(row) : std::nullopt;
    if (!columns)
        return Error{"unknown-format", "no line of column names, expected # pxname, svname and status", "line 1"};
    Table table;
    while (rows.next(row)) {
        if (row.size() == 1 && row[0].empty())
            continue;
        table.take(row, *columns);
        if (table.reading.components.size() > maxComponents)
            return Error{"too-large", "more than 5000 rows", {}};
    }
    table.finish(document.status);
    return std::move(table.reading);
}

} // namespace rungwatch::formats
