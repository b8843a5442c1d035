// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/fleet_paths.h"

#include <filesystem>

namespace rungwatch {

namespace {

void place(const std::string& folder, fleet::SourcePolicy& source)
{
    for (auto* path : {&source.bearer.file, &source.basic.password.file, &source.tls.caFile, &source.tls.certFile,
             &source.tls.keyFile})
        if (!path->empty())
            *path = (std::filesystem::path(folder) / *path).lexically_normal().string();
}

} // namespace

std::shared_ptr<const fleet::Policy> withPathsFrom(
    const std::string& folder, const std::shared_ptr<const fleet::Policy>& policy)
{
    auto placed = *policy;
    for (auto& service : placed.services)
        for (auto& source : service.sources)
            place(folder, source);
    for (auto& targets : placed.targets) {
        place(folder, targets.document);
        place(folder, targets.source);
    }
    return std::make_shared<const fleet::Policy>(std::move(placed));
}

} // namespace rungwatch
