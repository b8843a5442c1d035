// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/kubernetes_healthz.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

/// The lines of the text; a tool may have put them all on one, with `\n` between them.
std::vector<std::string> linesOf(std::string_view text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == 'n') {
            plain.push_back('\n');
            ++i;
        } else if (text[i] != '\r')
            plain.push_back(text[i]);
    }
    std::vector<std::string> lines;
    for (std::size_t at = 0; at <= plain.size();) {
        const auto end = std::min(plain.find('\n', at), plain.size());
        lines.push_back(plain.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

/// `[+]name ok`, `[-]name failed: reason`, `[+]name excluded: ok`; the name is everything up to the last such word.
std::optional<Component> checkFrom(const std::string& line, bool& excluded)
{
    const bool passed = line.starts_with("[+]");
    if (!passed && !line.starts_with("[-]"))
        return std::nullopt;
    excluded = false;
    Component check;
    check.level = passed ? HealthLevel::Healthy : HealthLevel::Unavailable;
    const auto rest = line.substr(3);
    if (const auto at = rest.rfind(" excluded: "); at != std::string::npos) {
        check.name = rest.substr(0, at);
        check.level = HealthLevel::Unknown;
        excluded = true;
    } else if (const auto failed = rest.find(" failed"); !passed && failed != std::string::npos) {
        check.name = rest.substr(0, failed);
        const auto reason = rest.find(": ", failed);
        check.note = reason == std::string::npos ? std::string() : rest.substr(reason + 2);
    } else if (passed && rest.ends_with(" ok"))
        check.name = rest.substr(0, rest.size() - 3);
    else
        return std::nullopt;
    return check;
}

std::optional<HealthLevel> verdictOf(const std::vector<std::string>& lines)
{
    std::optional<HealthLevel> verdict;
    for (const auto& line : lines) {
        if (line.ends_with("check passed") || line == "ok")
            verdict = HealthLevel::Healthy;
        else if (line.ends_with("check failed") || line.starts_with("internal server error"))
            verdict = HealthLevel::Unavailable;
    }
    return verdict;
}

} // namespace

bool looksLikeKubernetesHealthz(const Document& document)
{
    if (document.text.starts_with('{') || document.text.starts_with('<'))
        return false;
    bool excluded = false;
    const auto lines = linesOf(document.text.substr(0, 64 * 1024));
    return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
        return checkFrom(line, excluded) || line.ends_with("check passed") || line.ends_with("check failed");
    });
}

Result<Reading> readKubernetesHealthz(const Document& document)
{
    Reading reading;
    reading.format = "kubernetes-healthz";
    EntryNames names;
    const auto lines = linesOf(document.text);
    for (const auto& line : lines) {
        bool excluded = false;
        if (auto check = checkFrom(line, excluded)) {
            check->name = names.of(check->name, reading.components.size());
            reading.components.push_back(std::move(*check));
            if (excluded)
                flag(reading, "excluded-check");
        } else if (line.starts_with("warn:"))
            reading.message = line;
        if (reading.components.size() > maxComponents)
            return Error{"too-large", "more than 5000 checks", {}};
    }
    reading.level = verdictOf(lines);
    if (!reading.level)
        reading.level = levelOf(reading.components);
    if (!reading.level)
        return Error{"unknown-format", "neither ok nor a list of checks", {}};
    applyMasking(reading, std::vector<bool>(reading.components.size(), false));
    applyFloor(reading, document.status);
    return reading;
}

} // namespace rungwatch::formats
