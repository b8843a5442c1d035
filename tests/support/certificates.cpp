// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/certificates.h"

#include <QSslKey>
#include <QSslSocket>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

namespace rungwatch::testing {

namespace {

struct Free {
    void operator()(X509* certificate) const { X509_free(certificate); }
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    void operator()(BIO* memory) const { BIO_free(memory); }
    void operator()(X509_EXTENSION* extension) const { X509_EXTENSION_free(extension); }
};
using Certificate = std::unique_ptr<X509, Free>;
using Key = std::unique_ptr<EVP_PKEY, Free>;

template <class Write> QByteArray pem(Write write)
{
    const std::unique_ptr<BIO, Free> memory(BIO_new(BIO_s_mem()));
    write(memory.get());
    char* bytes = nullptr;
    const auto size = BIO_get_mem_data(memory.get(), &bytes);
    return {bytes, static_cast<qsizetype>(size)};
}

void extend(X509* certificate, X509* issuer, int kind, const char* value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    const std::unique_ptr<X509_EXTENSION, Free> extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value));
    X509_add_ext(certificate, extension.get(), -1);
}

/// Named, dated and with its public key, not yet signed.
Certificate drafted(const char* name, EVP_PKEY* key, std::chrono::hours until)
{
    static long serial = 1;
    Certificate certificate(X509_new());
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -2 * 24 * 3600L);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), static_cast<long>(std::chrono::seconds(until).count()));
    X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_ASC,
        reinterpret_cast<const unsigned char*>(name), -1, -1, 0);
    X509_set_pubkey(certificate.get(), key);
    return certificate;
}

} // namespace

struct Authority::Keys {
    Key key{EVP_EC_gen("P-256")};
    Certificate certificate;
};

Authority::Authority(const char* name)
    : m_keys(std::make_unique<Keys>())
{
    m_keys->certificate = drafted(name, m_keys->key.get(), std::chrono::hours(48));
    auto* own = m_keys->certificate.get();
    X509_set_issuer_name(own, X509_get_subject_name(own));
    extend(own, own, NID_basic_constraints, "critical,CA:TRUE");
    extend(own, own, NID_key_usage, "critical,keyCertSign,cRLSign");
    X509_sign(own, m_keys->key.get(), EVP_sha256());
}

Authority::~Authority() = default;

QByteArray Authority::certificate() const
{
    return pem([this](BIO* out) { PEM_write_bio_X509(out, m_keys->certificate.get()); });
}

Identity Authority::issue(const char* subject, std::chrono::hours until) const
{
    const Key key(EVP_EC_gen("P-256"));
    const auto issued = drafted("issued", key.get(), until);
    auto* issuer = m_keys->certificate.get();
    X509_set_issuer_name(issued.get(), X509_get_subject_name(issuer));
    extend(issued.get(), issuer, NID_subject_alt_name, subject);
    X509_sign(issued.get(), m_keys->key.get(), EVP_sha256());
    return {pem([&](BIO* out) { PEM_write_bio_X509(out, issued.get()); }),
        pem([&](BIO* out) { PEM_write_bio_PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr); })};
}

QSslConfiguration serverTls(const Identity& identity, const Authority* clients)
{
    auto tls = QSslConfiguration::defaultConfiguration();
    tls.setLocalCertificateChain(QSslCertificate::fromData(identity.certificate));
    tls.setPrivateKey(QSslKey(identity.key, QSsl::Ec));
    tls.setPeerVerifyMode(clients ? QSslSocket::VerifyPeer : QSslSocket::VerifyNone);
    if (clients)
        tls.setCaCertificates(QSslCertificate::fromData(clients->certificate()));
    return tls;
}

} // namespace rungwatch::testing
