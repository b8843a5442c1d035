// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/replay_view.h"

#include "app/cli/command.h"
#include "app/cli/quit_signals.h"
#include "app/composition.h"
#include "app/session/replay_session.h"
#include "rungwatch/base/codec.h"
#include "ui/replay/replay_window.h"

#include <QApplication>
#include <QEventLoop>

namespace rungwatch::cli {

namespace {

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
    session.open(view.journal, view.at);
    window.show();
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
    const auto endWhenComplete = [&] {
        if (placed && session.isHistoryRead() && session.timeline().range.length() >= Duration{0})
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
    session.open(view.journal, view.at);
    loop.exec();
    if (!failure.isEmpty())
        return Error{"unreadable", failure.toStdString(), {}};
    QCoreApplication::processEvents();
    return drawn(window, scale);
}

} // namespace rungwatch::cli
