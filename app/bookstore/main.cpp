// SPDX-License-Identifier: GPL-3.0-or-later
// The book store: three features on three scripted model providers, over real HTTP on loopback.
#include "app/bookstore/fleet_file.h"
#include "app/bookstore/lifetime.h"
#include "app/bookstore/options.h"
#include "app/bookstore/provider.h"
#include "app/bookstore/store_server.h"

#include <QCoreApplication>
#include <QFile>
#include <QUuid>

#include <curl/curl.h>

#include <iostream>

namespace {

using namespace rungwatch;
using namespace rungwatch::bookstore;

int fail(const std::string& message)
{
    std::cerr << "rungwatch-bookstore: " << message << '\n';
    return 2;
}

/// The ready line: what a parent waits for.
void sayReady(const std::string& storeUrl, const ProviderUrls& urls)
{
    JsonWriter out;
    out.beginObject();
    out.member("store", storeUrl);
    out.member("provider-primary", urls.primary);
    out.member("provider-secondary", urls.secondary);
    out.member("provider-small", urls.small);
    out.end();
    std::cout << out.str() << std::endl;
}

QByteArray takeToken()
{
    auto token = qgetenv(tokenVariable);
    if (token.isEmpty()) // nobody can call control then, which is what no token means
        token = QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
    return token;
}

int runStore(const Options& options, const Play& play)
{
    const SystemClock machine;
    const ScaledClock clock(machine, options.speed, std::chrono::minutes(options.startMinute));
    std::vector<std::unique_ptr<Provider>> providers;
    for (const auto role : {Role::Primary, Role::Secondary, Role::Small}) {
        providers.push_back(std::make_unique<Provider>(role, play.scenario, clock));
        if (!providers.back()->host().listen())
            return fail("no port for a provider: " + providers.back()->host().errorText().toStdString());
    }
    const auto urlOf = [&](std::size_t i) { return providers[i]->host().url().toStdString(); };
    const ProviderUrls urls{urlOf(0), urlOf(1), urlOf(2)};
    auto store = std::make_unique<Store>(play.scenario, play.breakers, clock, urls);
    auto server = std::make_unique<StoreServer>(*store, takeToken());
    if (!server->host().listen())
        return fail("no port for the store: " + server->host().errorText().toStdString());
    const auto storeUrl = server->host().url().toStdString();
    if (!options.fleetOut.empty()) {
        const auto trouble = writeWhole(QString::fromStdString(options.fleetOut), fleetJson(*store, storeUrl, urls));
        if (!trouble.isEmpty())
            return fail(options.fleetOut + ": " + trouble.toStdString());
    }
    store->run();
    sayReady(storeUrl, urls);
    const int code = QCoreApplication::exec();
    // Calls under way end at once when their providers go, so that nobody waits for a deadline here.
    store->stop();
    providers.clear();
    store.reset();
    return code;
}

} // namespace

int main(int argc, char** argv)
{
    int exitCode = 0;
    const auto options = parseArguments(argc, argv, exitCode);
    if (!options)
        return exitCode;
    QFile file(options->scenarioPath.empty() ? QStringLiteral(":/scenarios/outage_hour.json")
                                             : QString::fromStdString(options->scenarioPath));
    if (!file.open(QIODevice::ReadOnly))
        return fail(options->scenarioPath + ": can't be opened: " + file.errorString().toStdString());
    const auto play = parsePlay(file.readAll().toStdString());
    if (!play)
        return fail(options->scenarioPath + ": " + play.error().where + ": " + play.error().message);
    QCoreApplication application(argc, argv);
    const Lifetime lifetime; // before any thread, so that signals come to it
    curl_global_init(CURL_GLOBAL_DEFAULT);
    const int code = runStore(*options, *play);
    curl_global_cleanup();
    return code;
}
