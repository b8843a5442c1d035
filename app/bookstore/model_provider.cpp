// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bookstore/model_provider.h"

#include "rungwatch/base/hash.h"

namespace rungwatch::bookstore {

namespace {

using namespace std::chrono_literals;

breaker::Breaker::Listener logInto(EventLog& log)
{
    return [&log](const breaker::Announcement& said) {
        log.add({0, said.wall, "breaker", said.breaker, std::string(nameOf(said.transition.from)),
            std::string(nameOf(said.transition.to)), std::string(nameOf(said.transition.cause)),
            said.transition.figures});
    };
}

} // namespace

ModelProvider::ModelProvider(
    std::string name, std::string url, const breaker::Options& options, const ScaledClock& clock, EventLog& log)
    : m_url(std::move(url))
    , m_clock(clock)
    , m_breaker(std::move(name), options, clock, logInto(log))
{
}

RungAnswer ModelProvider::ask(Purpose purpose, const std::string& feature, Duration limit)
{
    const RetryTerms terms{retriesOf(purpose), SafeToRepeat::No, Deadline::after(m_clock.steadyNow(), limit)};
    ScaledWaiter waiter(m_clock, m_stop.get_token());
    const RetryTools tools{
        m_clock, waiter, [this] { return static_cast<double>(mixed(++m_draws) >> 11U) * 0x1p-53; }, &m_budget};
    const std::string word(nameOf(purpose));
    const auto done = retry(terms, tools, [&](const AttemptCall& attempt) {
        auto end = call(word, feature, attempt.limit.value_or(limit));
        return Tried<std::string>{outcomeOf(end), std::move(end.body)};
    });
    return rungAnswerOf(done);
}

ModelCall ModelProvider::call(const std::string& purpose, const std::string& feature, Duration timeout)
{
    auto end = judged(httpGet(m_url + "/answer", purpose, feature, m_clock.real(timeout)), m_clock.wallNow());
    if (purpose == "canary")
        ++m_canaries; // once it has ended, as the breaker counts the others
    if (end.failure && end.failure->isLimit())
        m_capacity.overflowed();
    else if (!end.failure)
        m_capacity.used(feature);
    return end;
}

ModelProvider::ProbeEnd ModelProvider::probe(bool forced)
{
    auto admission = forced ? m_breaker.forceProbe() : m_breaker.tryAcquire();
    if (!admission)
        return {false, std::string(nameOf(admission.refusal().reason)), admission.refusal().retryIn};
    const auto began = m_clock.steadyNow();
    const auto end = call(forced ? "forced_probe" : "probe", "probe", 20s);
    const auto took = m_clock.steadyNow() - began;
    if (end.failure)
        admission.permit().failure(*end.failure, took);
    else
        admission.permit().success(took);
    return {true, end.failure ? end.failure->name() : "ok", std::nullopt};
}

} // namespace rungwatch::bookstore
