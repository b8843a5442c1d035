// SPDX-License-Identifier: GPL-3.0-or-later
#include "pictures.h"
#include "services_bench.h"
#include "ui/models/overview_model.h"
#include "ui/pages/overview_page.h"

#include <QScrollBar>
#include <QSignalSpy>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

const auto& tokens = theme::Tokens::of(theme::ThemeName::Dark);

/// A thousand services in which three in a hundred are bad, read for eight seconds.
ServicesBench& thousand()
{
    static ServicesBench services(1000);
    if (services.answers.empty()) {
        for (int i = 7; i < 1000; i += 100) {
            services.answers[ServicesBench::nameOf(i)] = refusing();
            services.answers[ServicesBench::nameOf(i + 30)] = saying(HealthLevel::Degraded, "slow");
            services.answers[ServicesBench::nameOf(i + 60)] = unreadable();
        }
        services.bench.runFor(8s);
    }
    return services;
}

void show(OverviewPage& page, const ServicesBench& services)
{
    const auto snapshot = services.snapshot();
    const auto now = services.bench.clock.now();
    page.setViews(featuresOf(*snapshot, now), breakersOf(*snapshot, now), {});
    page.setServices(snapshot, now);
}

std::set<std::string> firstNames(const ServicesPane& list, std::size_t count)
{
    std::set<std::string> names;
    for (std::size_t i = 0; i < count && i < static_cast<std::size_t>(list.rowsInSight()); ++i)
        names.insert(ServicesBench::nameOf(static_cast<int>(list.order()[i])));
    return names;
}

std::set<std::string> badNames(const ServicesBench& services)
{
    std::set<std::string> names;
    for (const auto& [name, answer] : services.answers)
        names.insert(name);
    return names;
}

} // namespace

class TestServicesPane : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theBadOnesAreInSightWithoutScrolling_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1920x1080") << QSize(1920, 984);
        QTest::newRow("1280x720") << QSize(1280, 638);
    }
    void theBadOnesAreInSightWithoutScrolling()
    {
        QFETCH(const QSize, size);
        auto& services = thousand();
        for (const auto theme : {theme::ThemeName::Dark, theme::ThemeName::Light}) {
            OverviewPage page;
            page.setTokens(theme::Tokens::of(theme));
            page.resize(size);
            show(page, services);
            QVERIFY(page.showsServices());
            QCOMPARE(firstNames(page.services(), 30), badNames(services));
            QCOMPARE(
                page.services().summary(), QStringLiteral("10 UNAVAILABLE · 10 UNKNOWN · 10 DEGRADED · 970 healthy"));
            keepPicture(page, QStringLiteral("services-%1-%2").arg(size.width()).arg(int(theme)));
        }
    }

    void theCursorGoesThroughTheListByKeys()
    {
        OverviewPage page;
        page.resize(1280, 638);
        show(page, thousand());
        auto& list = page.services();
        QTest::keyClick(&page, Qt::Key_Down);
        QCOMPARE(list.selected(), std::optional{list.order()[0]});
        QTest::keyClick(&page, Qt::Key_Down);
        QCOMPARE(list.selected(), std::optional{list.order()[1]});
        QTest::keyClick(&page, Qt::Key_PageDown);
        QCOMPARE(list.selected(), std::optional{list.order()[1 + static_cast<std::size_t>(list.rowsInSight())]});
        QTest::keyClick(&page, Qt::Key_End);
        QCOMPARE(list.selected(), std::optional{list.order().back()});
        QCOMPARE(list.verticalScrollBar()->value(), list.verticalScrollBar()->maximum());
        QTest::keyClick(&page, Qt::Key_Down);
        QCOMPARE(list.selected(), std::optional{list.order().back()});
        QTest::keyClick(&page, Qt::Key_Home);
        QCOMPARE(list.selected(), std::optional{list.order().front()});
        QCOMPARE(list.verticalScrollBar()->value(), 0);
    }

    void noRowMovesWhileNoLevelChanges()
    {
        ServicesBench services(30);
        services.answers["service-3"] = saying(HealthLevel::Degraded);
        services.bench.runFor(4s);
        OverviewPage page;
        page.resize(1920, 984);
        show(page, services);
        const auto before = page.services().order();
        services.bench.runFor(5s);
        show(page, services);
        QCOMPARE(page.services().order(), before);
        services.answers["service-20"] = saying(HealthLevel::Critical);
        services.bench.runFor(2s);
        show(page, services);
        QCOMPARE(page.services().order().front(), std::size_t{20});
    }

    void aMarkKeepsItsPlaceAndIsFoundFromTheField()
    {
        auto& services = thousand();
        ServiceField field;
        field.resize(711, 420);
        const auto now = services.bench.clock.steadyNow();
        field.setFleet(services.bench.state, standingsOf(services.bench.state, now));
        const auto cell = field.cellOf(7);
        QVERIFY(field.rect().contains(cell));
        QVERIFY(field.rect().contains(field.cellOf(999)));
        // The white of UNAVAILABLE is there, and no white where all is well.
        const auto picture = keepPicture(field, QStringLiteral("services-field"));
        QVERIFY(hasRun(picture, cell, tokens.gone));
        QVERIFY(!hasRun(picture, field.cellOf(8), tokens.gone));
        auto standings = standingsOf(services.bench.state, now);
        standings[8].level = HealthLevel::Unavailable;
        field.setFleet(services.bench.state, standings);
        QCOMPARE(field.cellOf(7), cell);
        const QSignalSpy selected(&field, &ServiceField::serviceSelected);
        QTest::mouseClick(&field, Qt::LeftButton, {}, cell.center());
        QCOMPARE(selected.size(), 1);
        QCOMPARE(selected.front().front().value<std::size_t>(), std::size_t{7});
    }

    void whatIsOnlyLastKnownHasNoColour()
    {
        ServicesBench services(20);
        services.answers["service-0"] = saying(HealthLevel::Degraded, "slow");
        services.bench.runFor(4s);
        ServicesPane list;
        list.setTokens(tokens);
        list.resize(1208, 300);
        const auto snapshot = services.snapshot();
        const QRect row{16, ServicesPane::headHeight + ServicesPane::labelsHeight, 132, ServicesPane::rowHeight};
        const auto shownAt = [&](const Moment& now) {
            list.setFleet(snapshot, standingsOf(snapshot->state, now.steady), now);
            return list.grab().toImage();
        };
        QVERIFY(hasRun(shownAt(services.bench.clock.now()), row, tokens.warn));
        auto later = services.bench.clock.now();
        later.steady += 60s;
        later.wall += 60s;
        QVERIFY(!hasRun(shownAt(later), list.rect(), tokens.warn));
        QVERIFY(hasRun(shownAt(services.bench.clock.now()), row, tokens.warn));
    }
};

QTEST_MAIN(TestServicesPane)
#include "tst_services_pane.moc"
