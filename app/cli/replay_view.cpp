// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/replay_view.h"

#include "app/cli/black_box_key.h"
#include "app/cli/command.h"
#include "app/cli/quit_signals.h"
#include "app/cli/resource_text.h"
#include "app/composition.h"
#include "app/session/lab_journal.h"
#include "app/session/replay_session.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/lab/lab_recording.h"
#include "ui/replay/replay_window.h"

#include <QApplication>
#include <QEventLoop>
#include <QSet>
#include <QTemporaryDir>

namespace rungwatch::cli {

struct LabHour {
    lab::Scenario scenario;
    QTemporaryDir folder;
};

namespace {

/// The hour's named settings, as the article has them.
std::vector<WhatIfExample> examplesOf(const lab::Scenario& scenario)
{
    std::vector<WhatIfExample> examples;
    for (const auto& setting : scenario.settings) {
        QStringList changes;
        for (const auto& change : lab::changesFor(scenario, setting.toggles))
            changes << QString::fromStdString(change);
        examples.push_back({QString::fromStdString(setting.name).replace(QLatin1Char{'_'}, QLatin1Char{' '}), changes});
    }
    return examples;
}

/// What a journal leaves to be estimated, the script knows: the lab's what-if is of the script itself.
void prepare(ReplaySession& session, const ReplayView& view)
{
    if (view.lab)
        session.setWhatIf(std::make_unique<RecordedWhatIf>(
            [hour = view.lab]() -> Result<lab::Recording> { return lab::recordingOf(hour->scenario, labStart()); },
            examplesOf(view.lab->scenario)));
}

void showWhatIf(ReplayWindow& window, const ReplayView& view)
{
    if (!view.whatIf)
        return;
    window.showWhatIf(true);
    window.whatIf()->setChanges(*view.whatIf);
}

QImage drawn(QWidget& window, double scale)
{
    QImage image(window.size() * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    window.render(&image);
    return image;
}

} // namespace

Result<ReplayView> replayView(const std::string& journal, const std::string& at)
{
    ReplayView view;
    view.journal = QString::fromStdString(journal);
    const auto reader = journal::JournalReader::open(view.journal);
    if (!reader)
        return Error{reader.error().code, journal + ": " + reader.error().message, {}};
    if (!reader->firstWall())
        return Error{"empty", journal + ": the journal holds no event yet", {}};
    if (at.empty())
        return view;
    view.at = fromRfc3339(at);
    if (!view.at)
        return Error{"bad-argument", "--at: expected a time such as 2026-11-30T14:27:05Z, found \"" + at + "\"", {}};
    if (*view.at < *reader->firstWall())
        return Error{"bad-argument",
            journal + ": nothing was recorded at " + at + ": it begins at " + rfc3339(*reader->firstWall()), {}};
    return view;
}

Result<ReplayView> labView(const std::string& at)
{
    const auto text = resourceText(":/scenarios/outage_hour.json");
    if (!text)
        return text.error();
    auto scenario = lab::parseScenario(*text);
    if (!scenario)
        return scenario.error();
    auto hour = std::make_shared<LabHour>();
    hour->scenario = std::move(scenario).value();
    const auto file = hour->folder.filePath(QStringLiteral("outage_hour.journal"));
    if (const auto fault = writeLabJournal(file, hour->scenario))
        return *fault;
    auto view = replayView(file.toStdString(), at);
    if (!view)
        return view;
    view.value().lab = std::move(hour);
    view.value().whatIf = QStringList{};
    return view;
}

int runReplayWindow(const Invocation& invocation, const ReplayView& view)
{
    QApplication application(invocation.argc, invocation.argv);
    QApplication::setApplicationName(QStringLiteral("rungwatch"));
    const QuitSignals quitSignals;
    QObject::connect(&quitSignals, &QuitSignals::quitAsked, &application, &QApplication::quit);
    const SystemClock clock;
    ReplaySession session(clock, operatorOfThisSeat());
    ReplayWindow window(session, view.theme);
    QObject::connect(&session, &ReplaySession::failed, &application, [](const QString& sentence) {
        fail(sentence.toStdString());
        QApplication::exit(Unusable);
    });
    exchange::BlackBoxKeeper boxes(clock, operatorOfThisSeat());
    keepBlackBoxes(window, session, view.journal, boxes);
    prepare(session, view);
    session.open(view.journal, view.at);
    window.show();
    showWhatIf(window, view);
    const int code = QApplication::exec();
    session.close();
    return code;
}

Result<QImage> replayPicture(const ReplayView& view, const QSize& size, double scale)
{
    const SystemClock clock;
    ReplaySession session(clock, operatorOfThisSeat());
    ReplayWindow window(session, view.theme);
    window.resize(size);
    window.show();
    QEventLoop loop;
    QString failure;
    bool placed = false;
    bool decided = !view.whatIf;
    const auto changes = view.whatIf.value_or(QStringList{});
    const QSet<QString> asked(changes.begin(), changes.end());
    const auto endWhenComplete = [&] {
        if (placed && decided && session.isHistoryRead() && session.timeline().range.length() >= Duration{0})
            loop.quit();
    };
    QObject::connect(&session, &Session::jumped, &loop, [&] {
        placed = true;
        endWhenComplete();
    });
    QObject::connect(&session, &ReplaySource::replayChanged, &loop, endWhenComplete);
    const auto giveUp = [&](const QString& sentence) {
        failure = sentence;
        loop.quit();
    };
    QObject::connect(&session, &ReplaySession::failed, &loop, giveUp);
    QObject::connect(&session, &Session::troubled, &loop, [&](const QString& sentence) {
        if (!sentence.isEmpty())
            giveUp(sentence);
    });
    prepare(session, view);
    session.open(view.journal, view.at);
    QObject::connect(session.whatIf(), &WhatIfSource::decided, &loop, [&] {
        const auto result = session.whatIf()->result();
        // In which order they stand is the panel's.
        decided = decided || QSet<QString>(result->changes.begin(), result->changes.end()) == asked;
        if (decided && !result->fault.isEmpty())
            giveUp(QStringLiteral("--whatif: ") + result->fault);
        endWhenComplete();
    });
    QObject::connect(session.whatIf(), &WhatIfSource::failed, &loop, giveUp);
    showWhatIf(window, view);
    loop.exec();
    if (!failure.isEmpty())
        return Error{"unreadable", failure.toStdString(), {}};
    QCoreApplication::processEvents();
    return drawn(window, scale);
}

} // namespace rungwatch::cli
