// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/http_caller.h"

#include <curl/curl.h>

#include <algorithm>
#include <memory>

namespace rungwatch::bookstore {

namespace {

using Handle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using Headers = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

std::size_t take(char* data, std::size_t size, std::size_t count, void* body)
{
    static_cast<std::string*>(body)->append(data, size * count);
    return size * count;
}

FailureClass classOf(CURLcode code)
{
    if (code == CURLE_OPERATION_TIMEDOUT)
        return FailureClass::Kind::Timeout;
    if (code == CURLE_COULDNT_CONNECT)
        return FailureClass::Kind::Refused;
    return FailureClass::Kind::Reset;
}

} // namespace

CallEnd httpGet(const std::string& url, const std::string& purpose, const std::string& feature, Duration timeout)
{
    thread_local const Handle handle(curl_easy_init(), &curl_easy_cleanup);
    auto* curl = handle.get();
    CallEnd end;
    const Headers headers(curl_slist_append(curl_slist_append(nullptr, ("X-Purpose: " + purpose).c_str()),
                              ("X-Feature: " + feature).c_str()),
        &curl_slist_free_all);
    const auto milliseconds = std::max<long>(1, std::chrono::ceil<std::chrono::milliseconds>(timeout).count());
    curl_easy_reset(curl); // keeps the connections
    curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.get());
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, milliseconds);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(curl, CURLOPT_TCP_NODELAY, 1L);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &take);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &end.body);
    const auto code = curl_easy_perform(curl);
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_header* asked = nullptr;
    if (code == CURLE_OK && curl_easy_header(curl, "Retry-After", 0, CURLH_HEADER, -1, &asked) == CURLHE_OK)
        end.retryAfter = asked->value;
    end.failure = code == CURLE_OK ? FailureClass::fromHttpStatus(static_cast<int>(status)) : classOf(code);
    return end;
}

} // namespace rungwatch::bookstore
