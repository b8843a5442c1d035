// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/policy_parts.h"

namespace rungwatch::fleet {

namespace {

/// A file of `file_sd`: a pattern may stand in its last part only, as Prometheus has it.
void checkPattern(StrictObject& target, const std::string& pattern)
{
    const auto slash = pattern.rfind('/');
    const auto folder = slash == std::string::npos ? std::string{} : pattern.substr(0, slash);
    if (pattern.empty() || pattern.ends_with('/') || folder.find_first_of("*?") != std::string::npos)
        target.fault("file_sd", "expected the path of a file, with * and ? in its last part only");
}

void readTemplate(StrictObject& target, TargetsPolicy& targets, Faults& faults)
{
    const auto* value = target.object("source", true);
    if (!value)
        return;
    StrictObject object(*value, target.pointerTo("source"), faults);
    targets.source.kind = readWord<SourceKind>(object, "kind");
    targets.scheme = object.text("scheme", std::string{"http"});
    if (targets.scheme != "http" && targets.scheme != "https")
        object.fault("scheme", "expected \"http\" or \"https\", found \"" + targets.scheme + "\"");
    targets.path = object.text("path");
    if (!targets.path.starts_with('/'))
        object.fault("path", "expected a path that starts with \"/\", found \"" + targets.path + "\"");
    readSourceTerms(object, targets.scheme == "https", targets.source, faults);
    object.finish();
}

} // namespace

TargetsPolicy readTargets(const JsonValue& value, const std::string& pointer, Faults& faults)
{
    StrictObject target(value, pointer, faults);
    TargetsPolicy targets;
    if (target.has("file_sd") == target.has("http_sd"))
        target.fault(target.has("http_sd") ? "http_sd" : "", "expected one of the keys \"file_sd\" and \"http_sd\"");
    targets.fileSd = target.text("file_sd", std::string{});
    if (target.has("file_sd"))
        checkPattern(target, targets.fileSd);
    if (target.has("http_sd")) {
        targets.httpSd = readUrl(target, "http_sd");
        targets.document.url = targets.httpSd;
        targets.document.timeout = 10s;
        readAccess(target, targets.httpSd.starts_with("https://"), targets.document, faults);
    }
    targets.refresh = target.seconds("refresh_s", 1s, 24h, targets.refresh);
    readTemplate(target, targets, faults);
    target.finish();
    return targets;
}

} // namespace rungwatch::fleet
