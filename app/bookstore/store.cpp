// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/store.h"

namespace rungwatch::bookstore {

namespace {

using namespace std::chrono_literals;

/// Enough for every call that can wait at once: 190 customers and 60 canaries a minute, 20 s each, are 84 at any speed.
/// The rest is for whoever asks from outside.
constexpr std::size_t workers = 128;
constexpr std::int64_t minutesOfADay = 24h / 1min;

/// None is critical: a feature without its first rung, and even without any model, has the rest of its ladder.
HealthCheckerOptions checksOf(
    const std::vector<std::unique_ptr<ModelProvider>>& providers, const std::vector<std::unique_ptr<Feature>>& features)
{
    HealthCheckerOptions options;
    for (const auto& provider : providers)
        options.services.push_back({provider->name(), false, {}});
    for (const auto& feature : features)
        options.services.push_back({feature->name(), false, {}});
    return options;
}

CheckReading reading(const std::string& name, bool well, const std::string& trouble)
{
    return {name, well ? CheckStatus::Healthy : CheckStatus::Unhealthy, 0ns, well ? std::string() : trouble};
}

} // namespace

Store::Store(
    const lab::Scenario& scenario, const breaker::Options& breakers, const ScaledClock& clock, const ProviderUrls& urls)
    : m_scenario(scenario)
    , m_clock(clock)
    , m_startedAt(clock.steadyNow())
    , m_openMinute(clock.scenarioNow() / 1min)
    , m_pool(workers)
{
    Models models;
    const auto add = [&](RungKind kind, const char* name, const std::string& url) {
        m_providers.push_back(std::make_unique<ModelProvider>(name, url, breakers, clock, m_log));
        models[kind] = m_providers.back().get();
        m_probing[models[kind]] = false;
    };
    add(RungKind::Primary, "provider-primary", urls.primary);
    add(RungKind::Secondary, "provider-secondary", urls.secondary);
    add(RungKind::SmallModel, "provider-small", urls.small);
    for (const auto& feature : scenario.features)
        m_features.push_back(std::make_unique<Feature>(scenario, feature, models, clock, m_log));
    m_health = std::make_unique<HealthChecker>(checksOf(m_providers, m_features));
}

Store::~Store()
{
    stop();
}

void Store::run()
{
    prepareAnswers();
    m_customers = std::jthread([this](const std::stop_token& stop) { receiveCustomers(stop); });
    m_keeper = std::jthread([this](const std::stop_token& stop) { keep(stop); });
}

void Store::stop()
{
    for (const auto& provider : m_providers)
        provider->stop();
    for (auto* thread : {&m_customers, &m_keeper}) {
        if (!thread->joinable())
            continue;
        thread->request_stop();
        thread->join();
    }
}

std::int64_t Store::minute() const
{
    return m_clock.scenarioNow() / 1min;
}

HealthDocument Store::health() const
{
    std::vector<CheckReading> round;
    for (const auto& provider : m_providers) {
        const auto phase = provider->breaker().phase();
        const auto word = std::string(nameOf(phase));
        round.push_back(reading(provider->name(), phase == breaker::Phase::Closed, "breaker " + word));
    }
    for (const auto& feature : m_features) {
        const auto mode = feature->mode();
        const auto word = std::string(nameOf(mode));
        round.push_back(reading(feature->name(), mode == Mode::Primary, "off its first rung: " + word));
    }
    const auto now = m_clock.now();
    m_health->record(round, now);
    return m_health->document(now);
}

Feature* Store::feature(const std::string& name)
{
    for (const auto& feature : m_features)
        if (feature->name() == name)
            return feature.get();
    return nullptr;
}

ModelProvider* Store::provider(const std::string& name)
{
    for (const auto& provider : m_providers)
        if (provider->name() == name)
            return provider.get();
    return nullptr;
}

void Store::receiveCustomers(const std::stop_token& stop)
{
    const auto arrivals = arrivalsOfAMinute(m_scenario);
    std::vector<std::uint64_t> asked(m_features.size(), 0);
    for (std::int64_t minute = m_openMinute; !stop.stop_requested(); ++minute) {
        for (const auto& arrival : arrivals) {
            const auto wait = m_clock.real(minute * Duration(1min) + arrival.at - m_clock.scenarioNow());
            if (wait < -1s)
                continue; // the machine stood still: those customers have gone
            if (wait > 0ns)
                std::this_thread::sleep_for(wait);
            if (stop.stop_requested())
                return;
            auto& feature = *m_features[arrival.feature];
            m_pool.run(
                [&feature, key = questionOf(asked[arrival.feature]++)] { static_cast<void>(feature.serve(key)); });
        }
    }
}

/// What is due by time alone, looked at often enough for a clock that runs at 120.
void Store::keep(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        closeMinutes();
        sendCanaries();
        probeWhatIsDue();
        for (const auto& feature : m_features)
            feature->tick();
        for (const auto& provider : m_providers)
            provider->breaker().tick();
        std::this_thread::sleep_for(5ms);
    }
}

void Store::closeMinutes()
{
    for (; m_openMinute < minute(); ++m_openMinute) {
        for (const auto& feature : m_features)
            feature->closeMinute(m_openMinute);
        for (const auto& provider : m_providers)
            provider->capacity().closeMinute();
        if ((m_openMinute + 1) % minutesOfADay == 0)
            prepareAnswers();
    }
}

void Store::prepareAnswers()
{
    for (const auto& feature : m_features)
        m_pool.run([&feature = *feature] { feature.prepare(); });
}

void Store::sendCanaries()
{
    for (const auto& feature : m_features)
        for (auto due = feature->takeDueCanaries(); due > 0; --due)
            m_pool.run([&feature = *feature] { feature.canary(); });
}

/// A breaker whose cooldown is over is probed even though no customer is sent that way any more (PITFALLS 17).
void Store::probeWhatIsDue()
{
    for (const auto& provider : m_providers) {
        const bool due = provider->breaker().phase() == breaker::Phase::HalfOpen && provider->breaker().wouldAdmit();
        auto& probing = m_probing[provider.get()];
        if (!due || probing.exchange(true))
            continue;
        m_pool.run([&probing, provider = provider.get()] {
            provider->probe(false);
            probing = false;
        });
    }
}

} // namespace rungwatch::bookstore
