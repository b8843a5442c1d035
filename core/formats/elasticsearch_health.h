// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"

namespace rungwatch::formats {

/// FORMATS 4.11: /_cluster/health of Elasticsearch and OpenSearch.
[[nodiscard]] bool looksLikeElasticsearchHealth(const Document& document);
[[nodiscard]] Result<Reading> readElasticsearchHealth(const Document& document);

} // namespace rungwatch::formats
