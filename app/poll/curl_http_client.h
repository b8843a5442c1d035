// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/poll/curl_multi.h"
#include "app/poll/http_client.h"

#include <unordered_map>

namespace rungwatch::poll {

/// HttpClient over libcurl, for the plain polls: a connection an endpoint, kept and used again; no limit of calls at
/// once. HTTP/1.1 and gzip. A proxy only where the environment names one (http_proxy, https_proxy, all_proxy), and
/// never to this machine itself. Make and destroy it on the thread that uses it; what is under way then ends without a
/// word.
class CurlHttpClient final : public QObject, public HttpClient {
    Q_OBJECT

public:
    explicit CurlHttpClient(const Clock& clock, QObject* parent = nullptr);
    ~CurlHttpClient() override;

    void call(const HttpRequest& request, Done done) override;

private:
    class Transfer;
    void end(CURL* easy, CURLcode code);

    const Clock& m_clock;
    CurlMulti m_multi;
    std::unordered_map<CURL*, std::unique_ptr<Transfer>> m_running;
    /// An easy handle is dear to make and set up.
    std::vector<std::unique_ptr<Transfer>> m_idle;
};

} // namespace rungwatch::poll
