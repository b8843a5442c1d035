// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/cache/file_level.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace rungwatch;
using namespace std::chrono_literals;

namespace {

const AnswerKey key{"prompts/summarizer/v1", "public"};

/// A directory and a clock; levels on it come and go as runs of a program do.
struct Bench {
    QTemporaryDir directory;
    ManualClock clock;

    FileLevel level(const char* bootId = "boot 1") const
    {
        return FileLevel({directory.filePath("cache").toStdString(), bootId});
    }
    DatedValue now(const char* value) const { return {value, AgeStamp::obtained(clock.now())}; }
    QStringList files() const { return QDir(directory.filePath("cache")).entryList(QDir::Files); }
};

QString valueOf(FileLevel& level, const AnswerKey& asked, const Clock& clock)
{
    const auto held = level.get(asked, clock.now());
    if (!held)
        return QStringLiteral("error");
    return *held ? QString::fromStdString((*held)->value) : QStringLiteral("miss");
}

QByteArray contentOf(const FileLevel& level, const AnswerKey& of)
{
    QFile file(QString::fromStdString(level.fileOf(of).string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void overwrite(const FileLevel& level, const AnswerKey& of, const QByteArray& content)
{
    QFile file(QString::fromStdString(level.fileOf(of).string()));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

} // namespace

/// Files hold whole answers under names that no two keys share, and their age is known or said to be unknown.
class TestFileLevel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsPutIsThereInTheNextRun()
    {
        Bench bench;
        const std::string binary("a\0b\n\xff", 5);
        auto first = bench.level();
        QVERIFY(!first.put(key, {binary, AgeStamp::obtained(bench.clock.now())}, bench.clock.now()));
        bench.clock.advance(30s);
        auto second = bench.level();
        const auto held = second.get(key, bench.clock.now());
        QVERIFY(held.ok() && *held);
        QVERIFY((*held)->value == binary);
        QVERIFY((*held)->stamp.ageAt(bench.clock.now()) == 30s);
        bench.clock.advance(5s);
        QVERIFY((*held)->stamp.ageAt(bench.clock.now()) == 35s);
    }

    void namesThatLookAlikeDoNotCollide()
    {
        Bench bench;
        auto level = bench.level();
        const std::vector<AnswerKey> keys{{"a/b", "s"}, {"a_b", "s"}, {"a", "b/s"}, {"../a", "s"}, {"a/b", "t"},
            {std::string("a\0b", 3), "s"}, {std::string(5000, 'x'), "s"}, {"", "s"}};
        for (std::size_t i = 0; i < keys.size(); ++i)
            QVERIFY(!level.put(keys[i], bench.now(std::to_string(i).c_str()), bench.clock.now()));
        for (std::size_t i = 0; i < keys.size(); ++i)
            QCOMPARE(valueOf(level, keys[i], bench.clock), QString::number(i));
        QCOMPARE(bench.files().size(), qsizetype(keys.size()));
        QCOMPARE(valueOf(level, {"a:b", "s"}, bench.clock), QStringLiteral("miss"));
    }

    void aFileUnderAnotherKeysNameIsAMiss()
    {
        Bench bench;
        auto level = bench.level();
        QVERIFY(!level.put({"a", "s"}, bench.now("of a"), bench.clock.now()));
        overwrite(level, {"b", "s"}, contentOf(level, {"a", "s"})); // as if both hashes were the same
        QCOMPARE(valueOf(level, {"b", "s"}, bench.clock), QStringLiteral("miss"));
        QCOMPARE(level.damaged(), std::uint64_t{0});
        QVERIFY(!level.put({"b", "s"}, bench.now("of b"), bench.clock.now()));
        QCOMPARE(valueOf(level, {"b", "s"}, bench.clock), QStringLiteral("of b"));
    }

    void tornAndChangedFilesAreMissesAndDeleted()
    {
        Bench bench;
        auto level = bench.level();
        QVERIFY(!level.put(key, bench.now("template"), bench.clock.now()));
        const auto whole = contentOf(level, key);
        QVERIFY(whole.size() > 40);
        std::uint64_t damaged = 0;
        const auto check = [&](const QByteArray& content) {
            overwrite(level, key, content);
            QCOMPARE(valueOf(level, key, bench.clock), QStringLiteral("miss"));
            QCOMPARE(level.damaged(), ++damaged);
            QVERIFY(bench.files().isEmpty());
        };
        for (qsizetype length = 0; length < whole.size(); ++length)
            check(whole.first(length));
        for (qsizetype at = 0; at < whole.size(); ++at) {
            auto changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ 1);
            check(changed);
        }
        check(whole + "x");
        check(QByteArray(2 << 20, 'x'));
        overwrite(level, key, whole);
        QCOMPARE(valueOf(level, key, bench.clock), QStringLiteral("template"));
    }

    void theCalendarIsNotAskedWhileTheMachineRuns()
    {
        Bench bench;
        auto level = bench.level();
        QVERIFY(!level.put(key, bench.now("x"), bench.clock.now()));
        bench.clock.jumpWall(-24h);
        bench.clock.advance(10s);
        QVERIFY((*level.get(key, bench.clock.now()))->stamp.age == 10s);
        bench.clock.suspend(8h);
        QVERIFY((*level.get(key, bench.clock.now()))->stamp.age == 8h + 10s);
    }

    void afterARestartOfTheMachineTheCalendarDecides_data()
    {
        QTest::addColumn<qint64>("jump");
        QTest::addColumn<qint64>("age"); // -1: unknown
        const auto row = [](const char* name, Duration jump, Duration age) {
            QTest::newRow(name) << qint64(jump.count()) << qint64(age.count());
        };
        row("at once", 0s, 0s);
        row("a minute later", 60s, 60s);
        row("from the future", -1ns, -1ns);
        row("a day ahead", -24h, -1ns);
        row("100 years later", 24h * 36'500, 24h * 36'500);
        row("longer", 24h * 36'500 + 1ns, -1ns);
    }
    void afterARestartOfTheMachineTheCalendarDecides()
    {
        QFETCH(qint64, jump);
        QFETCH(qint64, age);
        Bench bench;
        bench.clock.advance(1h);
        QVERIFY(!bench.level("boot 1").put(key, bench.now("x"), bench.clock.now()));
        ManualClock restarted; // steady and boot time at zero again
        restarted.jumpWall(1h + Duration(jump));
        const auto held = bench.level("boot 2").get(key, restarted.now());
        QVERIFY(held.ok() && *held);
        const auto seen = (*held)->stamp.ageAt(restarted.now());
        QCOMPARE(qint64(seen.value_or(-1ns).count()), age);
        QVERIFY(age >= 0 || !seen);
    }

    void whatHasNoKnownAgeNeverGetsOne()
    {
        Bench bench;
        auto level = bench.level();
        QVERIFY(!level.put(key, {"x", {std::nullopt, bench.clock.now()}}, bench.clock.now()));
        bench.clock.advance(10s);
        QVERIFY(!(*level.get(key, bench.clock.now()))->stamp.age);
        QVERIFY(!level.put(key, {"y", {-5s, bench.clock.now()}}, bench.clock.now()));
        bench.clock.advance(10s);
        QCOMPARE(valueOf(level, key, bench.clock), QStringLiteral("y"));
        QVERIFY(!(*level.get(key, bench.clock.now()))->stamp.age);
    }

    void aYoungerAnswerStays()
    {
        Bench bench;
        auto level = bench.level();
        const auto older = bench.now("older");
        bench.clock.advance(1s);
        QVERIFY(!level.put(key, bench.now("younger"), bench.clock.now()));
        QVERIFY(!level.put(key, older, bench.clock.now()));
        QCOMPARE(valueOf(level, key, bench.clock), QStringLiteral("younger"));
        QVERIFY(!level.put(key, bench.now("new"), bench.clock.now()));
        QCOMPARE(valueOf(level, key, bench.clock), QStringLiteral("new"));
    }

    void removalIsOfOneIdentityInEveryScope()
    {
        Bench bench;
        auto level = bench.level();
        for (const AnswerKey& put : {AnswerKey{"price", "ann"}, AnswerKey{"price", "bob"}, AnswerKey{"prices", "ann"}})
            QVERIFY(!level.put(put, bench.now("x"), bench.clock.now()));
        QVERIFY(!level.remove("price"));
        QCOMPARE(bench.files().size(), 1);
        QCOMPARE(valueOf(level, {"prices", "ann"}, bench.clock), QStringLiteral("x"));
        QVERIFY(!level.remove("price"));
    }

    void whatIsNotItsOwnIsLeftAlone()
    {
        Bench bench;
        QVERIFY(QDir().mkpath(bench.directory.filePath("cache")));
        QFile foreign(bench.directory.filePath("cache/notes.answer"));
        QVERIFY(foreign.open(QIODevice::WriteOnly));
        auto level = bench.level();
        QVERIFY(!level.put(key, bench.now("x"), bench.clock.now()));
        QVERIFY(!level.clear());
        QCOMPARE(bench.files(), QStringList{"notes.answer"});
    }

    void whatACrashLeftHalfWrittenIsSweptAway()
    {
        Bench bench;
        auto first = bench.level();
        QVERIFY(!first.put(key, bench.now("x"), bench.clock.now()));
        QFile half(QString::fromStdString(first.fileOf(key).string()) + ".tmp");
        QVERIFY(half.open(QIODevice::WriteOnly));
        half.write("half");
        half.close();
        auto second = bench.level();
        QVERIFY(!second.put({"other", "s"}, bench.now("y"), bench.clock.now()));
        QVERIFY(!half.exists());
        QCOMPARE(valueOf(second, key, bench.clock), QStringLiteral("x"));
    }

    void aFullLevelLetsGoOfWhatWasWrittenLongestAgo()
    {
        Bench bench;
        FileLevel level({bench.directory.filePath("cache").toStdString(), "boot", 3});
        for (const char* name : {"a", "b", "c"}) {
            QVERIFY(!level.put({name, "s"}, bench.now(name), bench.clock.now()));
            // Files written within one tick of the file system's clock would be equally old.
            const auto hours = std::chrono::hours{name[0] == 'b' ? 3 : 1};
            std::filesystem::last_write_time(
                level.fileOf({name, "s"}), std::filesystem::file_time_type::clock::now() - hours);
        }
        QVERIFY(!level.put({"d", "s"}, bench.now("d"), bench.clock.now()));
        QCOMPARE(bench.files().size(), 3);
        QCOMPARE(valueOf(level, {"b", "s"}, bench.clock), QStringLiteral("miss"));
        QCOMPARE(valueOf(level, {"d", "s"}, bench.clock), QStringLiteral("d"));
    }

    void anotherUserCannotReadThem()
    {
        Bench bench;
        auto level = bench.level();
        QVERIFY(!level.put(key, bench.now("x"), bench.clock.now()));
        const auto others = std::filesystem::perms::group_all | std::filesystem::perms::others_all;
        QVERIFY((std::filesystem::status(level.fileOf(key)).permissions() & others) == std::filesystem::perms::none);
        const auto directory = bench.directory.filePath("cache").toStdString();
        QVERIFY((std::filesystem::status(directory).permissions() & others) == std::filesystem::perms::none);
    }

    void aBrokenDirectoryIsAnErrorAndNoMiss()
    {
        Bench bench;
        QFile inItsPlace(bench.directory.filePath("cache"));
        QVERIFY(inItsPlace.open(QIODevice::WriteOnly));
        auto level = bench.level();
        QCOMPARE(valueOf(level, key, bench.clock), QStringLiteral("error"));
        QVERIFY(level.put(key, bench.now("x"), bench.clock.now()));
        QVERIFY(level.remove(key.identity));
        QVERIFY(level.clear());
        inItsPlace.remove();
        QCOMPARE(valueOf(level, key, bench.clock), QStringLiteral("miss"));
        QVERIFY(!level.put(key, bench.now("x"), bench.clock.now()));
        QCOMPARE(valueOf(level, key, bench.clock), QStringLiteral("x"));
    }

    void aDirectoryThatIsTakenAwayIsMadeAgain()
    {
        Bench bench;
        auto level = bench.level();
        QVERIFY(!level.put(key, bench.now("x"), bench.clock.now()));
        QVERIFY(QDir(bench.directory.filePath("cache")).removeRecursively());
        QCOMPARE(valueOf(level, key, bench.clock), QStringLiteral("miss"));
        QVERIFY(level.put(key, bench.now("y"), bench.clock.now()));
        QVERIFY(!level.put(key, bench.now("y"), bench.clock.now()));
        QCOMPARE(valueOf(level, key, bench.clock), QStringLiteral("y"));
    }

    void whatCannotBeStoredIsAnError()
    {
        Bench bench;
        FileLevel level({bench.directory.filePath("cache").toStdString(), "boot", 10, 100});
        QVERIFY(!level.put({"a", "s"}, bench.now(std::string(98, 'x').c_str()), bench.clock.now()));
        const auto tooLarge = level.put({"a", "s"}, bench.now(std::string(99, 'x').c_str()), bench.clock.now());
        QVERIFY(tooLarge);
        QCOMPARE(tooLarge->code, std::string("too-large"));
        QVERIFY(level.put({"a", ""}, bench.now("x"), bench.clock.now()));
        QVERIFY(level.put({"a", "s"}, bench.now(""), bench.clock.now()));
    }
};

QTEST_APPLESS_MAIN(TestFileLevel)
#include "tst_file_level.moc"
