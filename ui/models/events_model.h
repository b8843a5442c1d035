// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/event_text.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <deque>

namespace rungwatch {

/// The event list, newest first. Holds no rule: it words events and keeps the newest of them.
class EventsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Seq, Time, Subject, Text, ColumnCount };
    enum Role {
        /// The line's Mark, as a QVariant of Mark.
        MarkRole = Qt::UserRole,
        /// What a filter looks at: subject, text and kind.
        SearchRole,
        /// The number of the event, to keep a selection by.
        SeqRole,
    };
    static constexpr int maxRows{2000};

    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Events in their order, each newer than what came before. What is already here is not taken twice.
    void append(const std::vector<fleet::Event>& events);
    /// Other events than before, of another moment.
    void replace(const std::vector<fleet::Event>& events);
    /// Null where there is none.
    [[nodiscard]] const format::EventLine* newest() const;

private:
    void dropOldest();

    std::deque<format::EventLine> m_lines; ///< Newest first.
    format::CommandNames m_commands;
    quint64 m_lastSeq{0};
};

/// Rows whose subject, text or kind hold every word of the filter, in any order and case.
class EventsFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setFilter(const QString& words);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
};

} // namespace rungwatch

Q_DECLARE_METATYPE(rungwatch::Mark)
