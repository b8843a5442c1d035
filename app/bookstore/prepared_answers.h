// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/cache/answer_cache.h"

namespace rungwatch::bookstore {

/// They may be used while no older than this.
constexpr Duration preparedMaxAge = std::chrono::hours(24 * 7);

/// A feature's answers to what its customers ask most, as its log of their questions says, and the template for all
/// others. With what was answered within the last two minutes they cover about thirty of a hundred questions, as the
/// script says. By the exact question alone: the store's questions are numbers, of which no two are alike.
[[nodiscard]] std::shared_ptr<const AnswerCache> preparedAnswers(const std::string& feature, const Moment& builtAt);

} // namespace rungwatch::bookstore
