// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/openmetrics.h"

#include "rungwatch/formats/prometheus_text.h"

namespace rungwatch::formats {

bool looksLikeOpenMetrics(const Document& document)
{
    const auto text = document.text;
    return document.header("content-type").find("openmetrics-text") != std::string_view::npos || text == "# EOF"
        || text.ends_with("\n# EOF");
}

Result<Reading> readOpenMetrics(const Document& document)
{
    return readMetrics(document, "openmetrics");
}

} // namespace rungwatch::formats
