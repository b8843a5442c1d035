// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/store.h"

namespace rungwatch::bookstore {

/// `GET /resilience`: the whole store, as CONTRACTS' telemetry version 1 says. Durations are the store's own clock's.
[[nodiscard]] std::string telemetryJson(const Store& store, const std::string& instance);
/// `GET /resilience/events?after=SEQ`.
[[nodiscard]] std::string eventsJson(const Store& store, std::uint64_t after);
/// One feature's part of it: what a control call answers.
[[nodiscard]] std::string featureJson(const Feature& feature);

} // namespace rungwatch::bookstore
