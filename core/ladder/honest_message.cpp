// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/honest_message.h"

#include <algorithm>

namespace rungwatch {

namespace {

using namespace std::chrono_literals;

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

std::optional<OtherPath> pathFrom(std::string_view word)
{
    for (const std::string_view scheme : {"mailto:", "tel:"})
        if (word.starts_with(scheme) && word.size() > scheme.size())
            return OtherPath{OtherPath::Kind::Contact, std::string(word)};
    for (const std::string_view scheme : {"https://", "http://"})
        if (word.starts_with(scheme) && word.size() > scheme.size())
            return OtherPath{OtherPath::Kind::Link, std::string(word)};
    // "//host" would be another site's.
    if (word.starts_with('/') && !word.starts_with("//"))
        return OtherPath{OtherPath::Kind::Link, std::string(word)};
    return std::nullopt;
}

/// "refund_eligibility" as people read it: "Refund eligibility".
std::string spoken(std::string_view capability)
{
    std::string words(capability);
    std::replace(words.begin(), words.end(), '_', ' ');
    if (words.find_first_not_of(" \t\r\n") == std::string::npos)
        return "This";
    if (words[0] >= 'a' && words[0] <= 'z')
        words[0] = static_cast<char>(words[0] - 'a' + 'A');
    return words;
}

/// How a path is said in a sentence: a contact without its scheme.
std::string_view spokenPath(const OtherPath& path)
{
    const std::string_view target = path.target;
    return path.kind == OtherPath::Kind::Contact ? target.substr(target.find(':') + 1) : target;
}

std::string placeInWords(const QueuePlace& place)
{
    auto words = " You are number " + std::to_string(place.position) + " in the queue";
    if (place.wait) {
        const auto minutes = std::max<std::int64_t>(1, *place.wait / 1min + (*place.wait % 1min > 0ns ? 1 : 0));
        words += "; the wait is about " + std::to_string(minutes) + (minutes == 1 ? " minute" : " minutes");
    }
    return words + ".";
}

} // namespace

std::vector<OtherPath> otherPathsOf(std::string_view otherPath)
{
    std::vector<OtherPath> paths;
    while (!otherPath.empty()) {
        const auto* begin = std::find_if_not(otherPath.begin(), otherPath.end(), isBlank);
        const auto* end = std::find_if(begin, otherPath.end(), isBlank);
        if (auto path = pathFrom({begin, static_cast<std::size_t>(end - begin)}))
            paths.push_back(std::move(*path));
        otherPath = {end, static_cast<std::size_t>(otherPath.end() - end)};
    }
    return paths;
}

HonestMessage honestMessage(std::string_view capability, const Rung& rung, std::optional<QueuePlace> place)
{
    HonestMessage message{rung.message, otherPathsOf(rung.otherPath), place};
    if (message.text.find_first_not_of(" \t\r\n") == std::string::npos)
        message.text = spoken(capability) + " is not available at the moment.";
    if (place)
        message.text += placeInWords(*place);
    if (!message.otherPaths.empty()) {
        const auto path = spokenPath(message.otherPaths.front());
        if (message.text.find(path) == std::string::npos)
            message.text += " Another way: " + std::string(path);
    }
    return message;
}

} // namespace rungwatch
