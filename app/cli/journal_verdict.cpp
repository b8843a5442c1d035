// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/journal_verdict.h"

#include "rungwatch/base/codec.h"

#include <fmt/format.h>

namespace rungwatch::cli {

namespace {

void compareKeyframe(Verdict& verdict, fleet::Verifier& verifier, std::uint64_t recorded)
{
    ++verdict.keyframes;
    if (verifier.hash() == recorded)
        ++verdict.keyframesHold;
    verifier.expectHash(recorded);
}

std::string linesOf(const fleet::Difference& difference)
{
    return fmt::format("first difference at event {} ({})\n  expected {}\n  got      {}\n", difference.seq,
        difference.kind, difference.expected, difference.got);
}

} // namespace

Result<Verdict> verify(journal::JournalReader& reader)
{
    // A console may be writing to it: what is compared with each other is of one moment.
    if (const auto error = reader.freeze())
        return *error;
    auto start = reader.startState();
    if (!start)
        return start.error();
    const auto hashes = reader.keyframeHashes();
    if (!hashes)
        return hashes.error();
    Verdict verdict;
    verdict.from = reader.firstSeq();
    if (reader.oldestVersion() < journal::codecVersion)
        verdict.olderVersion = reader.oldestVersion();
    fleet::Verifier verifier(std::move(start).value());
    journal::OperatorRows operators;
    journal::TransitionRows transitions;
    verdict.damage = reader.forEach(1, [&](const fleet::Event& event) {
        verifier.add(event);
        verdict.until = event.wall;
        if (auto row = journal::operatorRow(event))
            operators.emplace(event.seq, std::move(*row));
        if (auto row = journal::transitionRow(event))
            transitions.emplace(event.seq, std::move(*row));
        if (const auto recorded = hashes->find(event.seq); recorded != hashes->end())
            compareKeyframe(verdict, verifier, recorded->second);
        return true;
    });
    if (!verdict.damage) {
        verifier.finish();
        verdict.damage = reader.checkChain(operators);
        if (!verdict.damage)
            verdict.damage = reader.checkTransitions(transitions);
    }
    if (const auto head = reader.chainHead())
        verdict.chainHead = *head;
    verdict.events = verifier.events();
    verdict.inputs = verifier.inputs();
    verdict.hash = verifier.hash();
    verdict.operatorEvents = operators.size();
    verdict.difference = verifier.difference();
    return verdict;
}

std::string jsonOf(const Verdict& verdict)
{
    JsonWriter json;
    json.beginObject();
    json.member("holds", verdict.holds());
    json.member("from", verdict.from);
    json.member("events", verdict.events);
    json.member("inputs", verdict.inputs);
    json.member("hash", fmt::format("{:016x}", verdict.hash));
    json.member("keyframes", verdict.keyframes);
    json.member("keyframes_hold", verdict.keyframesHold);
    json.member("operator_events", verdict.operatorEvents);
    json.member("chain_head", verdict.chainHead.hash.toStdString());
    if (verdict.difference)
        json.member("difference", *verdict.difference);
    if (verdict.difference && verdict.olderVersion)
        json.member("older_version", *verdict.olderVersion);
    if (verdict.damage)
        json.member("damage", verdict.damage->message);
    json.end();
    return json.str() + '\n';
}

std::string textOf(const Verdict& verdict)
{
    std::string text;
    if (verdict.from > 1)
        text = fmt::format("begins at event {}: what was before it is cut off\n", verdict.from);
    text += fmt::format("events {}, inputs {}, hash {:016x}, keyframes {}, operator events {}\n", verdict.events,
        verdict.inputs, verdict.hash, verdict.keyframes, verdict.operatorEvents);
    if (verdict.damage && verdict.until)
        text += fmt::format("can be read from event {} to {}, up to {}\n", verdict.from,
            verdict.from + verdict.events - 1, rfc3339(*verdict.until));
    if (verdict.difference) {
        text += linesOf(*verdict.difference);
        text += fmt::format("{} of {} keyframes hold\n", verdict.keyframesHold, verdict.keyframes);
    }
    if (verdict.difference && verdict.olderVersion)
        text += fmt::format("program change: its events are of version {}, and their program may have decided "
                            "otherwise; this one writes version {}\n",
            *verdict.olderVersion, journal::codecVersion);
    if (verdict.holds())
        text += "everything is decided as it was recorded\n";
    return text;
}

} // namespace rungwatch::cli
