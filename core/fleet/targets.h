// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/fleet/policy.h"

/// \file
/// Services that are found in Prometheus' own documents (`file_sd`, `http_sd`). Reading files and asking servers is the
/// program's part; this is what their texts mean.

namespace rungwatch::fleet {

struct FoundTarget {
    /// "10.0.0.7:8080".
    std::string address;
    std::map<std::string, std::string> labels;

    bool operator==(const FoundTarget&) const = default;
};

/// A label's value as the name of a service: "/" and control characters become "-", and it ends after 100 bytes. So
/// "shop/web" of a Kubernetes job is "shop-web", as it is where a server's series name it.
[[nodiscard]] std::string asServiceName(std::string value);

/// More of them in one fleet are "too-large".
inline constexpr std::size_t maxTargets{20'000};

/// Reads one document: [{"targets": ["host:port"], "labels": {"job": "store"}}]. A document that is anything else, and
/// an address that is no host with or without a port, are errors that say where and what was expected.
[[nodiscard]] Result<std::vector<FoundTarget>> parseTargets(std::string_view document);

/// Reads a Prometheus server's list of a label's values, {"status": "success", "data": ["store", "search"]}: each is a
/// target without an address, whose label `service` is the value.
[[nodiscard]] Result<std::vector<FoundTarget>> parseLabelValues(std::string_view document);

/// The text of the fleet file with the services that were found, of each of its `targets` a list, in that order. Each
/// target is one service: called as its label `service` says, else `job`, else by its address; where several share a
/// name, each has its address behind it, as has one whose name the file itself uses. `__scheme__` and
/// `__metrics_path__` count over the file's `scheme` and `path`; the other labels become tags. A target that comes
/// twice is one service. One without an address is a service without a source, and none where the file has it already.
/// What the result means, parsePolicy() says.
[[nodiscard]] Result<std::string> withFoundServices(
    const Policy& file, const std::vector<std::vector<FoundTarget>>& found);

} // namespace rungwatch::fleet
