// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/snapshot_output.h"
#include "app/journal/journal_reader.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/fleet/replay.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <iostream>

namespace rungwatch::cli {

namespace {

struct Options {
    std::string journal;
    std::string at;
    bool verify{false};
};

struct Verdict {
    std::uint64_t events{0};
    std::uint64_t inputs{0};
    std::uint64_t hash{0};
    std::uint64_t keyframes{0};
    std::uint64_t operatorEvents{0};
    std::optional<fleet::Difference> difference;
    /// The journal itself does not hold: a block, or the operator chain.
    std::optional<Error> damage;

    [[nodiscard]] bool holds() const { return !difference && !damage; }
};

Result<Verdict> verify(journal::JournalReader& reader)
{
    const auto hashes = reader.keyframeHashes();
    if (!hashes)
        return hashes.error();
    Verdict verdict;
    fleet::Verifier verifier;
    std::map<std::uint64_t, std::string> operators;
    verdict.damage = reader.forEach(1, [&](const fleet::Event& event) {
        verifier.add(event);
        if (const auto row = journal::operatorRow(event))
            operators.emplace(event.seq, row->json);
        if (const auto recorded = hashes->find(event.seq); recorded != hashes->end()) {
            verifier.expectHash(recorded->second);
            ++verdict.keyframes;
        }
        return !verifier.difference().has_value();
    });
    if (!verdict.damage && !verifier.difference()) {
        verifier.finish();
        verdict.damage = reader.checkChain(operators);
    }
    verdict.events = verifier.events();
    verdict.inputs = verifier.inputs();
    verdict.hash = verifier.hash();
    verdict.operatorEvents = operators.size();
    verdict.difference = verifier.difference();
    return verdict;
}

void printJson(const Verdict& verdict)
{
    JsonWriter json;
    json.beginObject();
    json.member("holds", verdict.holds());
    json.member("events", verdict.events);
    json.member("inputs", verdict.inputs);
    json.member("hash", fmt::format("{:016x}", verdict.hash));
    json.member("keyframes", verdict.keyframes);
    json.member("operator_events", verdict.operatorEvents);
    if (verdict.difference) {
        json.member("difference", *verdict.difference);
    }
    if (verdict.damage) {
        json.member("damage", verdict.damage->message);
    }
    json.end();
    std::cout << json.str() << '\n';
}

void printText(const Verdict& verdict)
{
    std::cout << fmt::format("events {}, inputs {}, hash {:016x}, keyframes {}, operator events {}\n", verdict.events,
        verdict.inputs, verdict.hash, verdict.keyframes, verdict.operatorEvents);
    if (const auto& difference = verdict.difference)
        std::cout << fmt::format("first difference at event {} ({})\n  expected {}\n  got      {}\n", difference->seq,
            difference->kind, difference->expected, difference->got);
    if (verdict.holds())
        std::cout << "everything is decided as it was recorded\n";
}

int runVerify(journal::JournalReader& reader, const std::string& file, bool json)
{
    const auto verdict = verify(reader);
    if (!verdict)
        return fail(verdict.error().message, verdict.error());
    json ? printJson(*verdict) : printText(*verdict);
    if (verdict->damage) {
        const auto code = verdict->damage->code;
        fail(file, Error{code, verdict->damage->message, {}});
        // Written by a newer program: nothing is known to be wrong with it.
        return code == "newer-version" || code == "older-version" ? Unusable : DoesNotHold;
    }
    return verdict->holds() ? Holds : DoesNotHold;
}

/// The state at a moment: the last event at or before it.
Result<fleet::FleetState> stateAt(journal::JournalReader& reader, WallTime at)
{
    const auto keyframe = reader.keyframeUpTo(at);
    if (!keyframe)
        return keyframe.error();
    fleet::FleetState state;
    if (keyframe->has_value()) {
        auto read = fleet::fromSerialised((*keyframe)->state);
        if (!read)
            return read.error();
        state = std::move(read).value();
    }
    fleet::Replayer replayer(std::move(state));
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

int runReplay(const Options& options, bool json)
{
    if (!options.verify && options.at.empty())
        return fail("replay: give --verify, or --at TIME for what was known at a moment; the window on a past incident "
                    "is not in this version");
    auto reader = journal::JournalReader::open(QString::fromStdString(options.journal));
    if (!reader)
        return fail(options.journal, Error{reader.error().code, reader.error().message, {}});
    if (options.verify)
        return runVerify(reader.value(), options.journal, json);
    return runAt(reader.value(), options, json);
}

} // namespace

Command replayCommand()
{
    return {"replay", "read a journal: verify it, or print what was known at a moment",
        [](CLI::App& app) -> std::function<int(const Invocation&)> {
            auto options = std::make_shared<Options>();
            app.add_option("JOURNAL", options->journal, "a journal that a console wrote")->required();
            auto* at = app.add_option("--at", options->at, "a time in UTC, such as 2026-11-30T14:27:05Z");
            app.add_flag("--verify", options->verify, "decide every input again and compare everything")->excludes(at);
            return [options](const Invocation& invocation) { return runReplay(*options, invocation.json); };
        }};
}

} // namespace rungwatch::cli
