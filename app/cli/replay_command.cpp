// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/journal_verdict.h"
#include "app/cli/replay_view.h"
#include "app/cli/snapshot_output.h"
#include "app/cli/window_options.h"
#include "rungwatch/base/codec.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <iostream>

namespace rungwatch::cli {

namespace {

struct Options {
    std::string journal;
    std::string at;
    std::string theme{"dark"};
    bool verify{false};
    bool chainHead{false};
    bool lab{false};
};

int runVerify(journal::JournalReader& reader, const std::string& file, bool json)
{
    const auto verdict = verify(reader);
    if (!verdict)
        return fail(file, Error{verdict.error().code, verdict.error().message, {}});
    std::cout << (json ? jsonOf(*verdict) : textOf(*verdict));
    if (verdict->damage) {
        const auto code = verdict->damage->code;
        fail(file, Error{code, verdict->damage->message, {}});
        // Written by a newer program: nothing is known to be wrong with it.
        return code == "newer-version" || code == "older-version" ? Unusable : DoesNotHold;
    }
    return verdict->holds() ? Holds : DoesNotHold;
}

/// What to note in the shift report: with it, a chain that was written anew or cut at its end is found.
int runChainHead(journal::JournalReader& reader, const std::string& file, bool json)
{
    const auto head = reader.chainHead();
    if (!head)
        return fail(file, Error{head.error().code, head.error().message, {}});
    const auto hash = head->hash.toStdString();
    if (!json) {
        std::cout << (head->seq == 0
                ? fmt::format("{}  no operator event yet\n", hash)
                : fmt::format("{}  event {} at {}, {} operator events\n", hash, head->seq, head->at, head->records));
        return Holds;
    }
    JsonWriter out;
    out.beginObject();
    out.member("chain_head", hash);
    out.member("event", head->seq);
    out.member("at", head->at);
    out.member("operator_events", head->records);
    out.end();
    std::cout << out.str() << '\n';
    return Holds;
}

/// The state at a moment: the last event at or before it.
Result<fleet::FleetState> stateAt(journal::JournalReader& reader, WallTime at)
{
    const auto keyframe = reader.keyframeUpTo(at);
    if (!keyframe)
        return keyframe.error();
    auto state = *keyframe ? fleet::fromSerialised((*keyframe)->state) : reader.startState();
    if (!state)
        return state.error();
    fleet::Replayer replayer(std::move(state).value());
    std::optional<Error> fault;
    const auto damage = reader.forEach(replayer.state().seq + 1, [&](const fleet::Event& event) {
        if (event.wall > at)
            return false;
        fault = replayer.add(event);
        return !fault;
    });
    if (damage)
        return *damage;
    if (fault)
        return *fault;
    return replayer.state();
}

int runAt(journal::JournalReader& reader, const Options& options, bool json)
{
    const auto at = fromRfc3339(options.at);
    if (!at)
        return fail("--at: expected a time such as 2026-11-30T14:27:05Z, found \"" + options.at + "\"");
    if (!reader.firstWall() || *at < *reader.firstWall())
        return fail(options.journal + ": nothing was recorded at " + options.at
            + (reader.firstWall() ? ": it begins at " + rfc3339(*reader.firstWall()) : ": it is empty"));
    const auto state = stateAt(reader, *at);
    if (!state)
        return fail(options.journal, Error{state.error().code, state.error().message, {}});
    std::cout << (json ? snapshotJson(*state, *at) + "\n" : snapshotText(*state, *at));
    return Holds;
}

/// Without a display a moment is printed instead.
bool hasDisplay()
{
    for (const auto* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (!qEnvironmentVariableIsEmpty(variable))
            return true;
    return false;
}

int runWindowOn(const Invocation& invocation, const Options& options)
{
    const auto theme = parseTheme(options.theme);
    if (!theme)
        return fail("--theme", theme.error());
    auto view = options.lab ? labView(options.at) : replayView(options.journal, options.at);
    if (!view)
        return fail(view.error().message);
    view.value().theme = *theme;
    return runReplayWindow(invocation, *view);
}

int runReplay(const Invocation& invocation, const Options& options)
{
    const bool checks = options.verify || options.chainHead;
    const bool window = !checks && !invocation.json;
    if (options.lab == !options.journal.empty())
        return fail(options.lab ? "replay: expected a JOURNAL or --lab, found both"
                                : "replay: expected a JOURNAL, or --lab for the lab's outage hour");
    if (window && hasDisplay())
        return runWindowOn(invocation, options);
    if (options.lab)
        return fail(
            "replay: --lab is a window and needs a display: `screenshot --lab` makes a picture, `lab` prints the "
            "figures");
    if (!checks && options.at.empty())
        return fail(window
                ? "replay: no display: give --at TIME for what was known at a moment, --verify or "
                  "--chain-head; `screenshot --replay` makes a picture"
                : "replay: --json: give --verify, --chain-head, or --at TIME for what was known at a moment");
    auto reader = journal::JournalReader::open(QString::fromStdString(options.journal));
    if (!reader)
        return fail(options.journal, Error{reader.error().code, reader.error().message, {}});
    if (options.chainHead)
        return runChainHead(reader.value(), options.journal, invocation.json);
    if (options.verify)
        return runVerify(reader.value(), options.journal, invocation.json);
    return runAt(reader.value(), options, invocation.json);
}

} // namespace

Command replayCommand()
{
    return {"replay", "the window on a past incident; --verify checks a journal, --at with --json prints a moment",
        [](CLI::App& app) -> std::function<int(const Invocation&)> {
            auto options = std::make_shared<Options>();
            app.add_option("JOURNAL", options->journal, "a journal that a console wrote");
            auto* at =
                app.add_option("--at", options->at, "where to begin: a time in UTC, such as 2026-11-30T14:27:05Z");
            app.add_option("--theme", options->theme, "dark, light or high-contrast");
            auto* verify = app.add_flag("--verify", options->verify, "decide every input again and compare everything");
            verify->excludes(at);
            app.add_flag("--chain-head", options->chainHead, "the operator chain's newest hash, for the shift report")
                ->excludes(at)
                ->excludes(verify);
            app.add_flag("--lab", options->lab, "the lab's outage hour, with the what-if panel open on its toggles");
            return [options](const Invocation& invocation) { return runReplay(invocation, *options); };
        }};
}

} // namespace rungwatch::cli
