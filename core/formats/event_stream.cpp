// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/event_stream.h"

#include <algorithm>
#include <charconv>

namespace rungwatch::formats {

namespace {

/// Takes lines off the front; the last one may have no end.
class StreamLines {
public:
    explicit StreamLines(std::string_view text)
        : m_rest(text)
    {
    }

    bool next(std::string_view& line)
    {
        if (m_rest.empty())
            return false;
        const auto end = std::min(m_rest.find_first_of("\r\n"), m_rest.size());
        line = m_rest.substr(0, end);
        const bool both = m_rest.substr(end).starts_with("\r\n");
        m_rest.remove_prefix(std::min(end + (both ? 2 : 1), m_rest.size()));
        return true;
    }

private:
    std::string_view m_rest;
};

class Collector {
public:
    void take(std::string_view line)
    {
        constexpr std::size_t longest{1024 * 1024};
        if (line.empty()) {
            dispatch();
            return;
        }
        if (line.front() == ':')
            return;
        const auto colon = std::min(line.find(':'), line.size());
        const auto field = line.substr(0, colon);
        auto value = line.substr(std::min(colon + 1, line.size()));
        if (value.starts_with(' '))
            value.remove_prefix(1);
        if (field == "data")
            addData(value);
        else if (field == "event")
            m_event.type = value;
        else if (field == "id")
            m_event.id = value;
        else if (field == "ping")
            ++result.pings;
        else if (field == "retry")
            takeRetry(value);
        m_pending = m_pending || field != "ping";
        result.tooLarge = result.tooLarge || m_event.data.size() > longest;
    }

    void finish() { result.truncatedTail = m_pending; }

    EventStream result;

private:
    void addData(std::string_view value)
    {
        if (m_hasData)
            m_event.data += '\n';
        m_event.data += value;
        m_hasData = true;
    }

    void takeRetry(std::string_view value)
    {
        std::uint64_t ms = 0;
        const auto [end, fault] = std::from_chars(value.data(), value.data() + value.size(), ms);
        if (fault == std::errc{} && end == value.data() + value.size())
            result.retryMs = ms;
    }

    void dispatch()
    {
        if (m_hasData && !m_event.data.empty())
            result.events.push_back(std::move(m_event));
        else if (m_event.type == "ping")
            ++result.pings;
        m_event = {};
        m_hasData = false;
        m_pending = false;
        result.tooLarge = result.tooLarge || result.events.size() > maxStreamEvents;
    }

    StreamEvent m_event;
    bool m_hasData{false};
    bool m_pending{false};
};

} // namespace

EventStream parseEventStream(std::string_view body)
{
    if (body.starts_with("\xef\xbb\xbf"))
        body.remove_prefix(3);
    Collector collector;
    StreamLines lines(body);
    for (std::string_view line; !collector.result.tooLarge && lines.next(line);)
        collector.take(line);
    collector.finish();
    return std::move(collector.result);
}

} // namespace rungwatch::formats
