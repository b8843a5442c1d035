// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_reader.h"
#include "tests/support/bookstore_process.h"
#include "tests/support/watch_process.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

using namespace rungwatch::testing;

namespace {

/// Its standard output where it ends with `code`; else fails the test with what it said.
QByteArray run(const QString& program, const QStringList& arguments, int code = 0)
{
    QProcess process;
    process.start(program, arguments);
    process.waitForFinished(60'000);
    const auto output = process.readAllStandardOutput();
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != code)
        QTest::qFail(output + process.readAllStandardError(), __FILE__, __LINE__);
    return output;
}

/// A disk of its own in memory, of few pages; only root can have one.
class SmallDisk {
public:
    explicit SmallDisk(const QString& size)
        : m_mounted(mount({QStringLiteral("-t"), QStringLiteral("tmpfs"), QStringLiteral("-o"),
            QStringLiteral("size=") + size, QStringLiteral("tmpfs"), m_dir.path()}))
    {
    }
    ~SmallDisk()
    {
        if (m_mounted)
            QProcess::execute(QStringLiteral("umount"), {QStringLiteral("-l"), m_dir.path()});
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    [[nodiscard]] bool isThere() const { return m_mounted; }
    [[nodiscard]] QString file(const char* name) const { return m_dir.filePath(QString::fromLatin1(name)); }
    bool makeReadOnly() { return mount({QStringLiteral("-o"), QStringLiteral("remount,ro"), m_dir.path()}); }

private:
    static bool mount(const QStringList& arguments)
    {
        QProcess process;
        process.start(QStringLiteral("mount"), arguments);
        return process.waitForFinished(10'000) && process.exitStatus() == QProcess::NormalExit
            && process.exitCode() == 0;
    }

    QTemporaryDir m_dir;
    bool m_mounted;
};

/// No file of that process may grow beyond `bytes`.
bool limitFiles(qint64 process, rlim_t bytes)
{
    rlimit limit{};
    if (prlimit(static_cast<pid_t>(process), RLIMIT_FSIZE, nullptr, &limit) != 0)
        return false;
    limit.rlim_cur = bytes;
    return prlimit(static_cast<pid_t>(process), RLIMIT_FSIZE, &limit, nullptr) == 0;
}

} // namespace

/// Where a journal can't be written, `watch` says so in one line and prints nothing that is not on disk; what is there
/// stays readable.
class TestWatchFaults : public QObject {
    Q_OBJECT

private:
    std::optional<BookstoreProcess> m_store;
    std::optional<QTemporaryDir> m_dir;

    [[nodiscard]] QString file() const { return m_dir->filePath(QStringLiteral("j.journal")); }
    [[nodiscard]] QStringList watching(const QString& journal) const
    {
        return {QStringLiteral("--fleet"), m_store->fleetPath(), QStringLiteral("--journal"), journal};
    }
    static QString rungwatch() { return QStringLiteral(RUNGWATCH_BIN_DIR "/rungwatch"); }
    static void verify(const QString& journal)
    {
        run(rungwatch(), {QStringLiteral("replay"), journal, QStringLiteral("--verify")});
    }
    /// Events up to the last that was printed stand in the journal.
    static void holdsAll(const QString& journal, const WatchProcess& console)
    {
        auto reader = rungwatch::journal::JournalReader::open(journal);
        QVERIFY2(reader.ok(), reader.ok() ? "" : reader.error().message.c_str());
        const auto printed = console.events().back()[QStringLiteral("seq")].toInteger();
        QVERIFY(static_cast<qint64>(reader.value().lastSeq()) >= printed);
    }
    static bool polls(const QJsonObject& event)
    {
        return event[QStringLiteral("kind")].toString() == QLatin1String("poll_round");
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_store.emplace(QStringList{QStringLiteral("--speed"), QStringLiteral("60")});
        QVERIFY2(m_store->started(), m_store->errors());
        qputenv(m_store->tokenVariable(), m_store->token());
    }
    void init() { m_dir.emplace(); }

    void aFileThatMayNotGrowEndsWith2AndKeepsWhatWasPrinted()
    {
        WatchProcess console(watching(file()));
        QVERIFY(console.waitFor(polls, 30));
        QVERIFY(limitFiles(console.processId(), 4096));
        const auto said = console.waitForErrors("can't be written now", 30);
        QVERIFY2(said.contains(file().toUtf8()) && said.contains("the disk failed; expected"), said);
        QCOMPARE(console.interrupt(), 2);
        const auto last = console.errors();
        QVERIFY2(last.contains("events could not be written to the journal") && last.count('\n') == 1, last);
        holdsAll(file(), console);
        verify(file());
    }

    void aFullDiskEndsWith2AndKeepsWhatWasPrinted()
    {
        const SmallDisk disk(QStringLiteral("400k"));
        if (!disk.isThere())
            QSKIP("only root can mount a small disk");
        WatchProcess console(watching(disk.file("j.journal")));
        const auto said = console.waitForErrors("can't be written now", 60);
        QVERIFY2(said.contains("the disk is full; expected room to write"), said);
        QCOMPARE(console.interrupt(), 2);
        QVERIFY(console.errors().contains("events could not be written to the journal"));
        holdsAll(disk.file("j.journal"), console);
        verify(disk.file("j.journal"));
    }

    void withRoomAgainNothingIsLost()
    {
        const SmallDisk disk(QStringLiteral("8m"));
        if (!disk.isThere())
            QSKIP("only root can mount a small disk");
        WatchProcess console(watching(disk.file("j.journal")));
        QVERIFY(console.waitFor(polls, 30));
        QFile filler(disk.file("filler"));
        QVERIFY(filler.open(QIODevice::WriteOnly));
        while (filler.write(QByteArray(4096, 'x')) == 4096 && filler.flush()) { }
        filler.close();
        QVERIFY(console.waitForErrors("the disk is full", 60).contains("the disk is full"));
        const auto before = console.events().size();
        QVERIFY(filler.remove());
        QVERIFY(console.waitForErrors("the journal is written again", 30).contains("is written again"));
        QVERIFY(console.waitFor(polls, 30));
        QVERIFY(console.events().size() > before);
        QCOMPARE(console.interrupt(), 0);
        qint64 expected = 0;
        for (const auto& event : console.events())
            QCOMPARE(event[QStringLiteral("seq")].toInteger(), ++expected);
        verify(disk.file("j.journal"));
    }

    void aJournalThatIsRemovedEndsWith2AtOnce()
    {
        WatchProcess console(watching(file()));
        QVERIFY(console.waitFor(polls, 30));
        QVERIFY(QFile::remove(file()));
        QCOMPARE(console.exitCode(30), 2);
        const auto said = console.errors();
        QVERIFY2(said.contains(file().toUtf8()) && said.contains("the file is gone or another one; expected"), said);
        QCOMPARE(said.count('\n'), 1);
    }

    void whatMayOnlyBeReadIsRefusedAndRead()
    {
        SmallDisk disk(QStringLiteral("4m"));
        if (!disk.isThere())
            QSKIP("only root can mount a disk that may only be read");
        {
            WatchProcess console(watching(disk.file("j.journal")));
            QVERIFY(console.waitFor(polls, 30));
            QCOMPARE(console.interrupt(), 0);
        }
        QVERIFY(disk.makeReadOnly());
        for (const auto* name : {"j.journal", "new.journal"}) {
            WatchProcess console(watching(disk.file(name)));
            QCOMPARE(console.exitCode(30), 2);
            const auto said = console.errors();
            QVERIFY2(
                said.contains(disk.file(name).toUtf8()) && said.contains("expected") && said.count('\n') == 1, said);
            QVERIFY(console.events().empty());
        }
        verify(disk.file("j.journal"));
    }

    void oneConsoleWritesAndOthersRead()
    {
        std::optional<WatchProcess> console(std::in_place, watching(file()));
        QVERIFY(console->waitFor(polls, 30));
        WatchProcess second(watching(file()));
        QCOMPARE(second.exitCode(30), 2);
        const auto said = second.errors();
        const auto whose = "another console (process " + QByteArray::number(console->processId()) + ")";
        QVERIFY2(said.contains(whose) && said.contains("expected"), said);

        for (int i = 0; i < 6; ++i) {
            QVERIFY(console->waitFor(polls, 30));
            verify(file());
        }
        // What a killed console leaves behind, the next one takes up.
        console->sigkill();
        const auto last = console->events().back()[QStringLiteral("seq")].toInteger();
        WatchProcess next(watching(file()));
        const auto first = next.waitFor([](const QJsonObject&) { return true; }, 30);
        QVERIFY2(first, next.errors());
        QVERIFY((*first)[QStringLiteral("seq")].toInteger() > last);
        QCOMPARE(next.interrupt(), 0);
        verify(file());
    }
};

QTEST_GUILESS_MAIN(TestWatchFaults)
#include "tst_watch_faults.moc"
