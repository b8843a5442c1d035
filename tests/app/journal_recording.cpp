// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/journal_recording.h"

#include "app/journal/journal_reader.h"
#include "app/journal/rows.h"
#include "rungwatch/base/codec.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTest>

namespace rungwatch::testing {

using namespace journal;
using namespace std::chrono_literals;

namespace {

constexpr auto fleetFile = R"({"version": 1, "name": "Test", "services": [
  {"name": "store", "critical": true, "sources": [{"kind": "health", "url": "http://127.0.0.1:9/health"}]}]})";

/// A connection of its own, gone at the end.
class Direct {
public:
    explicit Direct(const QString& file)
        : database(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("direct")))
    {
        database.setDatabaseName(file);
        if (!database.open())
            QTest::qFail(qPrintable(database.lastError().text()), __FILE__, __LINE__);
    }
    ~Direct()
    {
        database.close();
        database = {};
        QSqlDatabase::removeDatabase(QStringLiteral("direct"));
    }
    Direct(const Direct&) = delete;
    Direct& operator=(const Direct&) = delete;

    QSqlDatabase database;
};

} // namespace

Recording::Recording()
    : m_policy(fleet::parsePolicy(fleetFile).value())
{
}

Recording::Recording(fleet::FleetState resumed)
    : Recording()
{
    m_state = std::move(resumed);
}

Recording::Step Recording::start()
{
    fleet::SessionStarted session;
    session.policyText = fleetFile;
    session.program = "test";
    session.operatorName = "ada";
    return input(session);
}

Recording::Step Recording::round(const std::optional<std::string>& message)
{
    m_clock.advance(1s);
    fleet::PollResult result;
    const auto& inFlight = m_state.endpoints[0]->inFlight;
    result.permit = inFlight.value_or(breaker::PermitId{});
    result.obtainedAt = m_clock.steadyNow();
    if (message) {
        Reading reading;
        reading.format = "seed-health";
        reading.level = HealthLevel::Healthy;
        reading.message = *message;
        result.status = 200;
        result.reading = Shared<Reading>(std::move(reading));
    } else {
        result.transport = fleet::Transport::Refused;
    }
    return input(fleet::PollRound{{result}});
}

Recording::Step Recording::command(const std::string& reason)
{
    fleet::Command command;
    command.id = "c" + std::to_string(m_state.seq);
    command.selection = "s1";
    command.target = "recommendations";
    command.by = "ada";
    command.reason = reason;
    return input(fleet::CommandReceived{command});
}

Recording::Step Recording::input(fleet::EventBody body)
{
    auto decision = fleet::decide(m_state, m_policy, std::move(body), m_clock.now());
    m_state = decision.next;
    return {std::move(decision.events), std::move(decision.next)};
}

Recording::Steps Recording::some(int rounds)
{
    Recording recording;
    Steps steps{recording.start()};
    for (int i = 0; i < rounds; ++i)
        steps.push_back(recording.round(i % 7 == 3 ? std::nullopt : std::optional("n" + std::to_string(i))));
    steps.push_back(recording.command("because it has to be"));
    return steps;
}

std::vector<std::string> encodedEvents(const Recording::Steps& steps)
{
    std::vector<std::string> all;
    for (const auto& step : steps)
        for (const auto& event : step.events)
            all.push_back(encoded(event));
    return all;
}

void record(const QString& file, const Recording::Steps& steps, JournalWriter::Options options)
{
    options.file = file;
    options.program = "test";
    JournalWriter writer(options);
    writer.open();
    for (const auto& step : steps)
        writer.append(step.events, step.after);
    if (!steps.empty())
        writer.end(steps.back().after);
    writer.close();
}

std::vector<fleet::Event> eventsIn(const QString& file)
{
    std::vector<fleet::Event> events;
    auto reader = JournalReader::open(file);
    if (!reader)
        return events;
    const auto error = reader.value().forEach(1, [&](const fleet::Event& event) {
        events.push_back(event);
        return true;
    });
    return error ? std::vector<fleet::Event>{} : events;
}

std::uint64_t readableIn(const QString& file)
{
    std::uint64_t count = 0;
    if (auto reader = JournalReader::open(file))
        (void)reader.value().forEach(1, [&](const fleet::Event&) { return ++count > 0; });
    return count;
}

Error errorIn(const QString& file)
{
    auto reader = JournalReader::open(file);
    auto error = reader ? std::optional<Error>() : reader.error();
    OperatorRows operators;
    TransitionRows transitions;
    if (!error)
        error = reader.value().forEach(1, [&](const fleet::Event& event) {
            if (auto row = operatorRow(event))
                operators[event.seq] = std::move(*row);
            if (auto row = transitionRow(event))
                transitions[event.seq] = std::move(*row);
            return true;
        });
    if (!error)
        error = reader.value().checkChain(operators);
    if (!error)
        error = reader.value().checkTransitions(transitions);
    if (error && error->where != file.toStdString())
        return Error{"unplaced", error->message, {}};
    return error.value_or(Error{});
}

QByteArray codeOf(const QString& file)
{
    return QByteArray::fromStdString(errorIn(file).code);
}

void execute(const QString& file, const QString& statement)
{
    const Direct direct(file);
    QSqlQuery query(direct.database);
    QVERIFY2(query.exec(statement), qPrintable(statement + QLatin1String(": ") + query.lastError().text()));
}

QVariant valueIn(const QString& file, const QString& text)
{
    const Direct direct(file);
    QSqlQuery query(direct.database);
    if (!query.exec(text))
        QTest::qFail(qPrintable(query.lastError().text()), __FILE__, __LINE__);
    return query.next() ? query.value(0) : QVariant();
}

} // namespace rungwatch::testing
