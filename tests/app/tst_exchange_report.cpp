// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/exchange_bench.h"

#include "app/exchange/report_files.h"
#include "app/exchange/report_text.h"

#include <QTemporaryDir>
#include <QXmlStreamReader>

using namespace rungwatch;
using namespace rungwatch::exchange;
using namespace exchange_bench;

/// A report says what happened, in order, with what is open; and shows what services wrote without acting on it.
class TestExchangeReport : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;

    IncidentReport report(const TimeRange& range = {})
    {
        auto reader = opened(m_dir.filePath(QStringLiteral("outage.db")));
        auto made = reportOf(reader, range, QStringLiteral("outage.db"));
        if (!made)
            qFatal("%s", made.error().message.c_str());
        return std::move(made).value();
    }

private Q_SLOTS:
    void initTestCase() { record(m_dir.filePath(QStringLiteral("outage.db")), outage()); }

    void figuresAreThoseOfTheIntervals()
    {
        const auto made = report();
        QCOMPARE(made.answers(), std::uint64_t{300});
        QCOMPARE(made.degradedAnswers(), std::uint64_t{110});
        QCOMPARE(made.unanswered(), std::uint64_t{40});
        QCOMPARE(made.worst, HealthLevel::Degraded);
        QVERIFY(made.brokeAt && made.mendedAt);
        QCOMPARE(made.levels.back().level, HealthLevel::Healthy);
        QCOMPARE(made.incidents.size(), std::size_t{1});
        const auto incidents = incidentsTable(made).rows;
        QCOMPARE(incidents.size(), std::size_t{1});
        QCOMPARE(incidents[0][1], QStringLiteral("DEGRADED"));
        QVERIFY2(incidents[0][2].startsWith(QStringLiteral("by hand, ada: “search <b>is</b> out”, ended by bob; ")),
            qPrintable(incidents[0][2]));
        QVERIFY2(!incidents[0].contains(QStringLiteral("nobody acted")), qPrintable(incidents[0].join(u'|')));
        QCOMPARE(made.breakers.size(), std::size_t{1});
        QCOMPARE(made.breakers[0].address, std::string("store/model"));
        QCOMPARE(made.breakers[0].opened, std::size_t{1});
        Duration all{0};
        for (const auto& span : made.levels)
            all += span.to - span.from;
        QCOMPARE(all, made.end - made.start);
    }

    void actionsSayWhoWhyAndWhatBecameOfThem()
    {
        const auto made = report();
        QCOMPARE(made.actions.size(), std::size_t{1});
        const auto& kill = made.actions[0];
        QCOMPARE(kill.who, QStringLiteral("ada"));
        QCOMPARE(kill.what, QStringLiteral("kill of search"));
        QCOMPARE(kill.why, QStringLiteral("it answers <i>nonsense</i>"));
        QVERIFY2(kill.result.startsWith(QStringLiteral("UNCONFIRMED")), qPrintable(kill.result));
    }

    void whatIsOpenIsAsked()
    {
        const auto questions = report().questions.join(u'\n');
        QVERIFY2(
            questions.contains(QStringLiteral("kill of search by ada was never confirmed")), qPrintable(questions));
        QVERIFY2(
            questions.contains(QStringLiteral("Intervals 2 to 3 of search were never read")), qPrintable(questions));
        QVERIFY2(!questions.contains(QStringLiteral("record ends with the fleet")), qPrintable(questions));
        // A part that ends in the middle of it leaves it open.
        const auto whole = report();
        const auto part = report({{}, whole.mendedAt.value() - std::chrono::milliseconds{100}}).questions.join(u'\n');
        QVERIFY2(part.contains(QStringLiteral("record ends with the fleet DEGRADED")), qPrintable(part));
        QVERIFY2(part.contains(QStringLiteral("The breaker store/model is OPEN")), qPrintable(part));
        QVERIFY2(part.contains(QStringLiteral("that ada declared was not ended")), qPrintable(part));
        QVERIFY2(!questions.contains(QStringLiteral("was not ended")), qPrintable(questions));
    }

    void theTimelineIsInTheOrderInWhichThingsHappened()
    {
        const auto made = report();
        qsizetype opened = -1;
        qsizetype tripped = -1;
        for (std::size_t i = 0; i < made.timeline.size(); ++i) {
            if (i > 0)
                QVERIFY(made.timeline[i - 1].order <= made.timeline[i].order);
            if (made.timeline[i].text.contains(QStringLiteral("CLOSED → OPEN")))
                opened = static_cast<qsizetype>(i);
            if (made.timeline[i].text.contains(QStringLiteral("mode PRIMARY → DEGRADED")))
                tripped = static_cast<qsizetype>(i);
        }
        QVERIFY(opened >= 0 && tripped > opened);
    }

    void aPartHoldsOnlyItsEvents()
    {
        const auto whole = report();
        const auto part = report({whole.start + std::chrono::seconds{4}, whole.start + std::chrono::seconds{6}});
        QVERIFY(part.start >= whole.start + std::chrono::seconds{4});
        QVERIFY(part.end <= whole.start + std::chrono::seconds{6});
        QVERIFY(part.actions.empty());
        auto reader = opened(m_dir.filePath(QStringLiteral("outage.db")));
        const auto none = reportOf(reader, {whole.end + std::chrono::hours{1}, {}}, {});
        QVERIFY(!none.ok());
        QCOMPARE(none.error().code, std::string("nothing-there"));
    }

    void thePageShowsWordsAndActsOnNone()
    {
        const auto page = QString::fromUtf8(htmlOf(report()));
        QVERIFY(page.contains(QStringLiteral("&lt;script&gt;alert(1)&lt;/script&gt;")));
        QVERIFY(!page.contains(QStringLiteral("<script")));
        QVERIFY(!page.contains(QStringLiteral("<i>")));
        QVERIFY(page.contains(QStringLiteral("Shop &lt;b&gt;&amp;&lt;/b&gt;")));
        for (const char* outside : {"http://", "https://", "src=", "href="})
            QVERIFY2(!QString(page)
                          .replace(QStringLiteral("http://www.w3.org/2000/svg"), QString())
                          .contains(QLatin1String(outside)),
                outside);
        QCOMPARE(page.count(QStringLiteral("<svg")), 3); // level, search, breakers
    }

    void theTextShowsWordsAndActsOnNone()
    {
        const auto text = QString::fromUtf8(markdownOf(report()));
        QVERIFY(!text.contains(u'<'));
        QVERIFY(text.contains(QStringLiteral("&lt;script&gt;alert\\(1\\)&lt;/script&gt; is \\| down")));
        QVERIFY(
            text.contains(QStringLiteral("**requested kill of search: “it answers &lt;i&gt;nonsense&lt;/i&gt;”**")));
        for (const auto& row : text.split(u'\n'))
            if (row.startsWith(QStringLiteral("| ")) && row.contains(QStringLiteral("down")))
                QCOMPARE(QString(row).replace(QStringLiteral("\\|"), QString()).count(u'|'), 4);
    }

    void noCharacterMeansAnythingInTheText_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("expected");
        QTest::newRow("plain") << "two words."
                               << "two words.";
        QTest::newRow("emphasis") << "*a* _b_ `c`"
                                  << "\\*a\\* \\_b\\_ \\`c\\`";
        QTest::newRow("link") << "[a](b)"
                              << "\\[a\\]\\(b\\)";
        QTest::newRow("entity") << "&lt;"
                                << "&amp;lt;";
        QTest::newRow("address") << "http://a"
                                 << "http&#58;//a";
        QTest::newRow("list") << "- a"
                              << "\\- a";
        QTest::newRow("inside") << "a - b"
                                << "a - b";
    }
    void noCharacterMeansAnythingInTheText()
    {
        QFETCH(QString, words);
        QFETCH(QString, expected);
        QCOMPARE(markdownText(words), expected);
    }

    void chartsAreWellFormedAndTellWhatTheyShow()
    {
        const auto charts = chartsOf(report());
        QCOMPARE(charts.size(), std::size_t{3});
        for (const auto& chart : charts) {
            QXmlStreamReader xml(chart.svg);
            while (!xml.atEnd())
                xml.readNext();
            QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
            QVERIFY(chart.svg.contains(QStringLiteral("<title>%1</title>").arg(chart.title.toHtmlEscaped())));
        }
        QVERIFY(charts[1].svg.contains(QStringLiteral("primary 190")));
        QVERIFY(charts[1].svg.contains(QStringLiteral("unavailable 40")));
    }

    void theDocumentHasItsPages()
    {
        const auto pdf = pdfOf(report());
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.contains("/Type /Page\n") || pdf.contains("/Type /Page "));
        QVERIFY(pdf.size() > 5'000);
    }
};

QTEST_MAIN(TestExchangeReport)
#include "tst_exchange_report.moc"
