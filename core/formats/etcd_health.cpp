// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/etcd_health.h"

#include "rungwatch/formats/health_draft.h"

namespace rungwatch::formats {

bool looksLikeEtcdHealth(const Document& document)
{
    return truthAt(&document.root, "health").has_value();
}

Result<Reading> readEtcdHealth(const Document& document)
{
    HealthDraft draft(document, "etcd-health");
    if (const auto healthy = truthAt(&document.root, "health"))
        draft.verdict(LevelWord{*healthy ? HealthLevel::Healthy : HealthLevel::Unavailable});
    draft.reading().message = textAt(&document.root, "reason");
    return draft.finish();
}

} // namespace rungwatch::formats
