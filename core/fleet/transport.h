// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace rungwatch::fleet {

/// Why no answer came. New ones go at the end: their order is the wire format.
enum class Transport {
    None,
    Refused,
    /// No whole answer within the deadline; the detail says how much of one came.
    Timeout,
    Dns,
    /// No secure connection, for a reason without a word of its own below.
    Tls,
    /// The connection ended before a byte of the answer.
    Reset,
    TooLarge,
    /// Answered with another address, as a login page does; it is not followed.
    Redirect,
    Failed,
    /// The console itself did not make the call.
    NotSent,
    ExpiredCertificate,
    /// The certificate is another host's.
    WrongHostName,
    /// Nobody whom this machine (or the source's own authority file) trusts has signed the certificate.
    UntrustedAuthority,
    /// The answer began and ended half-way.
    BrokeOff
};
constexpr std::array<std::string_view, 14> enumNames(Transport)
{
    return {"none", "refused", "timeout", "dns", "tls", "reset", "too_large", "redirect", "failed", "not_sent",
        "expired_certificate", "wrong_host_name", "untrusted_authority", "broke_off"};
}

/// A trouble's word as people read it: "wrong host name".
[[nodiscard]] inline std::string spoken(std::string_view word)
{
    std::string said(word);
    std::replace(said.begin(), said.end(), '_', ' ');
    return said;
}

} // namespace rungwatch::fleet
