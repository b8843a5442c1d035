// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/simulate/script.h"

#include "rungwatch/simulate/part.h"

#include <algorithm>
#include <array>

namespace rungwatch::simulate {

namespace {

/// Actions that every part has: the clocks'.
constexpr std::array<std::string_view, 3> clockActions{"tick", "wall_jump_s", "suspend_s"};
/// As far as a script's time may go, and a jump may leap: about 31 years.
constexpr std::chrono::seconds longest{1'000'000'000};

std::string listed(const std::vector<std::string_view>& words)
{
    std::string text;
    for (const auto word : words)
        text += (text.empty() ? "" : ", ") + std::string(word);
    return text;
}

/// One script being run.
class Run {
public:
    explicit Run(const JsonValue& root) { read(root); }

    Result<std::vector<std::string>> result()
    {
        if (m_faults.any())
            return m_faults.first();
        return std::move(m_output);
    }

private:
    void read(const JsonValue& root)
    {
        StrictObject script(root, "", m_faults);
        if (!m_faults.any())
            makePart(script);
        script.each("steps", true, [this](const JsonValue& value, const std::string& pointer) {
            if (!m_faults.any())
                takeStep(value, pointer);
        });
        script.finish();
    }

    void makePart(StrictObject& script)
    {
        std::vector<std::string_view> known;
        const PartKind* chosen = nullptr;
        for (const auto& kind : partKinds()) {
            known.push_back(kind.name);
            if (!script.has(kind.name))
                continue;
            if (chosen)
                return script.fault(kind.name, "expected one part, found " + std::string(chosen->name) + " too");
            chosen = &kind;
        }
        if (!chosen)
            return script.fault("", "expected one part: " + listed(known));
        if (const auto* configuration = script.object(chosen->name, true))
            m_part = chosen->make(*configuration, script.pointerTo(chosen->name), m_faults, m_world);
    }

    void takeStep(const JsonValue& value, const std::string& pointer)
    {
        StrictObject step(value, pointer, m_faults);
        const auto at = step.seconds("at_s", Duration{0}, longest);
        if (at < m_before)
            step.fault("at_s", "expected a time that is not before the step before it");
        if (m_faults.any())
            return;
        m_before = at;
        m_world.happenings.clear();
        letTimePassTo(at);
        act(step);
        step.finish();
        if (!m_faults.any())
            report(at);
    }

    /// Where the step before took longer than until this one, time already is where it is.
    void letTimePassTo(Duration at)
    {
        const auto now = m_world.clock.steadyNow().time_since_epoch();
        m_world.clock.advance(std::max(Duration{0}, at - now));
        m_part->passTime();
    }

    void act(StrictObject& step)
    {
        auto known = m_part->actions();
        known.insert(known.end(), clockActions.begin(), clockActions.end());
        std::vector<std::string_view> asked;
        std::ranges::copy_if(known, std::back_inserter(asked), [&](auto name) { return step.has(name); });
        if (asked.size() != 1) {
            const auto found = asked.empty() ? std::string("none") : listed(asked);
            return step.fault("", "expected one action of " + listed(known) + ", found " + found);
        }
        if (std::ranges::find(clockActions, asked.front()) == clockActions.end())
            return m_part->act(asked.front(), step);
        moveClocks(asked.front(), step);
        m_part->passTime();
    }

    void moveClocks(std::string_view action, StrictObject& step)
    {
        if (action == "tick") {
            step.onlyTrue(action);
        } else if (action == "wall_jump_s") {
            m_world.clock.jumpWall(step.seconds(action, -longest, longest));
        } else {
            m_world.clock.suspend(step.seconds(action, Duration{0}, longest));
        }
    }

    static void writeHappening(JsonWriter& out, const Happening& happening)
    {
        out.beginObject();
        out.member("from", happening.from);
        out.member("to", happening.to);
        out.member("cause", happening.cause);
        if (!happening.id.empty())
            out.member("id", happening.id);
        out.end();
    }

    void report(Duration at)
    {
        JsonWriter out;
        out.beginObject();
        out.member("at_s", at);
        m_part->writeFacts(out);
        out.key("events");
        out.beginArray();
        for (const auto& happening : m_world.happenings)
            writeHappening(out, happening);
        out.end();
        out.end();
        m_output.push_back(out.str());
    }

    Faults m_faults;
    World m_world;
    std::unique_ptr<Part> m_part;
    Duration m_before{0};
    std::vector<std::string> m_output;
};

} // namespace

Result<std::vector<std::string>> runScript(std::string_view text)
{
    JsonLimits limits;
    limits.comments = true; // a script is written by a person, and often explains a bug
    const auto document = parseJson(text, limits);
    if (!document)
        return document.error();
    if (document->duplicateKey)
        return Error{"duplicate-key", "the key \"" + *document->duplicateKey + "\" comes a second time",
            "line " + std::to_string(document->duplicateLine)};
    return Run(document->root).result();
}

} // namespace rungwatch::simulate
