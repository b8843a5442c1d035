// SPDX-License-Identifier: GPL-3.0-or-later
#include "events_model.h"

#include "ui/format/time_text.h"

namespace rungwatch {
namespace {

/// "48 213": groups of three, as everywhere on the screen.
QString numberText(quint64 number)
{
    auto text = QString::number(number);
    for (auto at = text.size() - 3; at > 0; at -= 3)
        text.insert(at, QChar{0x00a0});
    return text;
}

} // namespace

int EventsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int EventsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant EventsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto& line = m_lines[static_cast<std::size_t>(index.row())];
    switch (role) {
    case MarkRole:
        return QVariant::fromValue(line.mark);
    case SeqRole:
        return line.seq;
    case SearchRole:
        return QString{line.subject + QLatin1Char{'\n'} + line.text + QLatin1Char{'\n'} + line.kind};
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    switch (index.column()) {
    case Seq:
        return numberText(line.seq);
    case Time:
        return format::utcTenth(line.at);
    case Subject:
        return line.subject;
    case Text:
        return line.text;
    default:
        return {};
    }
}

QVariant EventsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    static const QStringList names{
        QStringLiteral("Event"), QStringLiteral("UTC"), QStringLiteral("Subject"), QStringLiteral("What happened")};
    return names.value(section);
}

void EventsModel::append(const std::vector<fleet::Event>& events)
{
    std::vector<format::EventLine> lines;
    for (const auto& event : events) {
        if (event.seq <= m_lastSeq)
            continue;
        m_lastSeq = event.seq;
        m_commands.see(event);
        if (auto line = format::eventLine(event, m_commands))
            lines.push_back(std::move(*line));
    }
    if (lines.size() > maxRows)
        lines.erase(lines.begin(), lines.end() - maxRows);
    if (lines.empty())
        return;
    beginInsertRows({}, 0, static_cast<int>(lines.size()) - 1);
    for (auto& line : lines)
        m_lines.push_front(std::move(line));
    endInsertRows();
    dropOldest();
}

void EventsModel::replace(const std::vector<fleet::Event>& events)
{
    beginResetModel();
    m_lines.clear();
    m_lastSeq = 0;
    m_commands = {};
    endResetModel();
    append(events);
}

void EventsModel::dropOldest()
{
    const int rows = rowCount();
    if (rows <= maxRows)
        return;
    beginRemoveRows({}, maxRows, rows - 1);
    m_lines.resize(maxRows);
    endRemoveRows();
}

const format::EventLine* EventsModel::newest() const
{
    return m_lines.empty() ? nullptr : &m_lines.front();
}

void EventsFilter::setFilter(const QString& words)
{
    m_words = words.split(QLatin1Char{' '}, Qt::SkipEmptyParts);
    invalidateFilter();
}

bool EventsFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const auto text = sourceModel()->index(row, 0, parent).data(EventsModel::SearchRole).toString();
    return std::all_of(
        m_words.begin(), m_words.end(), [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace rungwatch
