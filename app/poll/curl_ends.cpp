// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/poll/curl_ends.h"

#include <cerrno>
#include <openssl/x509_vfy.h>

namespace rungwatch::poll {

using fleet::Transport;

namespace {

Transport ofConnect(int systemError)
{
    switch (systemError) {
    case ECONNREFUSED:
        return Transport::Refused;
    case ECONNRESET:
        return Transport::Reset;
    case ETIMEDOUT:
        return Transport::Timeout;
    default:
        return Transport::Failed;
    }
}

Transport ofCertificate(long verifyResult)
{
    switch (verifyResult) {
    case X509_V_OK: // the chain is good, so the name was not; libcurl says "unspecified" for that
    case X509_V_ERR_UNSPECIFIED:
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return Transport::WrongHostName;
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return Transport::ExpiredCertificate;
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_CERT_UNTRUSTED:
        return Transport::UntrustedAuthority;
    default:
        return Transport::Tls;
    }
}

/// A connection that ended by itself. With TLS 1.3 a server says only after the handshake that it wants another
/// certificate.
Transport ofCut(const CurlEnd& end)
{
    if (end.answerBegan)
        return Transport::BrokeOff;
    return end.message.find("alert") != std::string_view::npos ? Transport::Tls : Transport::Reset;
}

} // namespace

Transport transportOf(const CurlEnd& end)
{
    switch (end.code) {
    case CURLE_OK: // libcurl takes a head that just ends for a whole one
        return end.headCame ? Transport::None : Transport::BrokeOff;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
        return Transport::Dns;
    case CURLE_COULDNT_CONNECT:
        return ofConnect(end.systemError);
    case CURLE_OPERATION_TIMEDOUT:
        return Transport::Timeout;
    case CURLE_PEER_FAILED_VERIFICATION:
        return ofCertificate(end.verifyResult);
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
        return Transport::Tls;
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
        return ofCut(end);
    default:
        return Transport::Failed;
    }
}

} // namespace rungwatch::poll
