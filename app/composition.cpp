// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/composition.h"

#include "app/poll/curl_http_client.h"
#include "app/poll/open_files.h"
#include "app/poll/qt_http_client.h"
#include "app/session/fleet_paths.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QSysInfo>

#include <csignal>

using namespace Qt::StringLiterals;

namespace rungwatch {

namespace {

/// Far more than endpoints that can be in flight at once: each is asked again only after its result was decided on.
constexpr std::size_t resultCapacity = 4096;

constexpr auto program = "rungwatch " RUNGWATCH_VERSION;

} // namespace

QString operatorOfThisSeat()
{
    for (const auto* variable : {"RUNGWATCH_OPERATOR", "USER", "LOGNAME"})
        if (const auto name = qEnvironmentVariable(variable).trimmed(); !name.isEmpty())
            return name;
    return u"operator"_s;
}

Composition::Composition(Options options)
    : m_options(std::move(options))
    , m_results(resultCapacity,
          [this] { QMetaObject::invokeMethod(m_engine.get(), &Engine::takeResults, Qt::QueuedConnection); })
    , m_session(
          m_clock, m_frames, operatorOfThisSeat(),
          [this](
              const fleet::Command& command) { m_engineThread.post([this, command] { m_engine->submit(command); }); },
          [this](const fleet::EventBody& said) { m_engineThread.post([this, said] { m_engine->record(said); }); })
{
}

Composition::~Composition()
{
    stop();
}

QString Composition::defaultJournal(const fleet::Policy& policy)
{
    QString name;
    for (const QChar c : QString::fromStdString(policy.name).toLower())
        name += c.isLetterOrNumber() ? c : u'-';
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation));
    return folder.filePath((name.isEmpty() ? u"fleet"_s : name) + u".journal"_s);
}

Result<std::string> Composition::fleetText()
{
    if (m_options.fleet.isEmpty()) {
        m_bookstore = std::make_unique<BookstoreProcess>(m_options.bookstore);
        return m_bookstore->start();
    }
    QFile file(m_options.fleet);
    if (!file.open(QIODevice::ReadOnly))
        return Error{"unreadable", "can't be opened: " + file.errorString().toStdString(), {}};
    return file.readAll().toStdString();
}

std::optional<Error> Composition::start()
{
    const auto text = fleetText();
    if (!text)
        return text.error();
    auto policy = fleet::parsePolicy(*text);
    if (!policy)
        return policy.error();
    m_policy = std::make_shared<const fleet::Policy>(std::move(policy).value());
    m_notices = m_policy->notices;
    findTargets();
    poll::allowManyConnections();
    // A file that may not grow is then a full disk, which is said, and not the console's end.
    std::signal(SIGXFSZ, SIG_IGN);
    m_journalFile = m_options.journal.isEmpty() ? defaultJournal(*m_policy) : m_options.journal;
    makeParts();
    connectParts();
    for (auto* thread : {&m_journalThread, &m_pollThread, &m_engineThread})
        thread->start();
    if (m_targets)
        m_targetsThread.start();
    m_journalThread.post([this] { m_journal->open(); });
    return std::nullopt;
}

PolicyPtr Composition::asPolled(const PolicyPtr& policy) const
{
    if (m_options.fleet.isEmpty())
        return policy;
    return withPathsFrom(QFileInfo(m_options.fleet).absolutePath().toStdString(), policy);
}

void Composition::findTargets()
{
    if (m_policy->targets.empty())
        return;
    const auto folder = QFileInfo(m_options.fleet).absolutePath();
    m_targets = std::make_unique<TargetWatch>(
        asPolled(m_policy), folder, [this] { return std::make_unique<poll::QtHttpClient>(m_clock); });
    connect(m_targets.get(), &TargetWatch::troubled, &m_session, &Session::troubled);
    m_policy = m_targets->firstPolicy();
    m_targets->moveToThread(&m_targetsThread);
}

void Composition::makeParts()
{
    m_journal = std::make_unique<journal::JournalWriter>(
        journal::JournalWriter::Options{.file = m_journalFile, .program = program, .keep = m_options.keep});
    const poll::HttpClientFactory libcurl = [this] { return std::make_unique<poll::CurlHttpClient>(m_clock); };
    m_polls = std::make_unique<poll::PollWorker>(m_results, m_options.pollClient ? m_options.pollClient : libcurl,
        [this] { return std::make_unique<poll::StreamListener>(m_clock, poll::StreamListener::Options{}); });
    m_calls =
        std::make_unique<control::ControlCaller>([this] { return std::make_unique<poll::QtHttpClient>(m_clock); });
    m_canary = std::make_unique<poll::Canary>(m_clock, m_results);
    EnginePorts ports;
    ports.append = [journal = m_journal.get()](std::vector<fleet::Event> events, const fleet::FleetState& after) {
        journal->append(std::move(events), after);
    };
    ports.poll = [this](const std::vector<fleet::PollEffect>& effects) {
        m_pollThread.post([this, effects] { m_polls->poll(effects); });
    };
    ports.control = [this](const fleet::ControlEffect& effect) {
        m_pollThread.post([this, effect] { m_calls->call(effect); });
    };
    // The engine waits: both live on one thread, which never waits for the engine.
    ports.configure = [this](const PolicyPtr& watched) {
        const auto policy = asPolled(watched);
        m_pollThread.call([&] { m_polls->configure(policy), m_calls->configure(policy); });
    };
    m_engine = std::make_unique<Engine>(m_clock, m_results, m_frames, std::move(ports));
    m_journal->moveToThread(&m_journalThread);
    m_polls->moveToThread(&m_pollThread);
    m_canary->moveToThread(&m_pollThread);
    m_calls->moveToThread(&m_pollThread);
    m_engine->moveToThread(&m_engineThread);
}

void Composition::connectParts()
{
    using journal::JournalWriter;
    connect(m_journal.get(), &JournalWriter::incidentResumed, &m_session, &LiveSession::resumeIncident);
    connect(m_journal.get(), &JournalWriter::opened, this, &Composition::begin);
    connect(&m_session, &LiveSession::incidentMoved, m_journal.get(), &JournalWriter::keepIncident);
    connect(m_journal.get(), &JournalWriter::committed, m_engine.get(), &Engine::noteDurable);
    connect(m_journal.get(), &JournalWriter::failed, m_engine.get(), &Engine::noteUnrecorded);
    connect(m_journal.get(), &JournalWriter::failed, this, &Composition::loseRecord);
    connect(m_journal.get(), &JournalWriter::troubled, &m_session, &Session::troubled);
    connect(m_calls.get(), &control::ControlCaller::ended, m_engine.get(), &Engine::endControl);
    connect(m_engine.get(), &Engine::framed, &m_session, &LiveSession::takeFrame);
    if (m_targets)
        connect(m_targets.get(), &TargetWatch::changed, m_engine.get(), &Engine::changePolicy);
    connect(&m_session, &LiveSession::trustChanged, m_engine.get(), &Engine::noteTrust);
    if (m_bookstore)
        connect(m_bookstore.get(), &BookstoreProcess::died, &m_session, &Session::troubled);
}

/// The journal is open, or it is known that there is none: now it can begin.
void Composition::begin(const journal::FleetStatePtr& resumed, bool writable)
{
    if (!writable && m_options.mustRecord)
        return;
    m_recording = writable;
    m_session.begin(*resumed);
    fleet::SessionStarted session;
    session.policyText = m_policy->text;
    session.seed = QRandomGenerator::system()->generate64();
    session.bootId = QSysInfo::bootUniqueId().toStdString();
    session.program = program;
    session.operatorName = m_session.operatorName().toStdString();
    const auto policy = m_policy;
    m_pollThread.post([this, polled = asPolled(policy)] { m_polls->configure(polled), m_calls->configure(polled); });
    m_engineThread.post(
        [this, session, policy, resumed, writable] { m_engine->start(session, policy, resumed, writable); });
    if (m_targets)
        m_targetsThread.post([this] { m_targets->begin(); });
    m_pollThread.post([this] { m_canary->start(); });
}

void Composition::loseRecord(const QString& why)
{
    m_recording = false;
    if (m_options.mustRecord)
        Q_EMIT unrecordable(why);
    else
        Q_EMIT m_session.troubled(why + u" Watching goes on without a record."_s);
}

void Composition::stop()
{
    if (!m_engineThread.isRunning())
        return;
    if (m_targets)
        m_targetsThread.call([this] { m_targets->stop(); });
    m_engineThread.call([this] { m_engine->stop(), m_journal->end(m_engine->state()); });
    m_pollThread.call([this] { m_polls->stop(), m_canary->stop(), m_calls->stop(); });
    m_journalThread.call([this] { m_journal->close(); });
    // Behind the journal's last word in the engine's own queue.
    m_engineThread.call([this] { m_engine->flushFrame(); });
    // What the journal said at its end is heard, though no event loop runs any more.
    QCoreApplication::sendPostedEvents(&m_session, QEvent::MetaCall);
    m_session.takeFrame();
    for (auto* thread : {&m_targetsThread, &m_engineThread, &m_pollThread, &m_journalThread})
        thread->end();
}

} // namespace rungwatch
