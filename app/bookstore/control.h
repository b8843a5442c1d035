// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/http_host.h"
#include "app/bookstore/store.h"

namespace rungwatch::bookstore {

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
    /// Probes by command: a repeated call gets the answer of the first, or 409 while that one is under way.
    std::shared_ptr<std::map<std::string, std::optional<HttpReply>>> m_probes;
    std::shared_ptr<std::mutex> m_mutex;
};

} // namespace rungwatch::bookstore
