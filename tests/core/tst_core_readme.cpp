// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/breaker/options.h"
#include "rungwatch/ladder/mode_controller.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace rungwatch;

namespace {

QString textOf(const char* path)
{
    QFile file(QStringLiteral(RUNGWATCH_SOURCE_DIR "/") + QLatin1String(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Whether a table of the document has a row for it.
bool hasRow(const QString& document, std::string_view option)
{
    const auto name = QStringLiteral("`%1`").arg(QString::fromStdString(std::string(option)));
    for (const auto& line : document.split(QLatin1Char('\n')))
        if (line.startsWith(QStringLiteral("| `")) && line.contains(name))
            return true;
    return false;
}

/// The names of a plain struct's members, as its header has them. Nothing where there is no such struct.
QStringList membersOf(const char* header, const char* structure)
{
    auto text = textOf(header);
    text.remove(0, text.indexOf(QRegularExpression(QStringLiteral("\\bstruct %1 \\{").arg(QLatin1String(structure)))));
    text.truncate(text.indexOf(QRegularExpression(QStringLiteral("\\n *\\};"))));
    QStringList names;
    const QRegularExpression member(QStringLiteral("^ +[A-Za-z][\\w:<>, *]* (\\w+)(\\{[^;()]*(\\([^;]*\\))?\\})?;"));
    for (const auto& line : text.split(QLatin1Char('\n')))
        if (const auto match = member.match(line); match.hasMatch())
            names << match.captured(1);
    return names;
}

/// Whether a row of a table says it in these words.
bool rowSays(const QString& document, const QString& words)
{
    const auto lines = document.split(QLatin1Char('\n'));
    return std::any_of(lines.begin(), lines.end(),
        [&](const QString& line) { return line.startsWith(QLatin1String("| ")) && line.contains(words); });
}

/// Member, and what its row says of it.
using Rows = QMap<QString, QString>;

} // namespace

Q_DECLARE_METATYPE(Rows)

/// The core's README says what is: its example is the one that is built against the installed core, and no option of
/// the code is missing from its tables.
class TestCoreReadme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itsExampleIsTheOneThatIsBuilt()
    {
        const auto client = textOf("tests/data/core_client/main.cpp");
        QVERIFY(!client.isEmpty());
        QVERIFY(textOf("core/README.md").contains(QStringLiteral("```cpp\n") + client + QStringLiteral("```\n")));
    }

    void everyOptionHasARow()
    {
        const auto document = textOf("core/README.md");
        const std::map<std::string_view, std::string_view> otherwise{{"window_kind", "window.kind"},
            {"window_size", "window.size"}, {"window_s", "window.seconds"}, {"slow_s", "slow_ms"}};
        const auto check = [&](std::string_view name, const auto&) {
            const auto found = otherwise.find(name);
            const auto word = found == otherwise.end() ? name : found->second;
            QVERIFY2(hasRow(document, word), std::string(word).c_str());
        };
        const breaker::Options ofBreakers;
        breaker::Options::fields(ofBreakers, check);
        const ModeController::Options ofControllers;
        ModeController::Options::fields(ofControllers, check);
    }

    void everyMemberOfTheOtherOptionsHasARow_data()
    {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("structure");
        QTest::addColumn<Rows>("rows");
        const auto row = [](const char* header, const char* structure, const Rows& rows) {
            QTest::addRow("%s %s", header, structure) << QString(header) << QString(structure) << rows;
        };
        row("retry/retry_policy.h", "RetryOptions",
            {{"maxAttempts", "`max_attempts`"}, {"backoff", "`base_s`"}, {"attemptLimit", "`attempt_limit_s`"},
                {"quotaPause", "`quota_pause_s`"}});
        row("retry/backoff.h", "Backoff", {{"base", "`base_s`"}, {"max", "`max_s`"}, {"jitter", "`jitter`"}});
        row("retry/retry_budget.h", "RetryBudgetOptions",
            {{"ratio", "`ratio`"}, {"minPerSecond", "`min_per_s`"}, {"window", "`window_s`"}});
        row("admission/bulkhead_rules.h", "BulkheadOptions",
            {{"permits", "`permits`"}, {"queue", "`queue`"}, {"maxWait", "`max_wait_s`"}});
        row("admission/quota.h", "QuotaOptions", {{"limit", "`capacity`"}, {"interval", "interval of a quota"}});
        row("cache/ttl_options.h", "TtlOptions",
            {{"ttl", "`ttl_s`"}, {"neverExpires", "never expires"}, {"spread", "`ttl_spread_pct`"},
                {"maxEntries", "entries"}, {"staleIfError", "stale if error"},
                {"staleWhileRevalidate", "stale while revalidate"}, {"flight", "single flight"}});
        row("cache/single_flight.h", "Options",
            {{"rememberFailure", "remembered failure"}, {"waitAtMost", "wait for another's load"},
                {"maxRemembered", "failures remembered"}});
        row("cache/file_level.h", "Options",
            {{"directory", "directory"}, {"bootId", "boot id"}, {"maxEntries", "entries"}, {"maxBytes", "bytes"}});
        row("cache/last_known_good.h", "Options", {{"policy", "`max_age_s`"}, {"maxEntries", "entries"}});
        row("cache/answer_cache.h", "AnswerCacheOptions",
            {{"threshold", "`threshold`"}, {"categoryThreshold", "category threshold"},
                {"maxAge", "age of prepared answers"}, {"embedder", "`embedder`"}});
        row("ladder/stay_alert.h", "Options", {{"longest", "longest stay"}});
        row("ladder/share_alert.h", "Options",
            {{"rung", "`alert_share`"}, {"above", "`above_pct`"}, {"forAtLeast", "`for_s`"}});
        row("ladder/person_queue.h", "PersonQueueOptions",
            {{"maxWaiting", "person queue: places"}, {"perCase", "person queue: time"},
                {"recent", "person queue: recent"}});
        row("ladder/batch_item.h", "BatchOptions",
            {{"maxItems", "batch queue: items"}, {"maxAttempts", "batch queue: attempts"},
                {"maxDeadLetters", "batch queue: dead letters"}, {"alertAbove", "batch queue: dead letters, alert"},
                {"lease", "batch queue: lease"}});
        row("health/check_options.h", "ServiceCheck",
            {{"name", "of a check"}, {"critical", "`critical`"}, {"flag", "`flag`"}, {"timeout", "`timeout_s`"}});
        row("health/check_options.h", "HealthCheckerOptions",
            {{"services", "of a check"}, {"downAfter", "`down_after`"}, {"upAfter", "`up_after`"},
                {"interval", "`interval_s` of a check"}});
        row("health/degraded_response.h", "DegradedResponseOptions", {{"retryAfter", "Retry-After"}});
    }
    void everyMemberOfTheOtherOptionsHasARow()
    {
        QFETCH(QString, header);
        QFETCH(QString, structure);
        QFETCH(Rows, rows);
        const auto document = textOf("core/README.md");
        const auto path = "core/" + header.toUtf8();
        auto members = membersOf(path.constData(), structure.toUtf8().constData());
        members.sort();
        QCOMPARE(members, QStringList(rows.keys())); // a new option has no row yet, or one is gone
        for (const auto& words : rows)
            QVERIFY2(rowSays(document, words), qPrintable(words));
    }
};

QTEST_APPLESS_MAIN(TestCoreReadme)
#include "tst_core_readme.moc"
