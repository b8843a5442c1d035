// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bookstore/customers.h"
#include "app/bookstore/feature.h"
#include "app/bookstore/worker_pool.h"
#include "rungwatch/health/health_checker.h"

namespace rungwatch::bookstore {

/// Where the providers listen.
struct ProviderUrls {
    std::string primary;
    std::string secondary;
    std::string small;
};

/// The book store: three features serving a steady stream of simulated customers by really calling its providers.
/// Starts with run(), ends in its destructor. Thread-safe to read.
class Store {
public:
    Store(const lab::Scenario& scenario, const breaker::Options& breakers, const ScaledClock& clock,
        const ProviderUrls& urls);
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    /// Customers begin to come.
    void run();
    /// No new customers, canaries or probes; calls under way go on.
    void stop();

    [[nodiscard]] std::vector<std::unique_ptr<Feature>>& features() { return m_features; }
    [[nodiscard]] const std::vector<std::unique_ptr<Feature>>& features() const { return m_features; }
    [[nodiscard]] Feature* feature(const std::string& name);
    [[nodiscard]] const std::vector<std::unique_ptr<ModelProvider>>& providers() const { return m_providers; }
    [[nodiscard]] ModelProvider* provider(const std::string& name);
    /// As of now: a breaker that is not closed or a feature off its first rung makes it degraded.
    [[nodiscard]] HealthDocument health() const;
    [[nodiscard]] const EventLog& log() const { return m_log; }
    [[nodiscard]] EventLog& log() { return m_log; }
    [[nodiscard]] const ScaledClock& clock() const { return m_clock; }
    [[nodiscard]] const lab::Scenario& scenario() const { return m_scenario; }
    [[nodiscard]] std::int64_t minute() const;
    [[nodiscard]] Duration uptime() const { return m_clock.steadyNow() - m_startedAt; }
    /// A job beside the customers', such as an operator's probe.
    void inBackground(std::function<void()> job) { m_pool.run(std::move(job)); }

private:
    void receiveCustomers(const std::stop_token& stop);
    void keep(const std::stop_token& stop);
    void closeMinutes();
    void prepareAnswers();
    void sendCanaries();
    void probeWhatIsDue();

    const lab::Scenario& m_scenario;
    const ScaledClock& m_clock;
    SteadyTime m_startedAt;
    std::int64_t m_openMinute;
    EventLog m_log;
    std::vector<std::unique_ptr<ModelProvider>> m_providers;
    std::vector<std::unique_ptr<Feature>> m_features;
    std::map<const ModelProvider*, std::atomic<bool>> m_probing;
    std::unique_ptr<HealthChecker> m_health;
    WorkerPool m_pool;
    std::jthread m_customers;
    std::jthread m_keeper;
};

} // namespace rungwatch::bookstore
