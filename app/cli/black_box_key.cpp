// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/black_box_key.h"

namespace rungwatch::cli {

using exchange::BlackBoxKeeper;

namespace {

const auto underWay = QStringLiteral("writing the black box…");

}

void keepBlackBoxes(MainWindow& window, Composition& console, BlackBoxKeeper& keeper)
{
    QObject::connect(&window, &MainWindow::blackBoxRequested, &keeper, [&] {
        if (!console.isRecording())
            return window.answer(QStringLiteral("no black box was written: this console has no journal to take it of"));
        // As it was when the key was pressed: the answer comes after it.
        const auto picture = window.grab().toImage();
        window.answer(underWay);
        keeper.keep(console.journalFile(), {}, picture);
    });
    QObject::connect(&keeper, &BlackBoxKeeper::kept, &window, &MainWindow::answer);
}

void keepBlackBoxes(ReplayWindow& window, ReplaySource& session, const QString& journal, BlackBoxKeeper& keeper)
{
    QObject::connect(&window, &ReplayWindow::blackBoxRequested, &keeper, [&window, &session, &keeper, journal] {
        const auto loop = session.status().loop;
        const bool loops = loop.to > loop.from;
        const auto picture = window.grab().toImage();
        window.answer(underWay);
        keeper.keep(journal,
            loops ? exchange::TimeRange{loop.from, loop.to}
                  : exchange::TimeRange{session.now().wall - keeper.length(), session.now().wall},
            picture);
    });
    QObject::connect(&keeper, &BlackBoxKeeper::kept, &window, &ReplayWindow::answer);
}

} // namespace rungwatch::cli
