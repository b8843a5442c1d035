// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal/block.h"
#include "app/journal/connection.h"

#include <QVariant>

#include <initializer_list>

/// \file
/// Blocks as rows of the table `blocks`.

namespace rungwatch::journal {

[[nodiscard]] bool bindAndRun(QSqlQuery& query, std::initializer_list<QVariant> values);
/// A null text would break NOT NULL; an empty one says "none".
[[nodiscard]] QVariant textValue(const std::string& value);

/// The columns that blockOf() reads, in its order.
[[nodiscard]] QString blockColumns();
[[nodiscard]] Block blockOf(const QSqlQuery& row);

[[nodiscard]] std::optional<Error> insertBlock(Connection& connection, const Block& block);
/// It and all behind it.
[[nodiscard]] std::optional<Error> removeBlocksFrom(Connection& connection, std::uint64_t firstSeq);
/// The block that holds both `seq` and the event after it; absent where a block ends there.
[[nodiscard]] Result<std::optional<Block>> blockAcross(Connection& connection, std::uint64_t seq);

} // namespace rungwatch::journal
