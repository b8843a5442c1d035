// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/control_order.h"

#include "rungwatch/base/codec.h"

#include <algorithm>

namespace rungwatch::bookstore {

HttpReply jsonReply(int status, const std::string& json)
{
    return {status, "application/json", QByteArray::fromStdString(json), {}};
}

HttpReply refusal(int status, std::string_view cause, std::optional<Duration> retryIn)
{
    JsonWriter out;
    out.beginObject();
    out.member("cause", cause);
    out.member("retry_in_s", retryIn);
    out.end();
    return jsonReply(status, out.str());
}

std::string textOf(const JsonValue& root, std::string_view key)
{
    const auto* value = root.find(key);
    return value && value->isText() ? value->text : std::string();
}

Result<std::optional<Duration>> secondsOf(const JsonValue& root, std::string_view key, std::chrono::seconds longest)
{
    const auto* value = root.find(key);
    if (!value || value->isNull())
        return std::optional<Duration>();
    const auto most = static_cast<double>(longest.count());
    if (value->kind != JsonValue::Kind::Number || !(value->number > 0) || value->number > most)
        return Error{"bad-request",
            "expected " + std::string(key) + " above 0 and at most " + std::to_string(longest.count()) + ", or null",
            {}};
    return std::optional(fromSeconds(value->number));
}

Result<Order> readOrder(const QByteArray& body)
{
    auto document = parseJson(std::string_view(body.data(), static_cast<std::size_t>(body.size())));
    if (!document)
        return document.error();
    auto root = std::move(document.value().root);
    Order order{textOf(root, "command_id"), textOf(root, "by"), textOf(root, "reason"), std::move(root)};
    if (order.commandId.empty() || order.by.empty() || order.reason.empty())
        return Error{"bad-request", "expected command_id, by and reason, each a text", {}};
    return order;
}

std::optional<HttpReply> CommandAnswers::begin(const std::string& commandId)
{
    const std::lock_guard lock(m_mutex);
    const auto known = std::ranges::find(m_entries, commandId, &Entry::commandId);
    if (known != m_entries.end())
        return known->answer ? *known->answer : refusal(409, m_underWay);
    m_entries.push_back({commandId, std::nullopt});
    if (m_entries.size() > 64)
        m_entries.pop_front();
    return std::nullopt;
}

void CommandAnswers::remember(const std::string& commandId, const HttpReply& answer)
{
    const std::lock_guard lock(m_mutex);
    const auto entry = std::ranges::find(m_entries, commandId, &Entry::commandId);
    if (entry != m_entries.end())
        entry->answer = answer;
}

} // namespace rungwatch::bookstore
