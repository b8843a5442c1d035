// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/composition.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace rungwatch;

namespace {

/// Of one service that nobody runs.
constexpr auto fleetFile = R"({"version": 1, "name": "Nobody", "services": [{"name": "store", "sources": [
                {"kind": "health", "url": "http://127.0.0.1:1/", "interval_s": 0.1, "timeout_s": 0.05}]}]})";

} // namespace

/// A window's console goes on watching where its journal can't be written, from the start or midway, and says so.
class TestUnrecorded : public QObject {
    Q_OBJECT

private:
    std::optional<QTemporaryDir> m_dir;
    [[nodiscard]] QString journal() const { return m_dir->filePath(QStringLiteral("j.journal")); }

    [[nodiscard]] Composition::Options options() const
    {
        const auto name = m_dir->filePath(QStringLiteral("fleet.json"));
        QFile fleet(name);
        if (fleet.open(QIODevice::WriteOnly))
            fleet.write(fleetFile);
        Composition::Options options;
        options.fleet = name;
        options.journal = journal();
        return options;
    }

    /// It polls and decides: its events go on.
    static void watches(Composition& console, std::uint64_t from)
    {
        const auto& session = console.session();
        QTRY_VERIFY_WITH_TIMEOUT(session.snapshot()->state.seq > from + 5, 30'000);
    }

private Q_SLOTS:
    void init() { m_dir.emplace(); }

    void withoutAJournalFromTheStart()
    {
        QVERIFY(QDir().mkpath(journal())); // a folder in its place
        Composition console(options());
        QSignalSpy troubled(&console.session(), &Session::troubled);
        QVERIFY(!console.start());
        QTRY_COMPARE(troubled.size(), 1);
        const auto sentence = troubled[0][0].toString();
        QVERIFY2(sentence.contains(journal()) && sentence.endsWith(QLatin1String("Watching goes on without a record.")),
            qPrintable(sentence));
        watches(console, 0);
        QVERIFY(!console.isRecording());
        console.stop();
    }

    void withAJournalThatIsTakenAwayMidway()
    {
        Composition console(options());
        QSignalSpy troubled(&console.session(), &Session::troubled);
        QVERIFY(!console.start());
        watches(console, 0);
        QVERIFY(console.isRecording());
        QVERIFY(QFile::rename(journal(), journal() + QStringLiteral(".moved")));
        QTRY_COMPARE_WITH_TIMEOUT(troubled.size(), 1, 30'000);
        QVERIFY2(troubled[0][0].toString().contains(QLatin1String("the file is gone or another one")),
            qPrintable(troubled[0][0].toString()));
        watches(console, console.session().snapshot()->state.seq);
        QVERIFY(!console.isRecording());
        console.stop();
    }
};

QTEST_GUILESS_MAIN(TestUnrecorded)
#include "tst_unrecorded.moc"
