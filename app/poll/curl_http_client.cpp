// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/curl_http_client.h"

#include "app/poll/curl_ends.h"
#include "app/poll/http_ends.h"
#include "app/poll/plain_text.h"

#include <array>

namespace rungwatch::poll {

using fleet::Transport;

namespace {

/// A head that is longer is no head of a health document.
constexpr std::size_t maxHeadBytes{64 * 1024};

/// Loopback is this machine's, whatever the environment says of proxies.
const std::string& withoutProxy()
{
    static const std::string hosts = [] {
        std::string named = qEnvironmentVariable("no_proxy", qEnvironmentVariable("NO_PROXY")).toStdString();
        return named == "*" ? named : named + (named.empty() ? "" : ",") + "localhost,127.0.0.1,::1";
    }();
    return hosts;
}

std::string lower(std::string_view text)
{
    std::string low(text);
    for (auto& c : low)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return low;
}

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

const char* pathOrNone(const std::string& path)
{
    return path.empty() ? nullptr : path.c_str();
}

} // namespace

/// One call, and the handle that it goes through. Used for one after another.
class CurlHttpClient::Transfer {
public:
    Transfer()
        : m_easy(curl_easy_init())
    {
        if (!m_easy)
            qFatal("no memory for HTTP calls");
        setAlways();
    }
    ~Transfer()
    {
        curl_easy_cleanup(m_easy);
        curl_slist_free_all(m_headers);
    }
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    [[nodiscard]] CURL* easy() const { return m_easy; }

    void begin(const HttpRequest& request, Done done, SteadyTime now)
    {
        m_done = std::move(done);
        m_startedAt = now;
        m_maxBytes = request.maxBytes;
        m_answer = {};
        m_headBytes = 0;
        m_answerBegan = m_headCame = false;
        m_gaveUp = Transport::None;
        m_message[0] = '\0';
        curl_easy_setopt(
            m_easy, CURLOPT_URL, request.url.toEncoded(QUrl::RemoveFragment | QUrl::RemoveUserInfo).constData());
        curl_easy_setopt(m_easy, CURLOPT_TIMEOUT_MS,
            static_cast<long>(std::chrono::ceil<std::chrono::milliseconds>(request.timeout).count()));
        setMethod(request);
        setHeaders(request);
        setTls(request.tls);
    }

    /// To be called once; what came is handed over with it.
    [[nodiscard]] Done takeDone() { return std::exchange(m_done, {}); }
    [[nodiscard]] HttpAnswer answer(CURLcode code, const Moment& now);

private:
    void setAlways();
    void setMethod(const HttpRequest& request);
    void setHeaders(const HttpRequest& request);
    void setTls(const TlsFiles& files);
    [[nodiscard]] std::string detailOf(CURLcode code) const;

    static std::size_t takeHead(const char* bytes, std::size_t, std::size_t count, void* self)
    {
        return static_cast<Transfer*>(self)->takeLine({bytes, count}) ? count : 0;
    }
    static std::size_t takeBody(const char* bytes, std::size_t, std::size_t count, void* self)
    {
        return static_cast<Transfer*>(self)->takeBytes({bytes, count}) ? count : 0;
    }
    bool takeLine(std::string_view line);
    bool takeBytes(std::string_view bytes);

    CURL* const m_easy;
    std::string m_systemAuthorities;
    curl_slist* m_headers{nullptr};
    Done m_done;
    SteadyTime m_startedAt;
    qint64 m_maxBytes{0};
    QByteArray m_sent;
    HttpAnswer m_answer;
    std::size_t m_headBytes{0};
    bool m_answerBegan{false};
    bool m_headCame{false};
    Transport m_gaveUp{Transport::None};
    std::array<char, CURL_ERROR_SIZE> m_message{};
};

void CurlHttpClient::Transfer::setAlways()
{
    const char* authorities = nullptr;
    if (curl_easy_getinfo(m_easy, CURLINFO_CAINFO, &authorities) == CURLE_OK && authorities)
        m_systemAuthorities = authorities;
    curl_easy_setopt(m_easy, CURLOPT_ERRORBUFFER, m_message.data());
    curl_easy_setopt(m_easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(m_easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(m_easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(m_easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(m_easy, CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
    curl_easy_setopt(m_easy, CURLOPT_NOPROXY, withoutProxy().c_str());
    curl_easy_setopt(m_easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl_easy_setopt(m_easy, CURLOPT_HEADERFUNCTION, &Transfer::takeHead);
    curl_easy_setopt(m_easy, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(m_easy, CURLOPT_WRITEFUNCTION, &Transfer::takeBody);
    curl_easy_setopt(m_easy, CURLOPT_WRITEDATA, this);
}

void CurlHttpClient::Transfer::setMethod(const HttpRequest& request)
{
    m_sent = request.body;
    curl_easy_setopt(m_easy, CURLOPT_HTTPGET, 1L);
    if (!m_sent.isEmpty()) {
        curl_easy_setopt(m_easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(m_sent.size()));
        curl_easy_setopt(m_easy, CURLOPT_POSTFIELDS, m_sent.constData());
    }
    const bool ownWord = !m_sent.isEmpty() || request.method != "GET";
    curl_easy_setopt(m_easy, CURLOPT_CUSTOMREQUEST, ownWord ? request.method.constData() : nullptr);
}

void CurlHttpClient::Transfer::setHeaders(const HttpRequest& request)
{
    curl_slist_free_all(std::exchange(m_headers, nullptr));
    for (const auto& [name, value] : request.headers)
        m_headers = curl_slist_append(m_headers, (value.isEmpty() ? name + ';' : name + ": " + value).constData());
    if (!m_sent.isEmpty())
        m_headers = curl_slist_append(m_headers, "Expect:");
    curl_easy_setopt(m_easy, CURLOPT_HTTPHEADER, m_headers);
}

void CurlHttpClient::Transfer::setTls(const TlsFiles& files)
{
    curl_easy_setopt(
        m_easy, CURLOPT_CAINFO, pathOrNone(files.authorities.empty() ? m_systemAuthorities : files.authorities));
    curl_easy_setopt(m_easy, CURLOPT_SSLCERT, pathOrNone(files.certificate));
    curl_easy_setopt(m_easy, CURLOPT_SSLKEY, pathOrNone(files.key));
}

bool CurlHttpClient::Transfer::takeLine(std::string_view line)
{
    m_headBytes += line.size();
    if (m_headBytes > maxHeadBytes) {
        m_gaveUp = Transport::TooLarge;
        return false;
    }
    if (line.starts_with("HTTP/")) { // also after an interim answer
        m_answerBegan = true;
        m_headCame = false;
        m_answer.headers.clear();
    } else if (m_headCame) {
        // What comes behind the body is no header.
    } else if (line == "\r\n" || line == "\n") {
        m_headCame = true;
    } else if (const auto colon = line.find(':'); colon != std::string_view::npos) {
        auto& value = m_answer.headers[lower(trimmed(line.substr(0, colon)))];
        value += (value.empty() ? "" : ", ") + std::string(trimmed(line.substr(colon + 1)));
    }
    return true;
}

bool CurlHttpClient::Transfer::takeBytes(std::string_view bytes)
{
    m_answer.body.append(bytes.data(), static_cast<qsizetype>(bytes.size()));
    if (m_answer.body.size() <= m_maxBytes)
        return true;
    m_gaveUp = Transport::TooLarge;
    return false;
}

std::string CurlHttpClient::Transfer::detailOf(CURLcode code) const
{
    switch (m_answer.transport) {
    case Transport::None:
        return {};
    case Transport::TooLarge:
        return tooLargeDetail(m_headBytes > maxHeadBytes ? static_cast<qint64>(maxHeadBytes) : m_maxBytes);
    case Transport::Timeout:
        return timeoutDetail(m_headCame, m_answer.body.size());
    case Transport::BrokeOff:
        return brokeOffDetail(m_headCame, m_answer.body.size());
    case Transport::Redirect: {
        const auto location = m_answer.headers.find("location");
        return redirectDetail(location == m_answer.headers.end() ? std::string_view{} : location->second);
    }
    default:
        if (code == CURLE_BAD_CONTENT_ENCODING)
            return badEncodingDetail;
        return plainText(m_message[0] ? m_message.data() : curl_easy_strerror(code));
    }
}

HttpAnswer CurlHttpClient::Transfer::answer(CURLcode code, const Moment& now)
{
    CurlEnd end{code, m_message.data(), 0, 0, m_answerBegan, m_headCame};
    long number = 0;
    if (curl_easy_getinfo(m_easy, CURLINFO_OS_ERRNO, &number) == CURLE_OK)
        end.systemError = static_cast<int>(number);
    curl_easy_getinfo(m_easy, CURLINFO_SSL_VERIFYRESULT, &end.verifyResult);
    if (curl_easy_getinfo(m_easy, CURLINFO_RESPONSE_CODE, &number) == CURLE_OK)
        m_answer.status = static_cast<int>(number);
    m_answer.endedAt = now.steady;
    m_answer.endedWall = now.wall;
    m_answer.latency = now.steady - m_startedAt;
    m_answer.transport = m_gaveUp != Transport::None ? m_gaveUp : transportOf(end);
    if (m_answer.transport == Transport::None && isRedirect(m_answer.status))
        m_answer.transport = Transport::Redirect;
    m_answer.detail = detailOf(code);
    if (m_answer.transport != Transport::None) {
        m_answer.headers.clear();
        m_answer.body.clear();
    }
    return std::exchange(m_answer, {});
}

CurlHttpClient::CurlHttpClient(const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_multi([this](CURL* easy, CURLcode code) { end(easy, code); })
{
}

CurlHttpClient::~CurlHttpClient()
{
    for (const auto& [easy, transfer] : m_running)
        m_multi.remove(easy);
}

void CurlHttpClient::call(const HttpRequest& request, Done done)
{
    std::unique_ptr<Transfer> transfer;
    if (m_idle.empty()) {
        transfer = std::make_unique<Transfer>();
    } else {
        transfer = std::move(m_idle.back());
        m_idle.pop_back();
    }
    transfer->begin(request, std::move(done), m_clock.steadyNow());
    auto* easy = transfer->easy();
    m_running.emplace(easy, std::move(transfer));
    if (!m_multi.add(easy))
        QMetaObject::invokeMethod(
            this, [this, easy] { end(easy, CURLE_OUT_OF_MEMORY); }, Qt::QueuedConnection);
}

void CurlHttpClient::end(CURL* easy, CURLcode code)
{
    auto running = m_running.extract(easy);
    if (running.empty())
        return;
    auto answer = running.mapped()->answer(code, m_clock.now());
    const auto done = running.mapped()->takeDone();
    m_idle.push_back(std::move(running.mapped()));
    done(std::move(answer));
}

} // namespace rungwatch::poll
