// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/fleet/event_line_reader.h"

#include "rungwatch/base/field_reader.h"

#include <algorithm>

namespace rungwatch::fleet {

namespace {

/// What stands around the body.
struct Envelope {
    std::optional<std::uint64_t> seq;
    std::optional<WallTime> at;
    std::optional<SteadyTime> steady;
    std::uint64_t causedBy{0};
    std::string kind;
    std::string subject;
    bool input{false};

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("seq", self.seq);
        visit("at", self.at);
        visit("steady_s", self.steady);
        visit("kind", self.kind);
        visit("subject", self.subject);
        visit("input", self.input);
        visit("caused_by", self.causedBy);
    }
};

template <std::size_t... I>
bool readKind(
    std::string_view kind, const JsonValue& value, EventBody& body, FieldReader& reader, std::index_sequence<I...>)
{
    return (
        (std::variant_alternative_t<I, EventKinds>::kind == kind ? (reader.read(value, body.emplace<I>()), true) : false)
        || ...);
}

Error wrong(std::string code, std::string message, std::string where)
{
    return {std::move(code), std::move(message), std::move(where)};
}

/// The members of the line but for its body; what is missing of them is a fault.
Result<Envelope> envelopeOf(JsonValue root)
{
    std::erase_if(root.members, [](const JsonMember& member) { return member.key == "body"; });
    Envelope envelope;
    FieldReader reader;
    reader.read(root, envelope);
    if (reader.fault())
        return *reader.fault();
    if (!envelope.seq || *envelope.seq == 0)
        return wrong("bad-value", "expected the event's number, from 1", "/seq");
    if (!envelope.at)
        return wrong("bad-value", "expected a time such as 2026-11-30T14:27:05.600Z", "/at");
    if (!envelope.steady)
        return wrong("bad-value", "expected a number of seconds", "/steady_s");
    return envelope;
}

} // namespace

Result<Event> eventFromLine(std::string_view line)
{
    auto document = parseJson(line, {.values = 5'000'000});
    if (!document)
        return wrong(document.error().code, document.error().message, "/");
    if (!document->root.isObject())
        return wrong("bad-value", "expected an object: one event", "/");
    const auto* found = document->root.find("body");
    if (!found)
        return wrong("bad-value", "expected the event's fields", "/body");
    const JsonValue inside = *found;
    const auto envelope = envelopeOf(std::move(document.value().root));
    if (!envelope)
        return envelope.error();

    Event event{*envelope->seq, *envelope->at, *envelope->steady, envelope->causedBy, {}};
    FieldReader reader("/body");
    if (!readKind(
            envelope->kind, inside, event.body, reader, std::make_index_sequence<std::variant_size_v<EventKinds>>{}))
        return wrong(
            "unknown-kind", "expected a kind that this program knows, found \"" + envelope->kind + "\"", "/kind");
    if (reader.fault())
        return *reader.fault();
    if (envelope->input != isInput(event.body))
        return wrong("bad-value", "expected " + std::string(isInput(event.body) ? "true" : "false") + " for this kind",
            "/input");
    return event;
}

} // namespace rungwatch::fleet
