// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/timeline/people.h"

#include <algorithm>

namespace rungwatch::timeline {

namespace {

constexpr std::string_view someone{"a person"};

void replaceAll(std::string& text, const std::string& name)
{
    for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + someone.size()))
        text.replace(at, name.size(), someone);
}

bool isInAddress(char c)
{
    return static_cast<unsigned char>(c) > ' ' && std::string_view("<>()[],;:\"").find(c) == std::string_view::npos;
}

void replaceAddresses(std::string& text)
{
    for (auto at = text.find('@'); at != std::string::npos; at = text.find('@', at)) {
        auto begin = at;
        auto end = at + 1;
        while (begin > 0 && isInAddress(text[begin - 1]))
            --begin;
        while (end < text.size() && isInAddress(text[end]))
            ++end;
        if (begin == at || end == at + 1) {
            ++at; // "@ 14:05" is no address
            continue;
        }
        text.replace(begin, end - begin, someone);
        at = begin + someone.size();
    }
}

} // namespace

People::People(const JsonValue& root)
{
    collect(root);
}

void People::collect(const JsonValue& value)
{
    const auto* type = value.find("type");
    if (type && type->isText() && type->text.find("user") != std::string::npos)
        for (const auto* key : {"summary", "name", "email"})
            if (const auto* name = value.find(key); name && name->isText() && name->text.size() > 2)
                m_names.insert(name->text);
    for (const auto& member : value.members)
        collect(member.value);
    for (const auto& item : value.items)
        collect(item);
}

std::string People::without(const std::string& text) const
{
    auto kept = text;
    // Longer names first: a name may begin another one.
    std::vector<std::string> names(m_names.begin(), m_names.end());
    std::stable_sort(
        names.begin(), names.end(), [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
    for (const auto& name : names)
        replaceAll(kept, name);
    replaceAddresses(kept);
    return kept;
}

} // namespace rungwatch::timeline
