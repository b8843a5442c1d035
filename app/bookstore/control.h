// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/drills.h"

namespace rungwatch::bookstore {

/// The control calls of CONTRACTS: kill switch (PUT, DELETE), probe (POST) and drill (POST, DELETE), behind a bearer
/// token, idempotent by command_id. The store owns every expiry, counted in its own time.
class Control {
public:
    /// `store` outlives this and every probe under way.
    Control(Store& store, QByteArray token);

    /// Whether `path` is a control call's; then it has been or will be answered.
    bool handle(const HttpRequest& request, const Responder& responder);

private:
    void killSwitch(const HttpRequest& request, const Responder& responder);
    void probe(const HttpRequest& request, const Responder& responder);
    void drill(const HttpRequest& request, const Responder& responder);

    Store& m_store;
    QByteArray m_token;
    std::shared_ptr<CommandAnswers> m_probes{std::make_shared<CommandAnswers>("probe_in_flight")};
    std::shared_ptr<Drills> m_drills;
};

} // namespace rungwatch::bookstore
