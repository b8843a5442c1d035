// SPDX-License-Identifier: GPL-3.0-or-later
#include "pictures.h"
#include "services_bench.h"
#include "ui/main_window.h"

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

/// A session with a canary, whose frames stop where a test lets them.
class CanarySession : public Session {
public:
    CanarySession()
        : services(200)
    {
        services.answers["service-7"] = refusing();
        services.answers["service-8"] = saying(HealthLevel::Degraded, "slow");
        services.bench.runFor(8s);
        frame();
    }

    [[nodiscard]] fleet::SnapshotPtr snapshot() const override { return m_snapshot; }
    [[nodiscard]] const fleet::History& history() const override { return m_history; }
    [[nodiscard]] Moment now() const override { return services.bench.clock.now(); }
    [[nodiscard]] QString operatorName() const override { return QStringLiteral("ada"); }
    void submit(const fleet::Command&) override { }
    [[nodiscard]] bool hasCanary() const override { return true; }
    void reportTrust(const fleet::DisplayTrustChanged& change) override { reported.push_back(change); }

    /// The canary of now, and with it all that happened.
    void frame()
    {
        const auto seconds = std::chrono::floor<std::chrono::seconds>(now().steady.time_since_epoch());
        services.bench.feed(fleet::CanarySeen{static_cast<std::uint64_t>(seconds.count())});
        m_snapshot = services.snapshot();
    }
    /// Time passes at the services and for the window; no frame comes.
    void pass(Duration time) { services.bench.runFor(time); }

    ServicesBench services;
    std::vector<fleet::DisplayTrustChanged> reported;

private:
    fleet::SnapshotPtr m_snapshot;
    fleet::History m_history;
};

const auto& tokens = theme::Tokens::of(theme::ThemeName::Dark);

bool hasColour(const QImage& image, const QRect& box)
{
    return hasRun(image, box, tokens.warn) || hasRun(image, box, tokens.crit) || hasRun(image, box, tokens.hand);
}

} // namespace

class TestTrustFrame : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFrozenSnapshotIsUnmistakable()
    {
        CanarySession session;
        MainWindow window{session, theme::ThemeName::Dark};
        window.resize(1280, 720);
        window.show();
        QVERIFY(window.trustFrame().isHidden());
        const QRect page = window.overview().geometry();
        QVERIFY(hasColour(window.grab().toImage(), page));

        session.pass(CanaryWatch::shownLimit);
        window.showNow();
        QVERIFY(window.trustFrame().isHidden());
        session.pass(1s);
        window.showNow();
        QVERIFY(!window.trustFrame().isHidden());
        QCOMPARE(window.trustFrame().geometry(), window.rect());
        QCOMPARE(window.trustFrame().title(), QStringLiteral("DISPLAY NOT TRUSTED since 00:00:08 UTC"));
        const auto picture = keepPicture(window, QStringLiteral("not-trusted"));
        const auto band = TrustFrame::bandIn(window.rect());
        QVERIFY(hasRun(picture, band, tokens.crit));
        // Above and below the band, inside of the frame's own border, nothing has a colour.
        const QRect inside = window.rect().adjusted(16, 16, -16, -16);
        QVERIFY(!hasColour(picture, {inside.left(), inside.top(), inside.width(), band.top() - inside.top()}));
        QVERIFY(
            !hasColour(picture, {inside.left(), band.bottom() + 1, inside.width(), inside.bottom() - band.bottom()}));
    }

    void itGoesWhenTheCanaryIsRightAgainAndBothAreRecorded()
    {
        CanarySession session;
        MainWindow window{session, theme::ThemeName::Dark};
        window.resize(1280, 720);
        window.show();
        session.pass(60s);
        window.showNow();
        QVERIFY(!window.trustFrame().isHidden());
        QCOMPARE(session.reported.size(), std::size_t{1});
        QVERIFY(!session.reported.front().trusted);
        session.pass(1s);
        window.showNow();
        QCOMPARE(session.reported.size(), std::size_t{1});
        session.frame();
        window.showNow();
        QVERIFY(window.trustFrame().isHidden());
        QCOMPARE(session.reported.size(), std::size_t{2});
        QVERIFY(session.reported.back().trusted);
        QVERIFY(hasColour(window.grab().toImage(), window.overview().geometry()));
    }
};

QTEST_MAIN(TestTrustFrame)
#include "tst_trust_frame.moc"
