// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/control.h"

namespace rungwatch::bookstore {

/// The store's own HTTP server: health, telemetry, the features that customers call, and control.
class StoreServer {
public:
    StoreServer(Store& store, const QByteArray& token);

    [[nodiscard]] HttpHost& host() { return m_host; }

private:
    void handle(const HttpRequest& request, const Responder& responder);
    void serveFeature(const HttpRequest& request, const Responder& responder);

    Store& m_store;
    Control m_control;
    HttpHost m_host;
};

} // namespace rungwatch::bookstore
