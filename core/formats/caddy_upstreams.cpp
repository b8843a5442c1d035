// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/caddy_upstreams.h"

#include "rungwatch/formats/health_draft.h"

#include <algorithm>

namespace rungwatch::formats {

bool looksLikeCaddyUpstreams(const Document& document)
{
    const auto& items = document.root.items;
    return !items.empty() && std::all_of(items.begin(), items.end(), [](const JsonValue& item) {
        return item.isObject() && item.has("address") && item.has("num_requests") && item.has("fails");
    });
}

Result<Reading> readCaddyUpstreams(const Document& document)
{
    HealthDraft draft(document, "caddy-upstreams");
    const auto& items = document.root.items;
    EntryNames names;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto fails = countAt(&items[i], "fails");
        auto& component = draft.part(names.of(textAt(&items[i], "address"), i), {},
            {!fails               ? HealthLevel::Unknown
                    : *fails == 0 ? HealthLevel::Healthy
                                  : HealthLevel::Degraded});
        if (fails && *fails > 0)
            component.note = std::to_string(*fails) + (*fails == 1 ? " failure" : " failures");
    }
    if (document.root.isArray() && items.empty()) {
        draft.verdict(LevelWord{HealthLevel::Unavailable});
        flag(draft.reading(), "no-instances");
    }
    return draft.finish();
}

} // namespace rungwatch::formats
