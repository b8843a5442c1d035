// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/http_host.h"
#include "rungwatch/base/clock.h"
#include "rungwatch/base/located_json.h"

#include <deque>
#include <mutex>
#include <optional>
#include <string>

namespace rungwatch::bookstore {

/// What every control call says of itself, and the document that may say more.
struct Order {
    std::string commandId;
    std::string by;
    std::string reason;
    JsonValue document;
};

/// The order in a control call's body.
[[nodiscard]] Result<Order> readOrder(const QByteArray& body);
/// A text member of a document; empty where it is none.
[[nodiscard]] std::string textOf(const JsonValue& root, std::string_view key);
/// Seconds of a document, above 0 and at most `longest`; absent where it is null or missing.
[[nodiscard]] Result<std::optional<Duration>> secondsOf(
    const JsonValue& root, std::string_view key, std::chrono::seconds longest);

[[nodiscard]] HttpReply jsonReply(int status, const std::string& json);
/// {"cause": ..., "retry_in_s": ...} as 409 and the other refusals say it.
[[nodiscard]] HttpReply refusal(int status, std::string_view cause, std::optional<Duration> retryIn = std::nullopt);

/// Answers by command: a repeated call gets the answer of the first, or the refusal `underWay` while that one has none
/// yet. Remembers the last 64 commands. Thread-safe.
class CommandAnswers {
public:
    explicit CommandAnswers(std::string_view underWay)
        : m_underWay(underWay)
    {
    }

    /// Nothing for a command that is new, which is then under way until remember().
    [[nodiscard]] std::optional<HttpReply> begin(const std::string& commandId);
    void remember(const std::string& commandId, const HttpReply& answer);

private:
    struct Entry {
        std::string commandId;
        std::optional<HttpReply> answer;
    };

    const std::string m_underWay;
    std::mutex m_mutex;
    std::deque<Entry> m_entries;
};

} // namespace rungwatch::bookstore
