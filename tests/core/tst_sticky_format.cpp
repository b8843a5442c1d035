// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/formats/sticky_format.h"

#include <QTest>

using namespace rungwatch;
using namespace rungwatch::formats;

namespace {

constexpr std::string_view consul{
    "[{\"Node\":{\"Node\":\"n\"},\"Service\":{\"ID\":\"s1\",\"Service\":\"s\"},\"Checks\":"
    "[{\"CheckID\":\"c\",\"Name\":\"c\",\"Status\":\"passing\"}]}]"};
constexpr std::string_view spring{"{\"status\":\"UP\",\"components\":{\"db\":{\"status\":\"UP\"}}}"};

Result<Reading> read(StickyFormat& format, std::string_view body, int status = 200)
{
    return format.read({body, status, {{"content-type", "application/json"}}});
}

} // namespace

/// FORMATS 3: a source's format, once recognised, is kept until two answers in a row don't fit it.
class TestStickyFormat : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEmptyListIsReadAsTheSourcesEarlierFormat()
    {
        StickyFormat fresh;
        QVERIFY(!read(fresh, "[]"));
        StickyFormat known;
        QVERIFY(read(known, consul).ok());
        QCOMPARE(known.format(), std::string("consul-health-service"));
        const auto empty = read(known, "[]");
        QVERIFY(empty.ok());
        QVERIFY(empty->level == HealthLevel::Unavailable);
    }

    void oneOddBodyChangesNothingAndASecondDoes()
    {
        StickyFormat format;
        QVERIFY(read(format, consul).ok());
        QVERIFY(!read(format, spring));
        QVERIFY(read(format, consul).ok());
        QVERIFY(!read(format, spring));
        const auto second = read(format, spring);
        QVERIFY(second.ok());
        QCOMPARE(second->format, std::string("spring-boot-health"));
        QCOMPARE(format.format(), std::string("spring-boot-health"));
    }

    void whatAnIllServiceSaysForOnceIsNotKept()
    {
        StickyFormat format;
        QVERIFY(format.read({"Service Unavailable", 503, {{"content-type", "text/plain"}}}).ok());
        QCOMPARE(format.format(), std::string("auto"));
        QCOMPARE(read(format, spring)->components.size(), std::size_t{1});
    }

    void aRefusalSaysNothingAboutTheFormat()
    {
        StickyFormat format;
        QVERIFY(read(format, consul).ok());
        for (int i = 0; i < 3; ++i)
            QCOMPARE(read(format, "{}", 401).error().code, std::string("auth-required"));
        QCOMPARE(format.format(), std::string("consul-health-service"));
    }

    void aPinIsAPin()
    {
        StickyFormat format("consul-health-service");
        for (int i = 0; i < 3; ++i)
            QVERIFY(!read(format, spring));
        QVERIFY(read(format, "[]").ok());
    }
};

QTEST_APPLESS_MAIN(TestStickyFormat)
#include "tst_sticky_format.moc"
