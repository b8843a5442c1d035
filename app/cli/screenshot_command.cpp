// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console_options.h"
#include "app/cli/quit_signals.h"
#include "app/cli/replay_view.h"
#include "app/cli/window_options.h"
#include "ui/main_window.h"

#include <CLI/CLI.hpp>

#include <QApplication>
#include <QTemporaryDir>
#include <QTimer>

#include <iostream>

namespace rungwatch::cli {

namespace {

struct Options {
    ConsoleOptions console;
    std::string after{"5s"};
    std::string size{"1920x1080"};
    std::string theme{"dark"};
    double scale{1};
    std::string output;
    std::string replay;
    std::string at;
    std::string view;
    bool lab{false};
    std::optional<std::string> whatIf;
};

/// What a later version brings is refused, not ignored: a picture of something else would be taken for the right one.
std::optional<std::string> notYet(const Options& options)
{
    if (!options.view.empty() && options.view != "overview")
        return "screenshot: --view: expected overview, the one view of this version, found \"" + options.view + "\"";
    return std::nullopt;
}

/// The window as it stands, drawn at `scale` device pixels a pixel.
QImage pictureOf(MainWindow& window, double scale)
{
    QImage image(window.size() * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    window.render(&image);
    return image;
}

/// A picture of a moment of a recording: nothing is watched for it.
int runReplayScreenshot(const Options& options, theme::ThemeName theme, const QSize& size)
{
    auto view = options.lab ? labView(options.at) : replayView(options.replay, options.at);
    if (!view)
        return fail(view.error().message);
    view.value().theme = theme;
    if (options.whatIf)
        view.value().whatIf = QString::fromStdString(*options.whatIf).split(QLatin1Char{' '}, Qt::SkipEmptyParts);
    const auto picture = replayPicture(*view, size, options.scale);
    if (!picture)
        return fail(picture.error().message);
    const bool saved = picture->save(QString::fromStdString(options.output), "PNG");
    return saved ? Holds : fail(options.output + ": the picture can't be written there");
}

int runScreenshot(const Invocation& invocation, const Options& options)
{
    if (const auto refusal = notYet(options))
        return fail(*refusal);
    if (options.replay.empty() && !options.lab && (!options.at.empty() || options.whatIf))
        return fail("screenshot: --at and --whatif are of a recording: give --replay JOURNAL or --lab too");
    const auto theme = parseTheme(options.theme);
    if (!theme)
        return fail("--theme", theme.error());
    const auto size = parseSize(options.size);
    if (!size)
        return fail("--size", size.error());
    // The window is drawn into memory: no display is asked for, and none has to be there.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(invocation.argc, invocation.argv);
    QApplication::setApplicationName(QStringLiteral("rungwatch"));
    const QuitSignals quitSignals;
    QObject::connect(&quitSignals, &QuitSignals::quitAsked, &application, [] { QApplication::exit(Unusable); });

    if (!options.replay.empty() || options.lab)
        return runReplayScreenshot(options, *theme, *size);

    // A picture leaves nothing behind that was not asked for, and takes no journal from a console at work.
    const QTemporaryDir scratch;
    auto settings = options.console.composition();
    if (settings.journal.isEmpty())
        settings.journal = scratch.filePath(QStringLiteral("picture.journal"));
    Composition console(settings);
    if (!options.console.start(console))
        return Unusable;
    MainWindow window(console.session(), *theme);
    window.resize(*size);
    window.show();
    const auto after = std::chrono::ceil<std::chrono::milliseconds>(parseDuration(options.after).value());
    QTimer::singleShot(after, Qt::PreciseTimer, &application, &QApplication::quit);
    if (const int code = QApplication::exec(); code != 0)
        return fail("ended before the picture was taken");
    const bool saved = pictureOf(window, options.scale).save(QString::fromStdString(options.output), "PNG");
    console.stop();
    return saved ? Holds : fail(options.output + ": the picture can't be written there");
}

} // namespace

Command screenshotCommand()
{
    return {"screenshot", "write a picture of what the window shows, without a display",
        [](CLI::App& app) -> std::function<int(const Invocation&)> {
            auto options = std::make_shared<Options>();
            options->console.declare(app);
            app.add_option("--after", options->after, "how long it watches first, such as 27s")->check(durationFault);
            app.add_option("--size", options->size, "WIDTHxHEIGHT in pixels");
            app.add_option("--scale", options->scale, "device pixels a pixel")->check(CLI::Range(1.0, 4.0));
            app.add_option("--theme", options->theme, "dark, light or high-contrast");
            auto* replay = app.add_option("--replay", options->replay, "a journal: the picture of a moment of it");
            auto* lab = app.add_flag("--lab", options->lab, "the lab's outage hour in the place of a journal");
            lab->excludes(replay);
            app.add_option("--at", options->at, "that moment, a time in UTC; without it the recording's beginning");
            app.add_option("--whatif", options->whatIf,
                "with the what-if panel open on these changes, as `whatif --set` takes them, with spaces in between");
            app.add_option("--view", options->view, "overview");
            app.add_option("-o,--output", options->output, "the PNG to write")->required();
            return [options](const Invocation& invocation) { return runScreenshot(invocation, *options); };
        }};
}

} // namespace rungwatch::cli
