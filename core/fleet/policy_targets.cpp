// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/policy_parts.h"

#include <algorithm>

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

/// A Prometheus server whose values of one label are services: what it says of each comes from a source of kind
/// prometheus, so that none needs one of its own.
void readServer(StrictObject& target, TargetsPolicy& targets, Faults& faults)
{
    auto url = readUrl(target, "prometheus");
    while (url.ends_with('/'))
        url.pop_back();
    targets.document.kind = SourceKind::Prometheus;
    targets.document.timeout = 10s;
    targets.document.groupBy = target.text("label", std::string{"job"});
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    if (targets.document.groupBy.empty()
        || !std::all_of(targets.document.groupBy.begin(), targets.document.groupBy.end(), plain))
        target.fault("label", "expected the name of a label");
    targets.httpSd = url + "/api/v1/label/" + targets.document.groupBy + "/values";
    targets.document.url = targets.httpSd;
    readAccess(target, url.starts_with("https://"), targets.document, faults);
}

} // namespace

TargetsPolicy readTargets(const JsonValue& value, const std::string& pointer, Faults& faults)
{
    StrictObject target(value, pointer, faults);
    TargetsPolicy targets;
    const int places = target.has("file_sd") + target.has("http_sd") + target.has("prometheus");
    if (places != 1)
        target.fault(target.has("http_sd") ? "http_sd"
                : target.has("prometheus") ? "prometheus"
                                           : "",
            "expected one of the keys \"file_sd\", \"http_sd\" and \"prometheus\"");
    targets.fileSd = target.text("file_sd", std::string{});
    if (target.has("file_sd"))
        checkPattern(target, targets.fileSd);
    if (target.has("http_sd")) {
        targets.httpSd = readUrl(target, "http_sd");
        targets.document.url = targets.httpSd;
        targets.document.timeout = 10s;
        readAccess(target, targets.httpSd.starts_with("https://"), targets.document, faults);
    }
    if (target.has("prometheus"))
        readServer(target, targets, faults);
    targets.refresh = target.seconds("refresh_s", 1s, 24h, targets.refresh);
    if (!target.has("prometheus"))
        readTemplate(target, targets, faults);
    target.finish();
    return targets;
}

} // namespace rungwatch::fleet
