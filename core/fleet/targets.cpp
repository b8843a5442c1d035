// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/targets.h"

#include "rungwatch/base/located_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rungwatch::fleet {

namespace {

using Json = nlohmann::ordered_json;

Error wrong(const std::string& pointer, int line, const std::string& expected)
{
    return {"bad-data", "expected " + expected, pointer + " (line " + std::to_string(line) + ")"};
}

/// A host with or without a port; a URL, a path or a user is none.
bool isAddress(std::string_view text)
{
    return !text.empty() && text.size() <= 255 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || std::string_view(".:-_[]").find(c) != std::string_view::npos;
    });
}

std::optional<Error> readLabels(
    const JsonValue& group, const std::string& at, std::map<std::string, std::string>& labels)
{
    const auto* value = group.find("labels");
    if (!value)
        return std::nullopt;
    if (!value->isObject())
        return wrong(at + "/labels", value->line, "an object of texts");
    for (const auto& member : value->members) {
        if (!member.value.isText())
            return wrong(at + "/labels/" + member.key, member.line, "a text");
        labels.insert_or_assign(member.key, member.value.text);
    }
    return std::nullopt;
}

std::optional<Error> readGroup(const JsonValue& group, const std::string& at, std::vector<FoundTarget>& found)
{
    const auto* targets = group.isObject() ? group.find("targets") : nullptr;
    if (!targets || !targets->isArray())
        return wrong(at, group.line, "an object with \"targets\", a list of addresses");
    std::map<std::string, std::string> labels;
    if (auto fault = readLabels(group, at, labels))
        return fault;
    for (std::size_t i = 0; i < targets->items.size(); ++i) {
        const auto& address = targets->items[i];
        if (!address.isText() || !isAddress(address.text))
            return wrong(at + "/targets/" + std::to_string(i), address.line, "an address, \"host:port\"");
        found.push_back({address.text, labels});
    }
    return std::nullopt;
}

std::string labelOf(const FoundTarget& target, const char* name)
{
    const auto found = target.labels.find(name);
    return found == target.labels.end() ? std::string{} : found->second;
}

std::string wantedName(const FoundTarget& target)
{
    auto name = labelOf(target, "service");
    if (name.empty())
        name = labelOf(target, "job");
    return asServiceName(name.empty() ? target.address : name);
}

Json tagsOf(const FoundTarget& target)
{
    auto tags = Json::array();
    for (const auto& [name, value] : target.labels)
        if (!name.starts_with("__"))
            tags.push_back(name + "=" + value);
    return tags;
}

/// The file's terms for its targets, with a URL in place of scheme and path.
Json sourceOf(const Json& terms, const FoundTarget& target, const TargetsPolicy& policy)
{
    auto source = terms;
    source.erase("path");
    source.erase("scheme");
    auto scheme = labelOf(target, "__scheme__");
    if (scheme != "https" && scheme != "http")
        scheme = policy.scheme;
    if (scheme != "https")
        source.erase("tls");
    auto path = labelOf(target, "__metrics_path__");
    if (!path.starts_with('/'))
        path = policy.path;
    source["url"] = scheme + "://" + target.address + path;
    return source;
}

struct Finding {
    const FoundTarget* target;
    std::size_t place;
    std::string name;
};

/// What tells two targets of one place apart.
std::string keyOf(const FoundTarget& target)
{
    return target.address.empty() ? wantedName(target) : target.address + labelOf(target, "__metrics_path__");
}

/// Every target once, with the name that it wants.
std::vector<Finding> findingsIn(const std::vector<std::vector<FoundTarget>>& found)
{
    std::vector<Finding> findings;
    std::set<std::pair<std::size_t, std::string>> seen;
    for (std::size_t place = 0; place < found.size(); ++place)
        for (const auto& target : found[place])
            if (seen.emplace(place, keyOf(target)).second)
                findings.push_back({&target, place, wantedName(target)});
    return findings;
}

/// Names that differ from each other and from the file's own.
void nameApart(std::vector<Finding>& findings, const Policy& file)
{
    std::map<std::string, int> wanted;
    for (const auto& service : file.services)
        ++wanted[service.name];
    for (const auto& finding : findings)
        ++wanted[finding.name];
    std::set<std::string> taken;
    for (const auto& service : file.services)
        taken.insert(service.name);
    for (auto& finding : findings) {
        if (wanted[finding.name] > 1 && finding.name != finding.target->address)
            finding.name += " " + finding.target->address;
        const auto name = finding.name;
        for (int again = 2; !taken.insert(finding.name).second; ++again)
            finding.name = name + " #" + std::to_string(again);
    }
}

} // namespace

std::string asServiceName(std::string name)
{
    for (auto& c : name)
        if (c == '/' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = '-';
    for (auto cut = std::min<std::size_t>(name.size(), 100); cut < name.size(); --cut)
        if ((static_cast<unsigned char>(name[cut]) & 0xc0) != 0x80) { // not inside a character
            name.resize(cut);
            break;
        }
    return name;
}

Result<std::vector<FoundTarget>> parseTargets(std::string_view document)
{
    const auto json = parseJson(document, {});
    if (!json)
        return Error{"bad-json", json.error().message, "/ (" + json.error().where + ")"};
    if (!json->root.isArray())
        return wrong("/", json->root.line, "a list of objects with \"targets\"");
    std::vector<FoundTarget> found;
    for (std::size_t i = 0; i < json->root.items.size(); ++i)
        if (auto fault = readGroup(json->root.items[i], "/" + std::to_string(i), found))
            return *fault;
    if (found.size() > maxTargets)
        return Error{"too-large", "expected at most " + std::to_string(maxTargets) + " targets", "/"};
    return found;
}

Result<std::vector<FoundTarget>> parseLabelValues(std::string_view document)
{
    const auto json = parseJson(document, {});
    if (!json)
        return Error{"bad-json", json.error().message, "/ (" + json.error().where + ")"};
    const auto* data = json->root.isObject() ? json->root.find("data") : nullptr;
    if (!data || !data->isArray())
        return wrong("/data", json->root.line, "a list of a label's values");
    std::vector<FoundTarget> found;
    for (const auto& value : data->items)
        if (value.isText() && !value.text.empty())
            found.push_back({{}, {{"service", value.text}}});
    if (found.size() > maxTargets)
        return Error{"too-large", "expected at most " + std::to_string(maxTargets) + " values", "/data"};
    return found;
}

Result<std::string> withFoundServices(const Policy& file, const std::vector<std::vector<FoundTarget>>& found)
{
    auto document = Json::parse(file.text, nullptr, false, true);
    if (!document.is_object() || !document.contains("targets"))
        return Error{"bad-json", "expected a fleet file with targets", "/"};
    auto findings = findingsIn(found);
    if (findings.size() > maxTargets)
        return Error{"too-large", "expected at most " + std::to_string(maxTargets) + " targets", "/targets"};
    // A service that is named already is the one that the server speaks of.
    std::set<std::string> named;
    for (const auto& service : file.services)
        named.insert(service.name);
    for (const auto& finding : findings)
        if (!finding.target->address.empty())
            named.insert(finding.name);
    std::erase_if(findings,
        [&](const Finding& finding) { return finding.target->address.empty() && !named.insert(finding.name).second; });
    nameApart(findings, file);
    auto& services = document["services"];
    if (!services.is_array())
        services = Json::array();
    for (const auto& finding : findings) {
        Json service;
        service["name"] = finding.name;
        if (!finding.target->address.empty()) {
            const auto& terms = document["targets"][finding.place]["source"];
            service["tags"] = tagsOf(*finding.target);
            service["sources"] = Json::array({sourceOf(terms, *finding.target, file.targets[finding.place])});
        }
        services.push_back(std::move(service));
    }
    return document.dump(1, ' ', false, Json::error_handler_t::replace);
}

} // namespace rungwatch::fleet
