// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/exposition.h"

#include "rungwatch/formats/level_words.h"

#include <algorithm>
#include <unordered_map>

namespace rungwatch::formats {

namespace {

constexpr std::string_view blanks{" \t\r"};

std::string_view trimmedLine(std::string_view line)
{
    const auto first = line.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view{}
                                           : line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

std::string_view nextWord(std::string_view& rest)
{
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
    const auto word = rest.substr(0, rest.find_first_of(blanks));
    rest.remove_prefix(word.size());
    return word;
}

/// Takes the lines of one text, in order.
class Lines {
public:
    explicit Lines(Dialect dialect)
        : m_dialect(dialect)
    {
    }

    void take(std::string_view line)
    {
        line = trimmedLine(line);
        if (line.empty())
            return;
        if (result.eof)
            result.dataAfterEof = true;
        else if (line.front() == '#')
            comment(line.substr(1));
        else if (auto sample = sampleFrom(line, m_dialect))
            add(std::move(*sample));
        else
            ++result.badLines;
    }

    Exposition result;

private:
    void comment(std::string_view rest)
    {
        const auto kind = nextWord(rest);
        if (m_dialect == Dialect::OpenMetrics && kind == "EOF" && trimmedLine(rest).empty())
            result.eof = true;
        if (kind != "TYPE")
            return;
        const auto family = nextWord(rest);
        if (const auto type = nextWord(rest); !type.empty())
            result.types.insert_or_assign(std::string(family), normalisedWord(type));
    }

    void add(Sample sample)
    {
        const auto [place, isNew] = m_places.try_emplace(seriesKey(sample), result.samples.size());
        if (isNew)
            result.samples.push_back(std::move(sample));
        else
            result.samples[place->second] = std::move(sample);
    }

    static std::string seriesKey(const Sample& sample)
    {
        std::string key = sample.name;
        for (const auto& [name, value] : sample.labels) {
            key += '\0';
            key += name;
            key += '\0';
            key += value;
        }
        return key;
    }

    Dialect m_dialect;
    std::unordered_map<std::string, std::size_t> m_places;
};

} // namespace

Result<Exposition> parseExposition(std::string_view body, Dialect dialect)
{
    if (body.starts_with("\xef\xbb\xbf"))
        body.remove_prefix(3);
    Lines lines(dialect);
    auto& result = lines.result;
    while (!body.empty()) {
        const auto end = body.find('\n');
        const auto badBefore = result.badLines;
        lines.take(body.substr(0, end));
        if (end == std::string_view::npos && result.badLines > badBefore) {
            result.badLines = badBefore;
            result.truncatedTail = true;
        }
        body.remove_prefix(end == std::string_view::npos ? body.size() : end + 1);
        if (result.samples.size() > maxSamples)
            return Error{"too-large", "more than " + std::to_string(maxSamples) + " series", {}};
    }
    const bool none = result.samples.empty() && !result.eof;
    if (none || result.badLines > result.samples.size())
        return Error{"bad-exposition",
            std::to_string(result.badLines) + " lines can't be read as metrics and "
                + std::to_string(result.samples.size()) + " can",
            {}};
    if (dialect == Dialect::OpenMetrics && !result.eof)
        result.truncatedTail = true;
    return result;
}

} // namespace rungwatch::formats
