// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/hystrix_stream.h"

#include "rungwatch/formats/breaker_words.h"
#include "rungwatch/formats/event_stream.h"
#include "rungwatch/formats/hystrix_command.h"
#include "rungwatch/formats/json_document.h"

#include <algorithm>

namespace rungwatch::formats {

namespace {

/// Puts the events of one stream together.
class Stream {
public:
    explicit Stream(std::string_view format)
    {
        reading.format = format;
        reading.stream.emplace();
    }

    void take(const JsonValue& root)
    {
        const auto* event = hystrixEventIn(root);
        if (!event)
            return;
        const auto type = textAt(event, "type");
        if (const auto name = textAt(event, "circuitBreakerName"); !name.empty())
            takeResilience4j(*event, name, type);
        else if (type == "HystrixCommand")
            put(hystrixBreakerFrom(*event));
        else if (type == "HystrixThreadPool")
            takePool(textAt(event, "name"));
    }

    Result<Reading> finished(int status)
    {
        if (reading.breakers.size() > maxComponents || reading.stream->threadPools.size() > maxComponents)
            return Error{"too-large", "more than 5000 breakers or thread pools", {}};
        if (m_resilience4j && reading.stream->threadPools.empty())
            reading.format = "resilience4j-circuitbreaker-events";
        reading.level = levelOf(reading.breakers);
        if (!reading.level)
            flag(reading, "no-verdict");
        applyFloor(reading, status);
        return std::move(reading);
    }

    Reading reading;

private:
    void put(BreakerReading breaker)
    {
        const auto [place, isNew] = m_places.try_emplace(breaker.name, reading.breakers.size());
        if (isNew)
            reading.breakers.push_back(std::move(breaker));
        else
            reading.breakers[place->second] = std::move(breaker);
    }

    void takePool(const std::string& name)
    {
        auto& pools = reading.stream->threadPools;
        if (!name.empty() && m_pools.insert(name).second)
            pools.push_back(name);
    }

    /// An event without a state leaves the one that was known before.
    void takeResilience4j(const JsonValue& event, const std::string& name, const std::string& type)
    {
        m_resilience4j = true;
        auto word = textAt(&event, "currentState");
        if (word.empty() && type == "STATE_TRANSITION") {
            word = textAt(&event, "stateTransition");
            const auto split = word.rfind("_TO_");
            word = split == std::string::npos ? std::string() : word.substr(split + 4);
        }
        BreakerReading breaker;
        if (const auto known = m_places.find(name); known != m_places.end())
            breaker = reading.breakers[known->second];
        breaker.name = name;
        if (!word.empty())
            setState(breaker, breakerWord(word), reading);
        put(std::move(breaker));
    }

    std::map<std::string, std::size_t> m_places;
    std::set<std::string> m_pools;
    bool m_resilience4j{false};
};

} // namespace

bool looksLikeEventStream(const Document& document)
{
    if (document.header("content-type").starts_with("text/event-stream"))
        return true;
    constexpr std::string_view starts[]{"data:", "event:", "ping:", "retry:", "id:"};
    return std::any_of(
        std::begin(starts), std::end(starts), [&](std::string_view start) { return document.text.starts_with(start); });
}

Result<Reading> readHystrixStream(const Document& document)
{
    const auto events = parseEventStream(document.answer.body);
    if (events.tooLarge)
        return Error{"too-large", "more than 50000 events, or one longer than 1 MiB", {}};
    Stream stream("hystrix-stream");
    stream.reading.stream->events = events.events.size();
    stream.reading.stream->pings = events.pings;
    std::size_t bad = 0;
    for (const auto& event : events.events) {
        const auto json = parseJson(trimmedBody(event.data), {.wholeText = false});
        bad += !json;
        if (json)
            stream.take(json->root);
    }
    if (bad > 0 && bad == events.events.size())
        return Error{"bad-json", "no event of the stream holds JSON", {}};
    if (bad > 0)
        flag(stream.reading, "bad-row");
    if (events.truncatedTail)
        flag(stream.reading, "truncated-tail");
    return stream.finished(document.status);
}

bool looksLikeHystrixEvent(const Document& document)
{
    const auto* event = hystrixEventIn(document.root);
    return event && textAt(event, "type") == "HystrixCommand";
}

Result<Reading> readHystrixEvent(const Document& document)
{
    Stream stream("hystrix-stream");
    stream.reading.stream->events = 1;
    stream.reading.flags = document.flags;
    stream.take(document.root);
    return stream.finished(document.status);
}

} // namespace rungwatch::formats
