// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/http_host.h"
#include "app/bookstore/store.h"

namespace rungwatch::bookstore {

/// Probes by command: a repeated call gets the answer of the first, or 409 while that one is under way. Remembers the
/// last 64 commands. Thread-safe.
class ProbeAnswers {
public:
    /// Nothing for a command that is new, which is then under way until remember().
    [[nodiscard]] std::optional<HttpReply> begin(const std::string& commandId);
    void remember(const std::string& commandId, const HttpReply& answer);

private:
    struct Entry {
        std::string commandId;
        std::optional<HttpReply> answer;
    };

    std::mutex m_mutex;
    std::deque<Entry> m_entries;
};

/// The control calls of CONTRACTS: kill switch (PUT, DELETE) and probe (POST), behind a bearer token, idempotent by
/// command_id. The store owns every expiry, counted in its own time.
class Control {
public:
    /// `store` outlives this and every probe under way.
    Control(Store& store, QByteArray token);

    /// Whether `path` is a control call's; then it has been or will be answered.
    bool handle(const HttpRequest& request, const Responder& responder);

private:
    void killSwitch(const HttpRequest& request, const Responder& responder);
    void probe(const HttpRequest& request, const Responder& responder);

    Store& m_store;
    QByteArray m_token;
    std::shared_ptr<ProbeAnswers> m_probes{std::make_shared<ProbeAnswers>()};
};

} // namespace rungwatch::bookstore
