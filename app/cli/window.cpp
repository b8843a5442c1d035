// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/black_box_key.h"
#include "app/cli/command.h"
#include "app/cli/quit_signals.h"
#include "app/cli/replay_beside.h"
#include "app/cli/window_options.h"
#include "app/composition.h"
#include "ui/main_window.h"

#include <QApplication>

namespace rungwatch::cli {

int runWindow(const Invocation& invocation, const WindowOptions& options)
{
    const auto theme = parseTheme(options.theme);
    if (!theme)
        return fail("--theme", theme.error());
    const auto composition = options.console.composition();
    QApplication application(invocation.argc, invocation.argv);
    QApplication::setApplicationName(QStringLiteral("rungwatch"));
    const QuitSignals quitSignals;
    QObject::connect(&quitSignals, &QuitSignals::quitAsked, &application, &QApplication::quit);

    Composition console(composition);
    if (!options.console.start(console))
        return Unusable;
    MainWindow window(console.session(), *theme);
    window.show();
    const SystemClock clock;
    const auto boxLength = parseDuration(options.blackBoxLast).value();
    exchange::BlackBoxKeeper boxes(clock, console.session().operatorName(), boxLength);
    keepBlackBoxes(window, console, boxes);
    ReplayBeside replay(clock, window, console.session(), boxLength);
    QObject::connect(&window, &MainWindow::replayRequested, &replay, [&] { replay.open(console.journalFile()); });
    const int code = QApplication::exec();
    console.stop();
    return code;
}

} // namespace rungwatch::cli
