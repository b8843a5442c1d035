// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/base/located_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <set>

namespace rungwatch {

const JsonValue* JsonValue::find(std::string_view key) const
{
    const auto found =
        std::find_if(members.rbegin(), members.rend(), [&](const JsonMember& m) { return m.key == key; });
    return found == members.rend() ? nullptr : &found->value;
}

namespace {

/// How far the text was read, which the parser itself does not tell.
struct Progress {
    std::size_t consumed{0};
    /// The parser asked for more than there is.
    bool ended{false};
};

/// Hands the text to the parser and keeps count.
class CountingIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, Progress* progress)
        : m_at(at)
        , m_progress(progress)
    {
    }
    reference operator*() const { return *m_at; }
    CountingIterator& operator++()
    {
        ++m_at;
        ++m_progress->consumed;
        return *this;
    }
    CountingIterator operator++(int)
    {
        auto before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator& other) const { return m_at == other.m_at; }
    bool operator!=(const CountingIterator& other) const
    {
        m_progress->ended = m_progress->ended || m_at == other.m_at;
        return m_at != other.m_at;
    }

private:
    const char* m_at;
    Progress* m_progress;
};

/// Builds the tree from the parser's calls, so that depth and count are bounded while reading, not afterwards.
class TreeBuilder {
public:
    TreeBuilder(std::string_view text, const JsonLimits& limits)
        : m_text(text)
        , m_limits(limits)
    {
    }

    Progress progress;
    JsonDocument document;
    std::optional<Error> error;

    bool null() { return put({}); }
    bool boolean(bool value)
    {
        JsonValue item;
        item.kind = JsonValue::Kind::Boolean;
        item.boolean = value;
        return put(std::move(item));
    }
    bool number_integer(std::int64_t value) { return putNumber(static_cast<double>(value), value); }
    bool number_unsigned(std::uint64_t value)
    {
        if (value <= static_cast<std::uint64_t>(INT64_MAX))
            return putNumber(static_cast<double>(value), static_cast<std::int64_t>(value));
        return putNumber(static_cast<double>(value), std::nullopt, std::to_string(value));
    }
    bool number_float(double value, const std::string&) { return putNumber(value, std::nullopt); }
    bool string(std::string& value)
    {
        JsonValue item;
        item.kind = JsonValue::Kind::Text;
        item.text = std::move(value);
        return put(std::move(item));
    }
    bool binary(std::vector<std::uint8_t>&) { return false; }
    bool start_object(std::size_t) { return open(JsonValue::Kind::Object); }
    bool start_array(std::size_t) { return open(JsonValue::Kind::Array); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name)
    {
        auto& object = *m_open.back();
        if (!document.duplicateKey && m_keys.back().contains(name)) {
            document.duplicateKey = name;
            document.duplicateLine = line();
        }
        m_keys.back().insert(name);
        object.members.push_back({std::move(name), {}, line()});
        return true;
    }
    bool parse_error(std::size_t, const std::string& token, const nlohmann::detail::exception& cause)
    {
        if (!error)
            error = Error{"bad-json", sentence(token, cause), "line " + std::to_string(line())};
        return false;
    }

    int line()
    {
        // The parser reads one character past a number, which may be a line break: the last one read does not count.
        const auto upTo = std::min(progress.consumed == 0 ? 0 : progress.consumed - 1, m_text.size());
        m_line += static_cast<int>(std::count(m_text.begin() + static_cast<std::ptrdiff_t>(m_counted),
            m_text.begin() + static_cast<std::ptrdiff_t>(std::max(upTo, m_counted)), '\n'));
        m_counted = std::max(upTo, m_counted);
        return m_line;
    }

private:
    static constexpr int outOfRange = 406;

    std::string sentence(const std::string& token, const nlohmann::detail::exception& cause) const
    {
        if (cause.id == outOfRange)
            return "a number that no double holds: " + token.substr(0, 40);
        if (m_text.find_first_not_of(" \t\r\n") == std::string_view::npos)
            return "empty, expected a JSON value";
        if (std::string_view(cause.what()).find("; expected end of input") != std::string_view::npos)
            return "text after the JSON value, near \"" + lastOf(token) + "\"";
        if (progress.ended)
            return "cut, the JSON value is not complete";
        if (isClosingAfterComma())
            return "a comma with nothing after it, near \"" + lastOf(token) + "\"";
        return "not JSON near \"" + lastOf(token) + "\"";
    }

    /// Whether the last character read closes an object or an array right after a comma.
    bool isClosingAfterComma() const
    {
        const auto last = progress.consumed - 1;
        if (progress.consumed == 0 || last >= m_text.size() || (m_text[last] != '}' && m_text[last] != ']'))
            return false;
        const auto before = m_text.substr(0, last).find_last_not_of(" \t\r\n");
        return before != std::string_view::npos && m_text[before] == ',';
    }

    static std::string lastOf(const std::string& token)
    {
        // The parser writes control characters out as <U+000A>, so the text stays on one line.
        const auto from = token.size() > 20 ? token.size() - 20 : 0;
        std::string near = token.substr(from);
        if (const auto lineBreak = near.rfind("<U+000A>"); lineBreak != std::string::npos)
            near.erase(0, lineBreak + 8);
        return near;
    }

    bool putNumber(double value, std::optional<std::int64_t> whole, std::string digits = {})
    {
        JsonValue item;
        item.kind = JsonValue::Kind::Number;
        item.number = value;
        item.whole = whole;
        item.text = std::move(digits);
        return put(std::move(item));
    }

    bool tooLarge(const char* what)
    {
        error = Error{"too-large", what, "line " + std::to_string(line())};
        return false;
    }

    JsonValue& place(JsonValue item)
    {
        item.line = line();
        if (m_open.empty())
            return document.root = std::move(item);
        auto& parent = *m_open.back();
        if (parent.isArray())
            return parent.items.emplace_back(std::move(item));
        return parent.members.back().value = std::move(item);
    }

    bool put(JsonValue item)
    {
        if (++m_values > m_limits.values)
            return tooLarge("more values than are read");
        place(std::move(item));
        return true;
    }

    bool open(JsonValue::Kind kind)
    {
        if (++m_values > m_limits.values)
            return tooLarge("more values than are read");
        if (m_open.size() >= m_limits.depth)
            return tooLarge("nested deeper than is read");
        JsonValue item;
        item.kind = kind;
        // Stays valid: only the innermost open container grows.
        m_open.push_back(&place(std::move(item)));
        m_keys.emplace_back();
        return true;
    }

    bool close()
    {
        m_open.pop_back();
        m_keys.pop_back();
        return true;
    }

    std::string_view m_text;
    const JsonLimits& m_limits;
    std::vector<JsonValue*> m_open;
    std::vector<std::set<std::string, std::less<>>> m_keys;
    std::size_t m_values{0};
    std::size_t m_counted{0};
    int m_line{1};
};

/// Whether anything but white space follows the value: the parser reads at most one character past a number.
bool somethingFollows(std::string_view text, std::size_t consumed, bool numberAtTop)
{
    const bool readPast = numberAtTop && consumed > 0 && (text[consumed - 1] < '0' || text[consumed - 1] > '9');
    const auto from = readPast ? consumed - 1 : consumed;
    return text.substr(std::min(from, text.size())).find_first_not_of(" \t\r\n") != std::string_view::npos;
}

} // namespace

Result<JsonDocument> parseJson(std::string_view text, const JsonLimits& limits)
{
    TreeBuilder builder(text, limits);
    const CountingIterator begin(text.data(), &builder.progress);
    const CountingIterator end(text.data() + text.size(), &builder.progress);
    const bool read = nlohmann::json::sax_parse(
        begin, end, &builder, nlohmann::json::input_format_t::json, limits.wholeText, limits.comments);
    if (builder.error)
        return *builder.error;
    if (!read)
        return Error{"bad-json", "not JSON", "line " + std::to_string(builder.line())};
    builder.document.trailing = !limits.wholeText
        && somethingFollows(text, builder.progress.consumed, builder.document.root.kind == JsonValue::Kind::Number);
    return std::move(builder.document);
}

} // namespace rungwatch
