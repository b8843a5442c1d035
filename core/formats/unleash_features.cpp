// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/unleash_features.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

bool isForAll(const JsonValue& strategy)
{
    if (!listAt(&strategy, "constraints").empty() || !listAt(&strategy, "segments").empty())
        return false;
    const auto name = textAt(&strategy, "name");
    return name == "default"
        || (name == "flexibleRollout" && numberAt(objectAt(&strategy, "parameters"), "rollout") == 100.0);
}

/// On with no strategy is on for all; a parent that is off may still turn it off.
bool isTargeted(const JsonValue& feature)
{
    const auto& strategies = listAt(&feature, "strategies");
    return !listAt(&feature, "dependencies").empty()
        || (!strategies.empty() && std::none_of(strategies.begin(), strategies.end(), isForAll));
}

/// Off is off, whatever the strategies say. `type` is a label, and `stale` means old.
FlagReading flagFrom(const JsonValue& feature)
{
    FlagReading flag;
    flag.enabled = truthAt(&feature, "enabled");
    flag.targeted = isTargeted(feature);
    flag.stale = truthAt(&feature, "stale") == true;
    flag.note = textAt(&feature, "type");
    const auto* variant = objectAt(&feature, "variant");
    if (truthAt(variant, "enabled") == true)
        flag.variant = textAt(variant, "name");
    return flag;
}

bool isFeature(const JsonValue& entry)
{
    return entry.isObject() && entry.has("enabled");
}

bool isList(const JsonValue& root, std::string_view key)
{
    const auto* list = root.isObject() ? root.find(key) : nullptr;
    return list && list->isArray();
}

} // namespace

bool looksLikeUnleashFeatures(const Document& document)
{
    const auto& root = document.root;
    const auto& features = listAt(&root, "features");
    return isList(root, "toggles") || std::any_of(features.begin(), features.end(), isFeature);
}

Result<Reading> readUnleashFeatures(const Document& document)
{
    const auto& root = document.root;
    const bool page = isList(root, "toggles");
    if (!page && !isList(root, "features"))
        return Error{"unknown-format", "no list of features and none of toggles", {}};
    const auto& entries = listAt(&root, page ? "toggles" : "features");
    if (entries.size() > maxComponents)
        return Error{"too-large", "more than 5000 features", page ? "/toggles" : "/features"};

    Reading reading;
    reading.format = "unleash-client-features";
    reading.flags = document.flags;
    if (page)
        flag(reading, "absent-means-off");
    EntryNames names;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        reading.flagList.push_back(flagFrom(entries[i]));
        reading.flagList.back().key = names.of(textAt(&entries[i], "name"), i);
    }
    reading.revision = countAt(objectAt(&root, "meta"), "revisionId");
    return reading;
}

} // namespace rungwatch::formats
