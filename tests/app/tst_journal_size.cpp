// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal/journal_writer.h"
#include "app/session/coarse.h"
#include "tests/core/fleet_bench.h"

#include <QCoreApplication>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>

using namespace rungwatch;
using namespace rungwatch::fleet;
using namespace std::chrono_literals;

namespace {

constexpr int services = 1000;
constexpr double bytesADay = 500e6;

std::string fleetOf(int count)
{
    std::string text = R"({"version": 1, "name": "Thousand", "services": [)";
    for (int i = 0; i < count; ++i) {
        const auto name = "service-" + std::to_string(i);
        text += (i ? "," : "") + std::string(R"({"name": ")") + name
            + R"(", "sources": [{"kind": "health", "url": "http://127.0.0.1:9/)" + name + R"("}]})";
    }
    return text + "]}";
}

/// A thousand services: one in fifty is bad in one of three ways, one in a hundred says something new each time, and
/// no two answers take equally long.
class Thousand {
public:
    bool answer(const std::string& endpoint, PollResult& result)
    {
        const auto chance = draw(1, endpoint, 0) % 100;
        const auto round = m_rounds[endpoint]++;
        const auto jitter = draw(2, endpoint, round) % 4000;
        // The engine gathers what comes within 10 ms; what it records is coarse.
        result.obtainedAt += jitter > 3500 ? 20ms : 10ms;
        result.latency = 2ms + std::chrono::microseconds(jitter);
        result.latency = coarse(result).latency;
        if (chance == 0)
            return answerNothing(result, Transport::Refused);
        if (chance == 1) {
            result.latency = 800ms;
            result.obtainedAt += 800ms;
            return answerNothing(result, Transport::Timeout);
        }
        result.status = 200;
        if (round > 0 && chance != 2) {
            result.unchanged = true;
            return true;
        }
        Reading reading;
        reading.format = "spring-boot";
        reading.level = HealthLevel::Healthy;
        for (const auto* name : {"db", "diskSpace", "ping", "redis"})
            reading.components.push_back({name, HealthLevel::Healthy, false, {}, {}, false, {}});
        reading.components[1].note = "free " + std::to_string(jitter * 1'000'003);
        result.bytes = 412;
        result.reading = Shared<Reading>(std::move(reading));
        return true;
    }

private:
    std::map<std::string, std::uint64_t> m_rounds;
};

qint64 sizeOf(const QString& file)
{
    auto database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), file);
    database.setDatabaseName(file);
    qint64 bytes = -1;
    if (database.open()) {
        QSqlQuery query(database);
        if (query.exec(QStringLiteral("SELECT (page_count - freelist_count) * page_size FROM pragma_page_count(), "
                                      "pragma_freelist_count(), pragma_page_size()"))
            && query.next())
            bytes = query.value(0).toLongLong();
    }
    database.close();
    database = {};
    QSqlDatabase::removeDatabase(file);
    return bytes;
}

} // namespace

/// The journal of a thousand services at one poll a second each, through the real decisions and the real writer: its
/// size depends on what happens, not on how fast this machine is.
class TestJournalSize : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aDayOfAThousandServicesStaysUnderItsLimit()
    {
        Thousand thousand;
        FleetBench bench(fleetOf(services), 1,
            [&](const std::string& name, PollResult& result) { return thousand.answer(name, result); });
        bench.paranoid = false;
        QTemporaryDir dir;
        journal::JournalWriter::Options options;
        options.file = dir.filePath(QStringLiteral("day.journal"));
        options.commitEvery = 0ms;
        journal::JournalWriter writer(options);
        writer.open();
        const auto run = [&](Duration time) {
            // The engine commits twenty times a second.
            for (const auto end = bench.clock.steadyNow() + time; bench.clock.steadyNow() < end;) {
                bench.runFor(50ms);
                writer.append(std::exchange(bench.log, {}), bench.state);
                QCoreApplication::processEvents();
                QCoreApplication::processEvents();
            }
        };
        bench.latency = 0ms;
        run(10s);
        const auto before = sizeOf(options.file);
        const auto rounds = 30;
        run(std::chrono::seconds(rounds));
        const auto grown = static_cast<double>(sizeOf(options.file) - before);
        writer.close();

        const auto aDay = grown / rounds * 86'400;
        qInfo("%.2f bytes a poll, %.0f MB a day", grown / rounds / services, aDay / 1e6);
        QVERIFY(before > 0);
        QVERIFY2(grown > 0 && aDay < bytesADay, qPrintable(QString::number(aDay / 1e6)));
    }
};

QTEST_GUILESS_MAIN(TestJournalSize)
#include "tst_journal_size.moc"
