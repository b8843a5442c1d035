// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/elasticsearch_health.h"

#include "rungwatch/formats/health_draft.h"

namespace rungwatch::formats {

bool looksLikeElasticsearchHealth(const Document& document)
{
    const auto& root = document.root;
    return root.isObject() && root.has("cluster_name") && root.has("number_of_nodes");
}

Result<Reading> readElasticsearchHealth(const Document& document)
{
    const auto* root = &document.root;
    HealthDraft draft(document, "elasticsearch-cluster-health");
    draft.verdict(textAt(root, "status"));
    if (const auto unassigned = countAt(root, "unassigned_shards"); unassigned && *unassigned > 0)
        draft.reading().message = std::to_string(*unassigned) + " shards unassigned";
    if (truthAt(root, "timed_out").value_or(false))
        flag(draft.reading(), "timed-out");
    return draft.finish();
}

} // namespace rungwatch::formats
