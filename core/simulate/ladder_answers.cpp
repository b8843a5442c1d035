// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/simulate/ladder_answers.h"

#include "rungwatch/simulate/read_measured.h"
#include "rungwatch/simulate/read_outcome.h"

namespace rungwatch::simulate {

namespace {

void readWordInto(
    ScriptedAnswer& answer, const std::string& word, const JsonValue& value, const std::string& pointer, Faults& faults)
{
    if (word == "miss") {
        answer.kind = ScriptedAnswer::Kind::Miss;
    } else if (word == "not_started") {
        answer.kind = ScriptedAnswer::Kind::NotStarted;
    } else if (const auto failure = outcomeOf(word, value, pointer, faults)) {
        answer.kind = ScriptedAnswer::Kind::Failed;
        answer.failure = *failure;
    }
}

ScriptedAnswer readAnswer(const JsonValue& value, const std::string& pointer, Faults& faults)
{
    ScriptedAnswer answer;
    if (value.isText()) {
        readWordInto(answer, value.text, value, pointer, faults);
        return answer;
    }
    StrictObject object(value, pointer, faults);
    readWordInto(answer, object.text("answer", std::string{"ok"}), value, object.pointerTo("answer"), faults);
    answer.aged = object.has("age_s");
    if (answer.aged && !object.isNull("age_s"))
        answer.age = readMeasuredSeconds(object, "age_s", -1e9, 1e9, Limit::Exceeded);
    if (object.has("latency_s"))
        answer.latency = readMeasuredSeconds(object, "latency_s", 0, 86'400, Limit::Exceeded);
    object.finish();
    return answer;
}

} // namespace

std::map<std::string, ScriptedAnswer> readAnswers(StrictObject& step, const Ladder& ladder, Faults& faults)
{
    std::map<std::string, ScriptedAnswer> answers;
    const auto* value = step.object("request", true);
    for (std::size_t i = 0; value && i < value->members.size(); ++i) {
        const auto& member = value->members[i];
        const auto pointer = step.pointerTo("request") + "/" + member.key;
        if (!ladder.indexOf(member.key))
            faults.add(
                pointer, member.line, "expected the name of a rung, found \"" + member.key + "\"", "unknown-key");
        answers[member.key] = readAnswer(member.value, pointer, faults);
    }
    return answers;
}

} // namespace rungwatch::simulate
