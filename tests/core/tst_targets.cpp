// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/fleet/targets.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::fleet;

namespace {

constexpr auto file =
    "{\"version\": 1, // ours\n \"services\": [{\"name\": \"store\", \"sources\": [{\"kind\": \"health\", "
    "\"url\": \"http://s/\"}]}], \"targets\": [{\"file_sd\": \"sd/*.json\", \"source\": {\"kind\": "
    "\"metrics\", \"path\": \"/metrics\", \"interval_s\": 5, \"scheme\": \"https\", \"tls\": "
    "{\"ca_file\": \"ca.pem\"}}}, {\"http_sd\": \"http://sd/\", \"source\": {\"kind\": \"health\", "
    "\"path\": \"/health\"}}]}";

FoundTarget target(const char* address, std::map<std::string, std::string> labels = {})
{
    return {address, std::move(labels)};
}

Policy watched(const std::vector<std::vector<FoundTarget>>& found)
{
    const auto policy = parsePolicy(file);
    const auto text = withFoundServices(policy.value(), found);
    auto made = text ? parsePolicy(*text) : Result<Policy>(text.error());
    if (!made)
        QTest::qFail((made.error().where + ": " + made.error().message).c_str(), __FILE__, __LINE__);
    return made ? std::move(made).value() : Policy{};
}

} // namespace

/// Documents of Prometheus' service discovery become services of the fleet file.
class TestTargets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aDocumentIsRead()
    {
        const auto found =
            parseTargets("[{\"targets\": [\"10.0.0.7:8080\", \"[::1]:9\"], \"labels\": {\"job\": \"a\"}}, "
                         "{\"targets\": [\"h\"]}, {\"targets\": []}]");
        QVERIFY(found.ok());
        QCOMPARE(found->size(), std::size_t{3});
        QVERIFY(found->at(1) == target("[::1]:9", {{"job", "a"}}));
        QVERIFY(found->at(2).labels.empty());
        QVERIFY(parseTargets("[]").ok());
    }

    void anotherDocumentIsRefusedWithItsPlace_data()
    {
        QTest::addColumn<QString>("document");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("message");
        QTest::newRow("not JSON") << "- targets: ['a:1']"
                                  << "/ (line 1)"
                                  << "not JSON near \"- targets: ['a:\"";
        QTest::newRow("empty") << ""
                               << "/ (line 1)"
                               << "empty, expected a JSON value";
        QTest::newRow("an object") << "{}"
                                   << "/ (line 1)"
                                   << "expected a list of objects with \"targets\"";
        QTest::newRow("no targets") << "[\n{\"labels\": {}}]"
                                    << "/0 (line 2)"
                                    << "expected an object with \"targets\", a list of addresses";
        QTest::newRow("a URL") << "[{\"targets\": [\"a:1\",\n\"http://b/\"]}]"
                               << "/0/targets/1 (line 2)"
                               << "expected an address, \"host:port\"";
        QTest::newRow("a number") << "[{\"targets\": [7]}]"
                                  << "/0/targets/0 (line 1)"
                                  << "expected an address, \"host:port\"";
        QTest::newRow("a label that is no text") << "[{\"targets\": [], \"labels\": {\n\"a\": 1}}]"
                                                 << "/0/labels/a (line 2)"
                                                 << "expected a text";
    }
    void anotherDocumentIsRefusedWithItsPlace()
    {
        QFETCH(QString, document);
        QFETCH(QString, where);
        QFETCH(QString, message);
        const auto found = parseTargets(document.toStdString());
        QVERIFY(!found.ok());
        QCOMPARE(QString::fromStdString(found.error().where), where);
        if (document.startsWith(QLatin1Char('[')) || document.startsWith(QLatin1Char('{')))
            QCOMPARE(QString::fromStdString(found.error().message), message);
    }

    void eachTargetIsAServiceByTheFilesTerms()
    {
        const auto policy = watched({{target("a:1", {{"job", "web"}, {"zone", "x"}, {"__scheme__", "http"}})},
            {target("b:2", {{"service", "search"}, {"job", "web"}}), target("c")}});
        QCOMPARE(policy.services.size(), std::size_t{4});
        QCOMPARE(policy.services[0].name, std::string("store"));
        const auto& web = policy.services[1];
        QCOMPARE(web.name, std::string("web"));
        QCOMPARE(web.tags, (std::vector<std::string>{"job=web", "zone=x"}));
        QCOMPARE(web.sources[0].url, std::string("http://a:1/metrics"));
        QVERIFY(web.sources[0].kind == SourceKind::Metrics && web.sources[0].interval == 5s);
        QCOMPARE(policy.services[2].name, std::string("search"));
        QCOMPARE(policy.services[2].sources[0].url, std::string("http://b:2/health"));
        QCOMPARE(policy.services[3].name, std::string("c"));
    }

    void schemeAndPathMayComeWithTheTarget()
    {
        const auto policy = watched({{target("a:1"), target("b:1", {{"__metrics_path__", "/m"}})}, {}});
        QCOMPARE(policy.services[1].sources[0].url, std::string("https://a:1/metrics"));
        QCOMPARE(policy.services[1].sources[0].tls.caFile, std::string("ca.pem"));
        QCOMPARE(policy.services[2].sources[0].url, std::string("https://b:1/m"));
    }

    void namesAreKeptApart()
    {
        const auto policy = watched({{target("a:1", {{"job", "web"}}), target("b:1", {{"job", "web"}}),
                                         target("b:1", {{"job", "web"}}), target("c:1", {{"job", "store"}})},
            {target("d:1", {{"service", "x/y\n"}})}});
        std::vector<std::string> names;
        for (const auto& service : policy.services)
            names.push_back(service.name);
        QCOMPARE(names, (std::vector<std::string>{"store", "web a:1", "web b:1", "store c:1", "x-y-"}));
    }

    void aServersLabelValuesAreServicesWithoutSources()
    {
        const auto values = parseLabelValues("{\"status\":\"success\",\"data\":[\"search\",\"cart\",\"shop\",\"\"]}");
        QVERIFY(values.ok());
        const auto file = parsePolicy("{\"version\": 1, \"services\": [{\"name\": \"shop\", \"sources\": [{\"kind\": "
                                      "\"prometheus\", \"url\": \"http://p\"}]}], \"targets\": [{\"prometheus\": "
                                      "\"http://p:9090/\", \"label\": \"app\"}]}");
        QCOMPARE(file->targets[0].httpSd, std::string("http://p:9090/api/v1/label/app/values"));
        const auto policy = parsePolicy(withFoundServices(*file, {*values}).value());
        QVERIFY(policy.ok());
        QCOMPARE(policy->services.size(), std::size_t{3});
        QCOMPARE(policy->services[1].name, std::string("search"));
        QVERIFY(policy->services[1].sources.empty());
        QCOMPARE(endpointsOf(*policy).size(), std::size_t{1});
        QVERIFY(!parseLabelValues("{\"status\":\"error\",\"error\":\"x\"}").ok());
    }

    void aLabelsValueBecomesAName()
    {
        QCOMPARE(asServiceName("shop/web"), std::string("shop-web"));
        QCOMPARE(asServiceName(std::string(100, 'a')), std::string(100, 'a'));
        QCOMPARE(asServiceName(std::string(101, 'a')), std::string(100, 'a'));
        // Not inside a character.
        QCOMPARE(asServiceName(std::string(99, 'a') + "é"), std::string(99, 'a'));
    }

    void whatIsFoundAgainIsTheSameText()
    {
        const std::vector<std::vector<FoundTarget>> found{{target("a:1", {{"job", "web"}})}, {}};
        QCOMPARE(watched(found).text, watched(found).text);
        QVERIFY(watched(found).text != watched({{}, {}}).text);
    }
};

QTEST_APPLESS_MAIN(TestTargets)
#include "tst_targets.moc"
