// SPDX-License-Identifier: GPL-3.0-or-later
#include "pictures.h"
#include "recorded_session.h"
#include "rungwatch/lab/lab_recording.h"
#include "ui/replay/replay_window.h"

#include <QComboBox>
#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

lab::Scenario hour()
{
    QFile file(QStringLiteral(RUNGWATCH_SOURCE_DIR "/resources/scenarios/outage_hour.json"));
    return file.open(QIODevice::ReadOnly) ? lab::parseScenario(file.readAll().toStdString()).value() : lab::Scenario{};
}

/// The scripted hour, decided at once, and what was asked.
class HourSource : public WhatIfSource {
    Q_OBJECT

public:
    explicit HourSource(WallTime start)
        : m_recording(lab::recordingOf(hour(), start))
    {
    }

    void ask(const QStringList& changes) override
    {
        asked << changes.join(QLatin1Char{' '});
        if (holdsBack)
            return;
        auto result = std::make_shared<WhatIfResult>();
        result->changes = changes;
        lab::Changes made;
        for (const auto& change : changes)
            if (const auto fault = lab::setChange(made, m_recording, change.toStdString())) {
                result->fault = QString::fromStdString(fault->message);
                made = {};
                break;
            }
        result->features = lab::decideAgain(m_recording, made);
        result->limits = {{"secondary", 100}, {"small_model", 80}};
        result->off = {QStringLiteral("refund_eligibility.small_model")};
        m_result = result;
        Q_EMIT decided();
    }
    [[nodiscard]] std::shared_ptr<const WhatIfResult> result() const override { return m_result; }
    [[nodiscard]] std::vector<WhatIfExample> examples() const override
    {
        return {{QStringLiteral("hold 1"), {QStringLiteral("hold=1")}}};
    }

    QStringList asked;
    bool holdsBack{false};

private:
    lab::Recording m_recording;
    std::shared_ptr<const WhatIfResult> m_result;
};

/// A recording that can be decided again.
class WhatIfRecording : public RecordedSession {
    Q_OBJECT

public:
    using RecordedSession::RecordedSession;
    [[nodiscard]] WhatIfSource* whatIf() override { return &source; }

    HourSource source{line.range.from};
};

} // namespace

/// The panel says what another policy would have made of a recording: what its controls ask for, in both lanes on the
/// timeline's columns, with what is estimated marked.
class TestWhatIfPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itOpensWithNothingChanged();
    void everyControlIsAChange();
    void asRecordedAgain();
    void figuresSayBothLanes();
    void aChangeThatCantBeSaysWhy();
    void itSaysThatItDecides();
    void aKillLastsTheMarkedStretch();
    void theKeyTogglesIt();
    void pictures_data();
    void pictures();
};

void TestWhatIfPanel::itOpensWithNothingChanged()
{
    HourSource source{WallTime{}};
    WhatIfPanel panel{source};
    panel.open();
    QCOMPARE(source.asked, QStringList{QString{}});
    QVERIFY(panel.said().contains(QStringLiteral("no service is touched")));
    QVERIFY(panel.said().contains(QStringLiteral("both lanes are as recorded")));
}

void TestWhatIfPanel::everyControlIsAChange()
{
    HourSource source{WallTime{}};
    WhatIfPanel panel{source};
    panel.open();
    const QStringList changes{QStringLiteral("hold=1"), QStringLiteral("max_error_pct=35.5"),
        QStringLiteral("max_p95_s=8"), QStringLiteral("latency_trigger=false"), QStringLiteral("cooldown_s=5"),
        QStringLiteral("failure_threshold=2"), QStringLiteral("refund_eligibility.allow=small_model"),
        QStringLiteral("secondary.limit=90"), QStringLiteral("help_desk.hold=2"),
        QStringLiteral("small_model.limit=70")};
    panel.setChanges(changes);
    QCOMPARE(panel.controls().changes(), changes);
    const auto spins = panel.findChildren<QSpinBox*>();
    QVERIFY(std::ranges::any_of(spins, [](const QSpinBox* box) { return box->value() == 1; }));
    // Also what is changed by hand asks at once.
    source.asked.clear();
    panel.controls().reset();
    for (auto* box : panel.findChildren<QComboBox*>())
        if (box->accessibleName() == QStringLiteral("Latency trigger"))
            box->setCurrentIndex(1);
    QCOMPARE(source.asked, (QStringList{QString{}, QStringLiteral("latency_trigger=false")}));
}

void TestWhatIfPanel::asRecordedAgain()
{
    HourSource source{WallTime{}};
    WhatIfPanel panel{source};
    panel.open();
    panel.setChanges({QStringLiteral("hold=1"), QStringLiteral("undrilled=small_model")});
    panel.findChild<QPushButton*>()->click();
    QCOMPARE(panel.controls().changes(), QStringList{});
    QCOMPARE(source.asked.back(), QString{});
}

void TestWhatIfPanel::figuresSayBothLanes()
{
    HourSource source{WallTime{}};
    source.ask({QStringLiteral("hold=1")});
    const auto figures = totalFiguresOf(source.result()->features);
    const auto named = [&](const char* label) {
        return *std::ranges::find(figures, QString::fromLatin1(label), &WhatIfFigure::label);
    };
    QCOMPARE(named("switches").text(), QStringLiteral("2 → 6"));
    QCOMPARE(named("switches").difference(), QStringLiteral("▲ 4"));
    QCOMPARE(named("wrong decisions").text(), QStringLiteral("0"));
    QCOMPARE(named("wrong decisions").difference(), QString{});
    QCOMPARE(named("unavailable").recorded, qint64{94});
    QVERIFY(named("min degraded").difference().startsWith(QStringLiteral("▼")));
}

void TestWhatIfPanel::aChangeThatCantBeSaysWhy()
{
    HourSource source{WallTime{}};
    WhatIfPanel panel{source};
    panel.open();
    panel.setChanges({QStringLiteral("nobody.hold=1")});
    QVERIFY2(panel.said().contains(QStringLiteral("not decided: expected the name of a recorded feature")),
        qPrintable(panel.said()));
}

void TestWhatIfPanel::itSaysThatItDecides()
{
    HourSource source{WallTime{}};
    source.holdsBack = true;
    WhatIfPanel panel{source};
    panel.open();
    QVERIFY(panel.said().contains(QStringLiteral("deciding the recording again")));
}

void TestWhatIfPanel::aKillLastsTheMarkedStretch()
{
    WhatIfRecording session{27};
    ReplayWindow window{session, theme::ThemeName::Dark};
    window.showWhatIf(true);
    auto& panel = *window.whatIf();
    auto* kill = panel.findChildren<QComboBox*>().at(0);
    for (auto* box : panel.findChildren<QComboBox*>())
        if (box->findText(QStringLiteral("recommendations")) > 0)
            kill = box;
    kill->setCurrentIndex(kill->findText(QStringLiteral("recommendations")));
    QCOMPARE(panel.controls().changes(), QStringList{}); // nothing is marked
    const auto begin = session.line.range.from;
    session.state.loop = {begin + 11min, begin + 48min};
    session.change();
    QCOMPARE(panel.controls().changes().size(), qsizetype{1});
    QVERIFY(panel.controls().changes().front().startsWith(QStringLiteral("recommendations.kill=")));
    const auto& features = session.source.result()->features;
    const auto feature = std::ranges::find(features, std::string("recommendations"), &lab::WhatIfFeature::name);
    for (std::size_t minute = 0; minute < 60; ++minute)
        QCOMPARE(feature->otherwise[minute].mode == Mode::Killed, minute >= 11 && minute <= 47);
}

void TestWhatIfPanel::theKeyTogglesIt()
{
    WhatIfRecording session{27};
    ReplayWindow window{session, theme::ThemeName::Dark};
    window.show();
    QVERIFY(!window.whatIf());
    QTest::keyClick(&window, Qt::Key_W);
    QVERIFY(window.whatIf() && window.whatIf()->isVisible());
    // Its lanes stand under the timeline's own columns.
    QCOMPARE(window.whatIf()->width(), window.strip().width());
    // From a field Esc gives the keys back to the player.
    auto* field = window.whatIf()->findChild<QSpinBox*>();
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!field->hasFocus());
    QTest::keyClick(window.focusWidget(), Qt::Key_Space);
    QCOMPARE(session.taken(), QStringList{QStringLiteral("play")});
    QTest::keyClick(&window, Qt::Key_W);
    QVERIFY(!window.whatIf()->isVisible());
    QVERIFY(session.taken().isEmpty());

    RecordedSession bare{27};
    ReplayWindow without{bare, theme::ThemeName::Dark};
    QTest::keyClick(&without, Qt::Key_W);
    QVERIFY(!without.whatIf());
}

void TestWhatIfPanel::pictures_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("light");
    QTest::newRow("1920x1080-dark") << QSize{1920, 1080} << false;
    QTest::newRow("1280x720-dark") << QSize{1280, 720} << false;
    QTest::newRow("1920x1080-light") << QSize{1920, 1080} << true;
    QTest::newRow("1280x720-light") << QSize{1280, 720} << true;
}

void TestWhatIfPanel::pictures()
{
    QFETCH(QSize, size);
    QFETCH(bool, light);
    WhatIfRecording session{27};
    ReplayWindow window{session, light ? theme::ThemeName::Light : theme::ThemeName::Dark};
    window.resize(size);
    window.show();
    window.showWhatIf(true);
    window.whatIf()->setChanges({QStringLiteral("hold=1"), QStringLiteral("latency_trigger=false")});
    const auto image = keepPicture(window, QStringLiteral("what-if-") + QString::fromLatin1(QTest::currentDataTag()));
    QCOMPARE(image.size(), size);
    // Nothing of the panel is outside of it, and all that it shows of lanes is as wide as the strip.
    QVERIFY(window.rect().contains(window.whatIf()->geometry()));
    for (auto* child : window.whatIf()->controls().findChildren<QWidget*>(QString{}, Qt::FindDirectChildrenOnly))
        if (!child->isHidden())
            QVERIFY2(
                window.whatIf()->controls().rect().contains(child->geometry()), qPrintable(child->accessibleName()));
}

QTEST_MAIN(TestWhatIfPanel)
#include "tst_what_if_panel.moc"
