// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/fleet_paths.h"

#include <QTest>

using namespace rungwatch;

namespace {

std::shared_ptr<const fleet::Policy> policyWith(const std::string& source)
{
    auto policy = fleet::parsePolicy(
        "{\"version\": 1, \"services\": [{\"name\": \"a\", \"sources\": [{\"kind\": \"health\", \"url\": "
        "\"https://a/\", "
        + source + "}]}], \"targets\": [{\"http_sd\": \"https://sd/\", " + source
        + ", \"source\": {\"kind\": \"health\", \"path\": \"/health\", \"scheme\": \"https\", " + source + "}}]}");
    if (!policy)
        qFatal("%s", policy.error().message.c_str());
    return std::make_shared<const fleet::Policy>(std::move(policy).value());
}

} // namespace

/// Paths in a fleet file begin where it lies.
class TestFleetPaths : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void relativePathsBeginAtTheFleetFile()
    {
        const auto policy = policyWith("\"bearer\": {\"file\": \"secrets/token\"}, \"tls\": {\"ca_file\": "
                                       "\"../ca.pem\", \"cert_file\": \"me.pem\", \"key_file\": \"/etc/key.pem\"}");
        const auto placed = withPathsFrom("/srv/fleet", policy);
        for (const auto* source :
            {&placed->services[0].sources[0], &placed->targets[0].document, &placed->targets[0].source}) {
            QCOMPARE(source->bearer.file, std::string("/srv/fleet/secrets/token"));
            QCOMPARE(source->tls.caFile, std::string("/srv/ca.pem"));
            QCOMPARE(source->tls.certFile, std::string("/srv/fleet/me.pem"));
            QCOMPARE(source->tls.keyFile, std::string("/etc/key.pem"));
        }
        QCOMPARE(placed->text, policy->text);
    }

    void aPasswordsFileToo()
    {
        const auto policy = policyWith("\"basic\": {\"user\": \"u\", \"password\": {\"file\": \"p\"}}");
        QCOMPARE(withPathsFrom("/srv", policy)->services[0].sources[0].basic.password.file, std::string("/srv/p"));
    }

    void whatNamesNoFileNamesNone()
    {
        const auto placed = withPathsFrom("/srv", policyWith("\"bearer\": {\"env\": \"TOKEN\"}"));
        const auto& source = placed->services[0].sources[0];
        QVERIFY(source.bearer.file.empty() && source.tls.caFile.empty() && source.basic.password.file.empty());
        QCOMPARE(source.bearer.env, std::string("TOKEN"));
    }
};

QTEST_APPLESS_MAIN(TestFleetPaths)
#include "tst_fleet_paths.moc"
