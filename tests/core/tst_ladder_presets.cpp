// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/ladder/presets.h"
#include "rungwatch/ladder/required_outcome.h"

#include <QTest>

using namespace rungwatch;

Q_DECLARE_METATYPE(rungwatch::SystemKind)

namespace {

const PresetWords words{"The help desk", "/cases/new mailto:help@example.org"};

/// "primary:primary fallback_model:secondary"
QString rungs(const Result<Ladder>& ladder)
{
    if (!ladder)
        return QString::fromStdString(ladder.error().code);
    QStringList list;
    for (const auto& rung : ladder->rungs)
        list << QString::fromStdString(rung.name + ":" + std::string(nameOf(rung.kind)));
    return list.join(QLatin1Char(' '));
}

QString tiers(const std::vector<Tier>& list)
{
    QStringList names;
    for (const auto tier : list)
        names << QString::fromStdString(std::string(nameOf(tier)));
    return names.join(QLatin1Char(' '));
}

} // namespace

/// The ladders that the documents draw, and how much of one a system needs.
class TestLadderPresets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFourTiersInTheirOrder()
    {
        const auto ladder = fourTierLadder(words);
        QCOMPARE(rungs(ladder),
            QStringLiteral("primary:primary fallback_model:secondary prepared_answers:cache template:template "
                           "queue_for_person:queue_for_person"));
        std::vector<Tier> seen;
        for (const auto& rung : ladder->rungs)
            if (seen.empty() || seen.back() != tierOf(rung.kind))
                seen.push_back(tierOf(rung.kind));
        QCOMPARE(tiers(seen), QStringLiteral("full reduced cached_or_static human"));
        QCOMPARE(ladder->rungs.back().otherPath, words.otherPath);
        QVERIFY(QString::fromStdString(ladder->rungs.back().message).startsWith(QLatin1String("The help desk")));
    }

    void theSixRungsInTheirOrder()
    {
        QCOMPARE(rungs(sixRungLadder(words)),
            QStringLiteral("primary:primary secondary:secondary small_model:small_model cache:cache template:template "
                           "unavailable:unavailable"));
    }

    void aRequiredOutcomeSkipsTheSmallModelAndEndsAtAPerson()
    {
        const auto ladder = requiredOutcomeLadder(words, "A wrong refund costs money and trust.");
        QCOMPARE(rungs(ladder),
            QStringLiteral("primary:primary secondary:secondary rules:rules queue_for_person:queue_for_person"));
        QVERIFY(validateRequired(*ladder));
        QVERIFY(ladder->forbidden.at(0).kind == RungKind::SmallModel);
        QCOMPARE(rungs(requiredOutcomeLadder(words, " ")), QStringLiteral("missing-reason"));
        // The hierarchy for optional features is none for required ones.
        QCOMPARE(QString::fromStdString(validateRequired(*fourTierLadder(words)).error().where),
            QStringLiteral("/ladder/2"));
    }

    void eachKindOfSystemHasTheTiersItNeeds_data()
    {
        QTest::addColumn<SystemKind>("kind");
        QTest::addColumn<QString>("needs");
        QTest::addColumn<bool>("retryQueue");
        QTest::addColumn<QString>("ladder");
        QTest::newRow("customer-facing") << SystemKind::CustomerFacing << "full reduced cached_or_static human" << false
                                         << "primary:primary fallback_model:secondary prepared_answers:cache "
                                            "template:template queue_for_person:queue_for_person";
        QTest::newRow("internal tool") << SystemKind::InternalTool << "full reduced" << false
                                       << "primary:primary fallback_model:secondary unavailable:unavailable";
        QTest::newRow("batch") << SystemKind::BatchPipeline << "full" << true
                               << "primary:primary retry_queue:unavailable";
        QTest::newRow("prototype") << SystemKind::Prototype << "" << false << "primary:primary unavailable:unavailable";
    }
    void eachKindOfSystemHasTheTiersItNeeds()
    {
        QFETCH(SystemKind, kind);
        QFETCH(QString, needs);
        QFETCH(bool, retryQueue);
        QFETCH(QString, ladder);
        QCOMPARE(tiers(needsOf(kind).tiers), needs);
        QCOMPARE(needsOf(kind).retryQueue, retryQueue);
        const auto made = ladderFor(kind, words);
        QCOMPARE(rungs(made), ladder);
        const auto& last = made->rungs.back();
        QVERIFY(QString::fromStdString(last.message).startsWith(QLatin1String("The help desk")));
        QCOMPARE(last.otherPath, words.otherPath);
    }

    void anInternalToolSaysWhenToTryAgain()
    {
        const auto ladder = ladderFor(SystemKind::InternalTool, words);
        QCOMPARE(QString::fromStdString(ladder->rungs.back().message),
            QStringLiteral("The help desk is not available at the moment. Try again in 10 minutes."));
    }

    void theMissingCapabilityMustHaveAName()
    {
        QCOMPARE(rungs(fourTierLadder({" ", "/help"})), QStringLiteral("empty-name"));
        QCOMPARE(rungs(sixRungLadder({"", ""})), QStringLiteral("empty-name"));
        for (const auto kind :
            {SystemKind::CustomerFacing, SystemKind::InternalTool, SystemKind::BatchPipeline, SystemKind::Prototype})
            QCOMPARE(rungs(ladderFor(kind, {"", ""})), QStringLiteral("empty-name"));
    }
};

QTEST_APPLESS_MAIN(TestLadderPresets)
#include "tst_ladder_presets.moc"
