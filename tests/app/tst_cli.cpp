// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

using namespace rungwatch;

namespace {

struct Ran {
    int exitCode{-1};
    QByteArray output;
    QByteArray errors;
};

Ran run(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch"), arguments);
    if (!process.waitForFinished(30'000))
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QString data(const char* name)
{
    return QStringLiteral(RUNGWATCH_TEST_DATA "/") + QLatin1String(name);
}

} // namespace

/// What CONTRACTS promises of every subcommand: exit codes, one line on standard error, JSON on demand.
class TestCli : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readPrintsAReadingByTheNamesOfTheCorpus()
    {
        const auto ran = run({QStringLiteral("read"), data("formats/consul_agent.json"), QStringLiteral("--status"),
            QStringLiteral("429"), QStringLiteral("--json")});
        QCOMPARE(ran.exitCode, 0);
        const auto reading = QJsonDocument::fromJson(ran.output).object();
        QCOMPARE(reading["format"].toString(), QStringLiteral("consul-health-service"));
        QCOMPARE(reading["level"].toString(), QStringLiteral("DEGRADED"));
        QCOMPARE(reading["components"][0][u"name"].toString(), QStringLiteral("service:web-1"));
        const auto text = run({QStringLiteral("read"), data("formats/resilience4j_stream.sse")});
        QCOMPARE(text.exitCode, 0);
        QVERIFY(text.output.contains("HALF_OPEN"));
    }

    void readNamesWhatItCannotRead()
    {
        const auto ran = run({QStringLiteral("read"), data("formats/error_gateway.html"), QStringLiteral("--json")});
        QCOMPARE(ran.exitCode, 2);
        QCOMPARE(
            QJsonDocument::fromJson(ran.output).object()["error"].toString(), QStringLiteral("html-instead-of-data"));
        QCOMPARE(ran.errors.count('\n'), 1);
        QVERIFY(ran.errors.contains("html-instead-of-data"));
    }

    void aServicesWordsCommandNoTerminal()
    {
        QTemporaryFile payload;
        QVERIFY(payload.open());
        payload.write(QStringLiteral("{\"status\":\"pass\",\"checks\":{\"a\u202eb\u009b2Jc\":[{\"status\":\"fail\","
                                     "\"output\":\"down\\u001b[0m\u2066\"}]}}")
                          .toUtf8());
        payload.close();
        const auto ran = run({QStringLiteral("read"), payload.fileName()});
        QCOMPARE(ran.exitCode, 0);
        const auto text = QString::fromUtf8(ran.output);
        QVERIFY2(text.contains(QStringLiteral("a b 2Jc")), ran.output.constData());
        QVERIFY2(text.contains(QStringLiteral("down [0m")), ran.output.constData());
        for (const char16_t unfit : {u'\u202e', u'\u009b', u'\u001b', u'\u2066'})
            QVERIFY2(!text.contains(QChar(unfit)), ran.output.constData());
    }

    void readTakesHeadersAndAPin()
    {
        const auto ran = run({QStringLiteral("read"), data("formats/aspnet_healthy.txt"), QStringLiteral("--header"),
            QStringLiteral("Age: 7"), QStringLiteral("--format"), QStringLiteral("simple-status"),
            QStringLiteral("--json")});
        QCOMPARE(ran.exitCode, 0);
        const auto reading = QJsonDocument::fromJson(ran.output).object();
        QCOMPARE(reading["format"].toString(), QStringLiteral("simple-status"));
        QCOMPARE(reading["cache"][u"age_s"].toInt(), 7);
    }

    void wrongUsageExitsWithTwoAndOneLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("unknown subcommand") << QStringList{QStringLiteral("nonsense")};
        QTest::newRow("unknown option") << QStringList{QStringLiteral("lab"), QStringLiteral("--nonsense")};
        QTest::newRow("missing file") << QStringList{QStringLiteral("lab"), QStringLiteral("/nothing")};
        QTest::newRow("unknown toggle") << QStringList{
            QStringLiteral("lab"), QStringLiteral("--set"), QStringLiteral("hold=1")};
        QTest::newRow("no such format") << QStringList{QStringLiteral("read"), data("formats/aspnet_healthy.txt"),
            QStringLiteral("--format"), QStringLiteral("tarot")};
        QTest::newRow("no header") << QStringList{QStringLiteral("read"), data("formats/aspnet_healthy.txt"),
            QStringLiteral("--header"), QStringLiteral("nonsense")};
        QTest::newRow("not JSON") << QStringList{
            QStringLiteral("lab"), QStringLiteral("--expect"), QStringLiteral("/dev/null")};
        const auto exporting = [](const char* journal, const char* output, const QStringList& more = {}) {
            return QStringList{QStringLiteral("export"), QString::fromLatin1(journal), QStringLiteral("-o"),
                       QString::fromLatin1(output)}
            + more;
        };
        QTest::newRow("export: no such form") << exporting("/nothing", "/tmp/report.docx");
        QTest::newRow("export: no journal") << exporting("/nothing", "/tmp/report.csv");
        QTest::newRow("export: not a journal") << exporting("/dev/null", "/tmp/report.csv");
        QTest::newRow("export: no output") << QStringList{QStringLiteral("export"), QStringLiteral("/nothing")};
        QTest::newRow("export: a time without a zone")
            << exporting("/nothing", "/tmp/report.csv", {QStringLiteral("--from"), QStringLiteral("2026-11-30T12:00")});
        QTest::newRow("export: an end before its start") << exporting("/nothing", "/tmp/report.csv",
            {QStringLiteral("--from"), QStringLiteral("2026-11-30T12:00:01Z"), QStringLiteral("--to"),
                QStringLiteral("2026-11-30T12:00:00Z")});
        const auto importing = [](const char* kind, const QString& file, const char* journal) {
            return QStringList{QStringLiteral("import"), QString::fromLatin1(kind), file, QStringLiteral("-o"),
                QString::fromLatin1(journal)};
        };
        QTest::newRow("import: no such kind") << importing("tarot", data("import/statuspage.json"), "/tmp/none.db");
        QTest::newRow("import: no file") << importing("statuspage", QStringLiteral("/nothing"), "/tmp/none.db");
        QTest::newRow("import: another tool's file")
            << importing("pagerduty", data("import/resilience4j_events.json"), "/tmp/none.db");
        QTest::newRow("import: no folder")
            << importing("statuspage", data("import/statuspage.json"), "/nothing/none.db");
    }
    void wrongUsageExitsWithTwoAndOneLine()
    {
        QFETCH(QStringList, arguments);
        const auto ran = run(arguments);
        QCOMPARE(ran.exitCode, 2);
        QCOMPARE(ran.errors.count('\n'), 1);
        QVERIFY(ran.errors.startsWith("rungwatch: "));
        QVERIFY(ran.output.isEmpty());
    }

    void theLabComparesEveryFigure()
    {
        QCOMPARE(run({QStringLiteral("lab"), QStringLiteral("--expect"), data("lab_expected.json")}).exitCode, 0);
        QFile file(data("lab_expected.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QTemporaryFile changed;
        QVERIFY(changed.open());
        auto text = file.readAll();
        const QByteArray primary = "\"value\": 4212"; // the first is the default setting's
        changed.write(text.replace(text.indexOf(primary), primary.size(), "\"value\": 4213"));
        changed.close();
        const auto ran = run({QStringLiteral("lab"), QStringLiteral("--expect"), changed.fileName()});
        QCOMPARE(ran.exitCode, 1);
        QCOMPARE(ran.output, QByteArray("default: primary: expected 4213, found 4212\n"));
        const auto asJson =
            run({QStringLiteral("lab"), QStringLiteral("--json"), QStringLiteral("--expect"), changed.fileName()});
        QCOMPARE(asJson.exitCode, 1);
        QCOMPARE(asJson.output,
            QByteArray("{\"settings\":11,\"differences\":[\"default: primary: expected 4213, found 4212\"]}\n"));
    }

    void aScriptGivesOneObjectAStep()
    {
        QTemporaryFile script;
        QVERIFY(script.open());
        script.write("{\"breaker\": {\"failure_threshold\": 1},\n\"steps\": [{\"at_s\": 0, \"call\": \"503\"},\n"
                     "{\"at_s\": 1, \"call\": \"ok\"}]}");
        script.close();
        const auto ran = run({QStringLiteral("simulate"), script.fileName(), QStringLiteral("--json")});
        QCOMPARE(ran.exitCode, 0);
        const auto steps = QJsonDocument::fromJson(ran.output).array();
        QCOMPARE(steps.size(), 2);
        QCOMPARE(steps[0].toObject()["state"], QJsonValue("open"));
        QCOMPARE(steps[1].toObject()["admitted"], QJsonValue(false));
        // For a person a step a line, and still one list.
        const auto lines = run({QStringLiteral("simulate"), script.fileName()});
        QCOMPARE(lines.output.count('\n'), 4);
        QCOMPARE(QJsonDocument::fromJson(lines.output).array(), steps);
    }

    void aWrongScriptNamesTheStep()
    {
        QTemporaryFile script;
        QVERIFY(script.open());
        script.write(
            "{\"breaker\": {},\n\"steps\": [{\"at_s\": 0, \"call\": \"ok\"},\n{\"at_s\": 1, \"cal\": \"ok\"}]}");
        script.close();
        const auto ran = run({QStringLiteral("simulate"), script.fileName()});
        QCOMPARE(ran.exitCode, 2);
        QCOMPARE(ran.errors.count('\n'), 1);
        QVERIFY2(ran.errors.contains(script.fileName().toUtf8() + ": /steps/1 (line 3): "), ran.errors.constData());
        QVERIFY(ran.output.isEmpty());
    }

    void aServerOfTargetsThatCantBeAskedWithoutItsSecretIsSaid()
    {
        QTemporaryFile fleet;
        QVERIFY(fleet.open());
        fleet.write(
            "{\"version\": 1, \"name\": \"t\", \"services\": [],\n\"targets\": [{\"http_sd\": \"http://127.0.0.1:1/\", "
            "\"basic\": {\"user\": \"u\", \"password\": {\"env\": \"TST_CLI_NO_SUCH\"}}, "
            "\"source\": {\"kind\": \"health\", \"path\": \"/health\"}}]}");
        fleet.close();
        const QTemporaryDir folder;
        const auto ran =
            run({QStringLiteral("watch"), QStringLiteral("--fleet"), fleet.fileName(), QStringLiteral("--journal"),
                folder.filePath(QStringLiteral("j")), QStringLiteral("--for"), QStringLiteral("2s")});
        QCOMPARE(ran.exitCode, 0);
        QVERIFY2(
            ran.errors.contains("targets of http://127.0.0.1:1/: the environment variable TST_CLI_NO_SUCH is not set"),
            ran.errors.constData());
    }

    /// Of the kept journal of a store that begins in the middle of its outage.
    void incidentsAreListedForAPersonAndAsJson()
    {
        const auto journal = QStringLiteral(RUNGWATCH_TEST_DATA "/journals/version-3.journal");
        const auto text = run({QStringLiteral("incidents"), journal});
        QCOMPARE(text.exitCode, 0);
        QVERIFY2(text.output.startsWith("1. 2026-11-30 15:59:44 UTC, goes on, worst degraded: "), text.output);
        const auto ran = run({QStringLiteral("incidents"), journal, QStringLiteral("--hold"), QStringLiteral("60s"),
            QStringLiteral("--json")});
        QCOMPARE(ran.exitCode, 0);
        const auto incidents = QJsonDocument::fromJson(ran.output).array();
        QCOMPARE(incidents.size(), 1);
        QCOMPARE(incidents[0][QStringLiteral("degraded_answers")].toInt(), 2240);
        QCOMPARE(incidents[0][QStringLiteral("answers")].toInt(), 2280);
        QVERIFY(incidents[0][QStringLiteral("time_to_act_s")].isNull());
    }

    /// The end of that journal as a file of its own: every command that takes a journal takes it, and says what it
    /// can't know.
    void aBlackBoxIsAJournalThatBeginsLater()
    {
        const QTemporaryDir folder;
        const auto box = folder.filePath(QStringLiteral("box"));
        const auto journal = QStringLiteral(RUNGWATCH_TEST_DATA "/journals/version-3.journal");
        const auto made = run({QStringLiteral("blackbox"), journal, QStringLiteral("-o"), box, QStringLiteral("--last"),
            QStringLiteral("10s"), QStringLiteral("--json")});
        QVERIFY2(made.exitCode == 0, made.errors.constData());
        const auto said = QJsonDocument::fromJson(made.output).object();
        QVERIFY(said[QStringLiteral("events")].toInt() > 10);
        const bool cut = said[QStringLiteral("first_seq")].toInt() > 1;
        const auto incidents = run({QStringLiteral("incidents"), box});
        QVERIFY2(
            incidents.output.startsWith(cut ? "1. before 2026-11-30" : "1. 2026-11-30"), incidents.output.constData());
        const auto whatIf = run({QStringLiteral("whatif"), box, QStringLiteral("--set"), QStringLiteral("hold=1")});
        QVERIFY2(whatIf.exitCode == 0, whatIf.errors.constData());
        QCOMPARE(
            whatIf.errors.contains("how many healthy intervals a controller had counted before is not known"), cut);
        const auto verified = run({QStringLiteral("replay"), box, QStringLiteral("--verify")});
        QCOMPARE(verified.output.contains("what was before it is cut off"), cut);
        const auto lines = folder.filePath(QStringLiteral("box.jsonl"));
        const auto again = folder.filePath(QStringLiteral("again"));
        QCOMPARE(run({QStringLiteral("export"), box, QStringLiteral("-o"), lines}).exitCode, 0);
        const auto imported =
            run({QStringLiteral("import"), QStringLiteral("jsonl"), lines, QStringLiteral("-o"), again});
        QVERIFY2(imported.exitCode == 0, imported.errors.constData());
        QVERIFY2(cut, "the kept journal is longer than what was taken of it");

        const auto refused = run({QStringLiteral("blackbox"), journal, QStringLiteral("-o"), journal});
        QCOMPARE(refused.exitCode, 2);
        QVERIFY(refused.errors.contains("expected another file than the journal itself"));
        QCOMPARE(run({QStringLiteral("blackbox"), journal, QStringLiteral("-o"), lines}).exitCode, 2);
    }

    void watchPrintsNothingThatIsNotOnDisk()
    {
        const QTemporaryDir folder;
        const auto fleet = folder.filePath(QStringLiteral("fleet.json"));
        QFile file(fleet);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"version\": 1, \"name\": \"t\", \"services\": []}");
        file.close();
        const auto watching = [&](const QString& journal) {
            return QStringList{QStringLiteral("watch"), QStringLiteral("--json"), QStringLiteral("--fleet"), fleet,
                QStringLiteral("--journal"), journal, QStringLiteral("--for"), QStringLiteral("20s")};
        };
        const auto refused = [&](const QString& journal, const char* why) {
            const auto ran = run(watching(journal));
            QCOMPARE(ran.exitCode, 2);
            QCOMPARE(ran.output, QByteArray());
            QCOMPARE(ran.errors.count('\n'), 1);
            QVERIFY2(ran.errors.contains(journal.toUtf8()) && ran.errors.contains(why), ran.errors.constData());
            QVERIFY2(!ran.errors.contains("goes on"), ran.errors.constData());
        };
        refused(QStringLiteral("/proc/nothing/journal"), "folder");

        const auto journal = folder.filePath(QStringLiteral("journal"));
        QProcess holder;
        holder.start(QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch"), watching(journal));
        QVERIFY(holder.waitForReadyRead(20'000)); // an event of its own is on disk, so it holds the journal
        refused(journal, "another console (process ");
        holder.terminate();
        QVERIFY(holder.waitForFinished(10'000));
        QCOMPARE(holder.exitCode(), 0);
    }

    void helpAndVersionExitWithZero()
    {
        const auto version = run({QStringLiteral("--version")});
        QCOMPARE(version.exitCode, 0);
        QVERIFY(version.output.startsWith("rungwatch "));
        const auto help = run({QStringLiteral("--help")});
        QCOMPARE(help.exitCode, 0);
        QVERIFY(help.output.contains("lab"));
        QVERIFY(help.errors.isEmpty());
    }

    void anImportSaysWhatItCouldNotPlaceAndIsExported()
    {
        const QTemporaryDir folder;
        const auto journal = folder.filePath(QStringLiteral("page.db"));
        const QStringList importing{QStringLiteral("import"), QStringLiteral("statuspage"),
            data("import/statuspage.json"), QStringLiteral("-o"), journal};
        const auto said = run(importing + QStringList{QStringLiteral("--json")});
        QCOMPARE(said.exitCode, 0);
        const auto imported = QJsonDocument::fromJson(said.output).object();
        QCOMPARE(imported["unplaced"].toArray().size(), 1);
        QCOMPARE(imported["unplaced"][0][u"where"].toString(), QStringLiteral("/incidents/1 (line 14)"));
        QCOMPARE(imported["there_already"].toBool(), false);
        const auto again = run(importing);
        QCOMPARE(again.exitCode, 0);
        QVERIFY2(again.output.contains("not placed 1") && again.output.contains("was there already"),
            again.output.constData());
        QVERIFY(again.output.contains(imported["hash"].toString().toUtf8()));
        QCOMPARE(run({QStringLiteral("replay"), journal, QStringLiteral("--verify")}).exitCode, 0);
        for (const char* form : {"a.jsonl", "a.jsonl.gz", "a.csv", "a.md", "a.html", "a.pdf"}) {
            const auto output = folder.filePath(QLatin1String(form));
            const auto ran = run({QStringLiteral("export"), journal, QStringLiteral("-o"), output});
            QVERIFY2(ran.exitCode == 0 && QFile(output).size() > 500, ran.errors.constData());
        }
        const auto missing =
            run({QStringLiteral("export"), journal, QStringLiteral("-o"), folder.filePath(QStringLiteral("no/a.csv"))});
        QCOMPARE(missing.exitCode, 2);
        QCOMPARE(missing.errors.count('\n'), 1);
        QVERIFY2(missing.errors.contains("expected a folder that is there"), missing.errors.constData());
    }

    void theLabPrintsJsonOnOneLine()
    {
        const auto ran = run({QStringLiteral("lab"), QStringLiteral("--json"), QStringLiteral("--set"),
            QStringLiteral("hold_healthy_minutes=1")});
        QCOMPARE(ran.exitCode, 0);
        const auto figures = QJsonDocument::fromJson(ran.output).object()[QStringLiteral("figures")].toObject();
        QCOMPARE(figures[QStringLiteral("switches")].toInt(), 6);
    }

    void durationsHaveAUnitAlways_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("milliseconds"); // 0: refused
        QTest::newRow("90s") << "90s" << qint64{90'000};
        QTest::newRow("15m") << "15m" << qint64{900'000};
        QTest::newRow("2h") << "2h" << qint64{7'200'000};
        QTest::newRow("500ms") << "500ms" << qint64{500};
        QTest::newRow("1.5s") << "1.5s" << qint64{1'500};
        for (const auto* wrong : {"90", "s", "", "-1s", "0s", "1e9h", "90 s", "90sec", "nans", "infs"})
            QTest::newRow(wrong[0] ? wrong : "empty") << wrong << qint64{0};
    }
    void durationsHaveAUnitAlways()
    {
        QFETCH(QString, text);
        QFETCH(qint64, milliseconds);
        const auto duration = cli::parseDuration(text.toStdString());
        QCOMPARE(duration.ok(), milliseconds > 0);
        if (duration.ok())
            QCOMPARE(std::chrono::duration_cast<std::chrono::milliseconds>(*duration).count(), milliseconds);
    }
};

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
