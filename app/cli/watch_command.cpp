// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console_options.h"
#include "app/cli/event_line.h"
#include "app/cli/quit_signals.h"

#include <CLI/CLI.hpp>

#include <QCoreApplication>

#include <cstdio>
#include <deque>
#include <iostream>

namespace rungwatch::cli {

namespace {

/// Prints events once they are durable, in order.
class DurablePrinter {
public:
    DurablePrinter(Composition& console, bool json)
        : m_console(console)
        , m_json(json)
    {
    }

    void take(const std::vector<fleet::Event>& events)
    {
        m_waiting.insert(m_waiting.end(), events.begin(), events.end());
        const auto durable = m_console.session().snapshot()->durableSeq;
        while (!m_waiting.empty() && m_waiting.front().seq <= durable) {
            print(m_waiting.front());
            m_waiting.pop_front();
        }
        std::fflush(stdout);
    }

    /// Events that are not durable yet; after the end, never will be.
    [[nodiscard]] std::size_t waiting() const { return m_waiting.size(); }
    /// Nobody reads any more.
    [[nodiscard]] bool isBroken() const { return std::ferror(stdout) != 0; }

private:
    void print(const fleet::Event& event) const
    {
        // For a person, what came in every second says nothing; what follows from it does.
        if (!m_json
            && (std::holds_alternative<fleet::Tick>(event.body) || std::holds_alternative<fleet::PollRound>(event.body)
                || std::holds_alternative<fleet::PollsStarted>(event.body)
                || std::holds_alternative<fleet::CanarySeen>(event.body)))
            return;
        const auto line = (m_json ? fleet::jsonLine(event) : eventLine(event)) + '\n';
        std::fwrite(line.data(), 1, line.size(), stdout);
    }

    Composition& m_console;
    const bool m_json;
    std::deque<fleet::Event> m_waiting;
};

int runWatch(const Invocation& invocation, const ConsoleOptions& options, const std::string& lasting)
{
    QCoreApplication application(invocation.argc, invocation.argv);
    QCoreApplication::setApplicationName(QStringLiteral("rungwatch"));
    const QuitSignals quitSignals;
    QObject::connect(&quitSignals, &QuitSignals::quitAsked, &application, &QCoreApplication::quit);

    auto settings = options.composition();
    settings.mustRecord = true; // what is printed is durable, so without a journal there is nothing to print
    Composition console(settings);
    DurablePrinter printer(console, invocation.json);
    QObject::connect(&console.session(), &Session::troubled, &application, [](const QString& sentence) {
        std::cerr << "rungwatch: "
                  << (sentence.isEmpty() ? std::string("that is over: the journal is written again, as it should be.")
                                         : sentence.toStdString())
                  << '\n';
    });
    QObject::connect(&console, &Composition::unrecordable, &application,
        [](const QString& why) { QCoreApplication::exit(fail(why.toStdString())); });
    QObject::connect(&console.session(), &Session::advanced, &application, [&printer](const auto& events) {
        printer.take(events);
        if (printer.isBroken())
            QCoreApplication::quit();
    });
    if (!options.start(console))
        return Unusable;
    if (!lasting.empty())
        QTimer::singleShot(std::chrono::ceil<std::chrono::milliseconds>(parseDuration(lasting).value()), &application,
            &QCoreApplication::quit);
    const int code = QCoreApplication::exec();
    console.stop();
    printer.take({});
    if (code == Holds && printer.waiting() > 0)
        return fail(std::to_string(printer.waiting()) + " events could not be written to the journal");
    return code;
}

} // namespace

Command watchCommand()
{
    return {"watch", "watch a fleet without a window: a line an event, once it is durable",
        [](CLI::App& app) -> std::function<int(const Invocation&)> {
            auto options = std::make_shared<ConsoleOptions>();
            auto lasting = std::make_shared<std::string>();
            options->declare(app);
            app.add_option("--for", *lasting, "how long to watch, such as 90s or 15m; without it until it is ended")
                ->check(durationFault);
            return
                [options, lasting](const Invocation& invocation) { return runWatch(invocation, *options, *lasting); };
        }};
}

} // namespace rungwatch::cli
