// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/poll/http_client.h"
#include "app/poll/result_queue.h"
#include "app/poll/secret_source.h"
#include "app/poll/stream_listener.h"
#include "rungwatch/fleet/decide.h"
#include "rungwatch/formats/sticky_format.h"

#include <QObject>

#include <memory>

namespace rungwatch::poll {

using PolicyPtr = std::shared_ptr<const fleet::Policy>;
using HttpClientFactory = std::function<std::unique_ptr<HttpClient>()>;
using StreamListenerFactory = std::function<std::unique_ptr<StreamListener>()>;

/// Carries out the polls that the engine asks for, in the poll thread that it is moved to: calls, reads, and puts the
/// result into the queue. Decides nothing: when, whether and how often is decide()'s.
class PollWorker : public QObject {
    Q_OBJECT

public:
    PollWorker(ResultQueue& results, HttpClientFactory makeClient, StreamListenerFactory makeListener = {});
    ~PollWorker() override;

public Q_SLOTS:
    /// Which endpoints there are. Their secrets go nowhere but into their header.
    void configure(rungwatch::poll::PolicyPtr policy);
    void poll(const std::vector<rungwatch::fleet::PollEffect>& effects);
    /// Ends every call; results no longer come.
    void stop();

private:
    struct Endpoint {
        Endpoint(fleet::EndpointRef where, const fleet::SourcePolicy& source);
        fleet::EndpointRef ref;
        HttpRequest request;
        SourceSecrets secrets;
        /// Of a source that is a stream.
        std::unique_ptr<StreamListener> stream;
        formats::StickyFormat format;
        /// Of the last good answer that was put into the queue; empty where there is none.
        QByteArray fingerprint;
        QByteArray entityTag;
        QByteArray lastModified;
        void forgetAnswer();
    };

    void start(const fleet::PollEffect& effect);
    /// The console itself can't ask: a secret is missing.
    void refuse(const fleet::PollEffect& effect, const Error& why);
    void put(fleet::PollResult result);
    void finish(const fleet::PollEffect& effect, HttpAnswer answer);
    /// Calls of an earlier policy answer to nobody: their numbers are others now.
    std::uint64_t m_policies{0};
    /// Fills in what the answer says: a reading, the same as before, or an error.
    void read(Endpoint& endpoint, HttpAnswer& answer, fleet::PollResult& result) const;

    ResultQueue& m_results;
    const HttpClientFactory m_makeClient;
    const StreamListenerFactory m_makeListener;
    std::unique_ptr<HttpClient> m_client;
    PolicyPtr m_policy;
    std::vector<Endpoint> m_endpoints;
};

/// What FORMATS 2.1 asks for.
[[nodiscard]] QByteArray acceptHeader(fleet::SourceKind kind);

} // namespace rungwatch::poll
