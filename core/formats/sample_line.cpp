// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/exposition.h"

#include "rungwatch/formats/level_words.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace rungwatch::formats {

namespace {

bool isNameStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':';
}

bool isNameChar(char c)
{
    return isNameStart(c) || (c >= '0' && c <= '9');
}

/// Reads one line from the front; every step says whether what it expects is there.
class LineScanner {
public:
    explicit LineScanner(std::string_view line)
        : m_rest(line)
    {
    }

    /// Whether there were any.
    bool skipBlanks()
    {
        const auto before = m_rest.size();
        m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t\r"), m_rest.size()));
        return m_rest.size() < before;
    }
    bool atEnd() const { return m_rest.empty(); }
    bool take(char c)
    {
        if (m_rest.empty() || m_rest.front() != c)
            return false;
        m_rest.remove_prefix(1);
        return true;
    }
    bool name(std::string& into)
    {
        if (m_rest.empty() || !isNameStart(m_rest.front()))
            return false;
        while (!m_rest.empty() && isNameChar(m_rest.front()))
            take(into);
        return true;
    }
    /// With its quotes. Backslashes that escape nothing stay as they are.
    bool quoted(std::string& into)
    {
        if (!take('"'))
            return false;
        while (!m_rest.empty() && m_rest.front() != '"') {
            const bool escape = m_rest.front() == '\\' && m_rest.size() > 1;
            const char next = escape ? m_rest[1] : '\0';
            if (next == '\\' || next == '"' || next == 'n') {
                into.push_back(next == 'n' ? '\n' : next);
                m_rest.remove_prefix(2);
            } else
                take(into);
        }
        return take('"');
    }
    std::string_view word()
    {
        const auto found = m_rest.substr(0, m_rest.find_first_of(" \t\r"));
        m_rest.remove_prefix(found.size());
        return found;
    }
    bool isNext(char c) const { return !m_rest.empty() && m_rest.front() == c; }

private:
    void take(std::string& into)
    {
        into.push_back(m_rest.front());
        m_rest.remove_prefix(1);
    }

    std::string_view m_rest;
};

/// One entry within braces: `label="value"`, or a quoted metric name on its own.
bool takeLabel(LineScanner& line, Sample& sample)
{
    std::string key;
    const bool isQuoted = line.isNext('"');
    if (!(isQuoted ? line.quoted(key) : line.name(key)))
        return false;
    line.skipBlanks();
    if (!line.take('=')) {
        if (!isQuoted || !sample.name.empty())
            return false;
        sample.name = std::move(key);
        return true;
    }
    line.skipBlanks();
    std::string value;
    if (!line.quoted(value))
        return false;
    sample.labels.insert_or_assign(std::move(key), std::move(value));
    return true;
}

bool takeLabels(LineScanner& line, Sample& sample)
{
    for (line.skipBlanks(); !line.take('}'); line.skipBlanks()) {
        if (!takeLabel(line, sample))
            return false;
        line.skipBlanks();
        if (!line.take(',') && !line.isNext('}'))
            return false;
    }
    return true;
}

std::optional<WallTime> stampFrom(std::string_view word, Dialect dialect)
{
    const auto number = metricNumber(word);
    const double unit = dialect == Dialect::OpenMetrics ? 1e9 : 1e6;
    if (!number || !(std::fabs(*number) * unit < 9.2e18))
        return std::nullopt;
    return WallTime{Duration{std::llround(*number * unit)}};
}

/// ` # {labels} value [time]`, which says nothing about the series' value.
bool skipExemplar(LineScanner& line)
{
    Sample ignored;
    ignored.name = "exemplar";
    line.skipBlanks();
    if (!line.take('{') || !takeLabels(line, ignored))
        return false;
    for (int words = 0; words < 2; ++words) {
        line.skipBlanks();
        if (line.atEnd())
            return words > 0;
        if (!metricNumber(line.word()))
            return false;
    }
    line.skipBlanks();
    return line.atEnd();
}

} // namespace

std::optional<double> metricNumber(std::string_view text)
{
    auto digits = text;
    const bool minus = digits.starts_with('-');
    if (minus || digits.starts_with('+'))
        digits.remove_prefix(1);
    if (digits.empty() || digits.starts_with('-') || digits.starts_with('+'))
        return std::nullopt;
    if (digits.size() <= 8 && isNameStart(digits.front())) {
        const auto word = normalisedWord(digits);
        if (word.size() != digits.size())
            return std::nullopt;
        if (word == "nan")
            return std::numeric_limits<double>::quiet_NaN();
        if (word == "inf" || word == "infinity")
            return (minus ? -1 : 1) * std::numeric_limits<double>::infinity();
        return std::nullopt;
    }
    double value = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (fault != std::errc{} || end != digits.data() + digits.size())
        return std::nullopt;
    return minus ? -value : value;
}

std::optional<Sample> sampleFrom(std::string_view text, Dialect dialect)
{
    LineScanner line(text);
    line.skipBlanks();
    Sample sample;
    if (!line.isNext('{') && !line.name(sample.name))
        return std::nullopt;
    const bool ended = line.skipBlanks();
    const bool labels = line.take('{');
    // Without braces a blank has to end the name: `foo+1` is no sample.
    if (labels ? !takeLabels(line, sample) : !ended)
        return std::nullopt;
    if (sample.name.empty())
        return std::nullopt;
    line.skipBlanks();
    const auto value = metricNumber(line.word());
    if (!value)
        return std::nullopt;
    sample.value = *value;
    line.skipBlanks();
    if (!line.atEnd() && !line.isNext('#')) {
        sample.at = stampFrom(line.word(), dialect);
        if (!sample.at)
            return std::nullopt;
        line.skipBlanks();
    }
    if (line.atEnd() || (line.take('#') && skipExemplar(line)))
        return sample;
    return std::nullopt;
}

} // namespace rungwatch::formats
