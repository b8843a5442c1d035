// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/store.h"

#include <QString>

namespace rungwatch::bookstore {

/// The environment variable that holds the token of the control calls.
constexpr auto tokenVariable = "BOOKSTORE_TOKEN";

/// A fleet file (CONTRACTS) for what was started here.
[[nodiscard]] std::string fleetJson(const Store& store, const std::string& storeUrl, const ProviderUrls& providers);

/// Writes it whole or not at all; the error where it can't be.
[[nodiscard]] QString writeWhole(const QString& path, const std::string& text);

} // namespace rungwatch::bookstore
