// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/rows.h"
#include "rungwatch/base/result.h"

#include <map>

/// \file
/// The operator's record: each row of `operator_events` carries the SHA-256 over the hash before it and its event's
/// JSON. Who edits, removes, inserts or reorders a row breaks it, or leaves a row that says something else than its
/// event, and is named.
///
/// It does not protect against someone who writes the whole chain anew together with the events, nor against the loss
/// of its newest entries, unless the head was noted elsewhere (`rungwatch replay JOURNAL --chain-head`).

namespace rungwatch::journal {

/// One row as it stands in the table.
struct ChainRow {
    std::uint64_t seq{0};
    OperatorRow said;
    QByteArray previous;
    QByteArray hash;
};

/// The rows that the events make, by seq.
using OperatorRows = std::map<std::uint64_t, OperatorRow>;

/// Takes the table's rows in order and says where it first leaves what the events say.
class ChainCheck {
public:
    /// `start`: the hash that the first row follows. Both outlive the check.
    ChainCheck(const OperatorRows& expected, QByteArray start)
        : m_expected(expected)
        , m_next(expected.begin())
        , m_previous(std::move(start))
    {
    }

    /// Error "chain" names the record and what became of it: removed, inserted, reordered, edited.
    [[nodiscard]] std::optional<Error> add(const ChainRow& row);
    /// No row follows.
    [[nodiscard]] std::optional<Error> finish() const;

private:
    [[nodiscard]] std::optional<Error> compare(const ChainRow& row) const;

    const OperatorRows& m_expected;
    OperatorRows::const_iterator m_next;
    QByteArray m_previous;
};

} // namespace rungwatch::journal
