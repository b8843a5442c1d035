// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/breaker_phases.h"

#include <QTest>

#include <set>

using namespace rungwatch;
using namespace rungwatch::breaker;
using namespace rungwatch::test;

namespace {

struct Row {
    Phase phase;
    QString input;
    QString answer; ///< permit, a refusal's word, or empty
    QString emitted;
    QString after;
};

const QStringList calls{QStringLiteral("admit"), QStringLiteral("success"), QStringLiteral("failure"),
    QStringLiteral("ignored"), QStringLiteral("cancelled")};
const QStringList probes{QStringLiteral("probe"), QStringLiteral("probe success"), QStringLiteral("probe failure"),
    QStringLiteral("probe ignored"), QStringLiteral("probe cancelled")};
const QStringList others{QStringLiteral("tick"), QStringLiteral("reset"), QStringLiteral("force closed"),
    QStringLiteral("force open"), QStringLiteral("force half_open"), QStringLiteral("force disabled")};

/// Every input in every phase, five rows of them at a time where they differ in nothing else.
std::vector<Row> table()
{
    std::vector<Row> rows;
    const auto row = [&](Phase phase, const char* input, const char* answer, const char* emitted, const char* after) {
        rows.push_back({phase, QString::fromLatin1(input), QString::fromLatin1(answer), QString::fromLatin1(emitted),
            QString::fromLatin1(after)});
    };
    const auto same = [&](Phase phase, const QStringList& inputs, const char* answer) {
        for (const auto& input : inputs)
            row(phase, input.toLatin1().constData(), answer, "",
                BreakerDriver::word(nameOf(phase)).toLatin1().constData());
    };

    same(Phase::Closed, calls, "permit");
    same(Phase::Closed, probes, "not_open");
    row(Phase::Closed, "tick", "", "", "closed");
    row(Phase::Closed, "reset", "", "", "closed");
    row(Phase::Closed, "force closed", "", "", "closed");
    row(Phase::Closed, "force open", "", "closed>forced_open operator", "forced_open");
    row(Phase::Closed, "force half_open", "", "closed>half_open operator", "half_open");
    row(Phase::Closed, "force disabled", "", "closed>disabled operator", "disabled");

    same(Phase::Open, calls, "open");
    row(Phase::Open, "probe", "permit", "", "open");
    row(Phase::Open, "probe success", "permit", "open>half_open operator; half_open>closed probe_succeeded", "closed");
    row(Phase::Open, "probe failure", "permit", "", "open");
    row(Phase::Open, "probe ignored", "permit", "", "open");
    row(Phase::Open, "probe cancelled", "permit", "", "open");
    row(Phase::Open, "tick", "", "", "open");
    row(Phase::Open, "reset", "", "open>closed operator", "closed");
    row(Phase::Open, "force closed", "", "open>closed operator", "closed");
    row(Phase::Open, "force open", "", "open>forced_open operator", "forced_open");
    row(Phase::Open, "force half_open", "", "open>half_open operator", "half_open");
    row(Phase::Open, "force disabled", "", "open>disabled operator", "disabled");

    for (const char* probe : {"", "probe "}) {
        const auto input = [&](const char* verdict) { return QByteArray(probe) + verdict; };
        row(Phase::HalfOpen, input("success").constData(), "permit", "half_open>closed probe_succeeded", "closed");
        row(Phase::HalfOpen, input("failure").constData(), "permit", "half_open>open probe_failed", "open");
        row(Phase::HalfOpen, input("ignored").constData(), "permit", "", "half_open");
        row(Phase::HalfOpen, input("cancelled").constData(), "permit", "", "half_open");
    }
    row(Phase::HalfOpen, "admit", "permit", "", "half_open");
    row(Phase::HalfOpen, "probe", "permit", "", "half_open");
    row(Phase::HalfOpen, "tick", "", "", "half_open");
    row(Phase::HalfOpen, "reset", "", "half_open>closed operator", "closed");
    row(Phase::HalfOpen, "force closed", "", "half_open>closed operator", "closed");
    row(Phase::HalfOpen, "force open", "", "half_open>forced_open operator", "forced_open");
    row(Phase::HalfOpen, "force half_open", "", "", "half_open");
    row(Phase::HalfOpen, "force disabled", "", "half_open>disabled operator", "disabled");

    same(Phase::ForcedOpen, calls, "forced_open");
    same(Phase::ForcedOpen, probes, "forced_open");
    row(Phase::ForcedOpen, "tick", "", "", "forced_open");
    row(Phase::ForcedOpen, "reset", "", "forced_open>closed operator", "closed");
    row(Phase::ForcedOpen, "force closed", "", "forced_open>closed operator", "closed");
    row(Phase::ForcedOpen, "force open", "", "", "forced_open");
    row(Phase::ForcedOpen, "force half_open", "", "forced_open>half_open operator", "half_open");
    row(Phase::ForcedOpen, "force disabled", "", "forced_open>disabled operator", "disabled");

    same(Phase::Disabled, calls, "permit");
    same(Phase::Disabled, probes, "not_open");
    row(Phase::Disabled, "tick", "", "", "disabled");
    row(Phase::Disabled, "reset", "", "disabled>closed operator", "closed");
    row(Phase::Disabled, "force closed", "", "disabled>closed operator", "closed");
    row(Phase::Disabled, "force open", "", "disabled>forced_open operator", "forced_open");
    row(Phase::Disabled, "force half_open", "", "disabled>half_open operator", "half_open");
    row(Phase::Disabled, "force disabled", "", "", "disabled");
    return rows;
}

QString nameOfPair(Phase phase, const QString& input)
{
    return BreakerDriver::word(nameOf(phase)) + QLatin1Char(' ') + input;
}

} // namespace

/// What each input does in each phase of a breaker, all pairs of them.
class TestBreakerTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noPairIsLeftOut()
    {
        std::set<QString> written;
        for (const auto& row : table())
            QVERIFY2(written.insert(nameOfPair(row.phase, row.input)).second, "a pair stands there twice");
        for (const auto phase : {Phase::Closed, Phase::Open, Phase::HalfOpen, Phase::ForcedOpen, Phase::Disabled})
            for (const auto& input : calls + probes + others)
                QVERIFY2(written.contains(nameOfPair(phase, input)), qPrintable(nameOfPair(phase, input)));
        QCOMPARE(written.size(), std::size_t{80});
    }

    void everyInputInEveryPhase_data()
    {
        QTest::addColumn<int>("phase");
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("emitted");
        QTest::addColumn<QString>("after");
        for (const auto& row : table())
            QTest::newRow(qPrintable(nameOfPair(row.phase, row.input)))
                << static_cast<int>(row.phase) << row.input << row.answer << row.emitted << row.after;
    }
    void everyInputInEveryPhase()
    {
        QFETCH(int, phase);
        QFETCH(QString, input);
        QFETCH(QString, answer);
        QFETCH(QString, emitted);
        QFETCH(QString, after);
        auto driver = inPhase(static_cast<Phase>(phase));
        const auto generation = driver.state.generation;
        const auto word = input.section(QLatin1Char(' '), -1);
        const bool empties = input == QLatin1String("reset") || input == QLatin1String("force closed");
        std::optional<PermitId> permit;
        if (input.startsWith(QLatin1String("force")))
            driver.give(Force{*enumFromName<Phase>(word.toStdString())});
        else if (input == QLatin1String("reset"))
            driver.give(Reset{});
        else if (input == QLatin1String("tick"))
            driver.tick();
        else
            permit = input.startsWith(QLatin1String("probe")) ? driver.probe() : driver.ask();
        const auto refused = driver.refusal ? BreakerDriver::word(nameOf(driver.refusal->reason)) : QString();
        QCOMPARE(permit ? QStringLiteral("permit") : refused, answer);
        if (const auto verdict = enumFromName<Verdict>(word.toStdString()); verdict && permit)
            driver.end(*permit, *verdict);
        QCOMPARE(driver.forget(), emitted);
        QCOMPARE(driver.phase(), after);
        QCOMPARE(driver.state.generation != generation, !emitted.isEmpty() || empties);
    }
};

QTEST_APPLESS_MAIN(TestBreakerTable)
#include "tst_breaker_table.moc"
