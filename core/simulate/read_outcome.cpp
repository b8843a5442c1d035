// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/simulate/read_outcome.h"

namespace rungwatch::simulate {

namespace {

std::string expectedBut(std::string_view word)
{
    return "expected \"ok\" or a failure class (timeout, reset, refused, an HTTP status such as 503, 529_overloaded, "
           "429_quota_spent, cancelled, throw), found \""
        + std::string(word) + "\"";
}

} // namespace

std::optional<FailureClass> readOutcome(StrictObject& object, std::string_view key)
{
    const auto word = object.text(key);
    if (word == "ok")
        return std::nullopt;
    const auto failure = FailureClass::fromName(word);
    if (!failure)
        object.fault(key, expectedBut(word));
    return failure;
}

std::optional<FailureClass> outcomeOf(
    std::string_view word, const JsonValue& value, const std::string& pointer, Faults& faults)
{
    if (word == "ok")
        return std::nullopt;
    const auto failure = FailureClass::fromName(word);
    if (!failure)
        faults.add(pointer, value.line, expectedBut(word));
    return failure;
}

} // namespace rungwatch::simulate
