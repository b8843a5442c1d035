// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/located_json.h"
#include "rungwatch/formats/reader.h"

namespace rungwatch::formats {

/// An answer as the readers of single formats take it.
struct Document {
    const Answer& answer;
    /// The HTTP status, or the inner one of an envelope.
    int status{200};
    /// The body without a byte order mark and outer blanks.
    std::string_view text;
    /// Of JSON formats: parsed, and taken out of its envelope.
    JsonValue root;
    /// What was odd about it so far: "envelope", "trailing-garbage", "duplicate-key".
    std::vector<std::string> flags;

    [[nodiscard]] std::string_view header(const std::string& lowerCaseName) const
    {
        const auto found = answer.headers.find(lowerCaseName);
        return found == answer.headers.end() ? std::string_view{} : std::string_view{found->second};
    }
};

/// Parts that one answer may hold; past it the answer is "too-large".
inline constexpr std::size_t maxComponents{5'000};

// Members as FORMATS 2.2 reads them: numbers and truths may come as text, null and missing mean "not said", and so
// does what can't be read. `object` may be null or of another kind: nothing is said then.
[[nodiscard]] std::string textAt(const JsonValue* object, std::string_view key);
[[nodiscard]] std::optional<double> numberAt(const JsonValue* object, std::string_view key);
/// Whole and not negative.
[[nodiscard]] std::optional<std::uint64_t> countAt(const JsonValue* object, std::string_view key);
/// 0 to 100; "37.5%" as well. A rate of -1 means that none is known.
[[nodiscard]] std::optional<Percent> percentAt(const JsonValue* object, std::string_view key);
/// Not negative; `unit` is what the number counts. What no Duration can hold is not said.
[[nodiscard]] std::optional<Duration> durationAt(
    const JsonValue* object, std::string_view key, Duration unit = std::chrono::seconds{1});
[[nodiscard]] std::optional<bool> truthAt(const JsonValue* object, std::string_view key);
[[nodiscard]] std::optional<WallTime> timeAt(const JsonValue* object, std::string_view key);
/// The member where it is of that kind, else null.
[[nodiscard]] const JsonValue* objectAt(const JsonValue* object, std::string_view key);
[[nodiscard]] const std::vector<JsonValue>& listAt(const JsonValue* object, std::string_view key);
/// The members in their order, each name once: of one that came twice the last value counts, in the first's place.
/// Nothing where it is no object.
[[nodiscard]] std::vector<const JsonMember*> membersOf(const JsonValue* object);
/// The texts of a list; what is no text is left out.
[[nodiscard]] std::vector<std::string> textsAt(const JsonValue* object, std::string_view key);
/// Every member that is a text; nothing where it is no object.
[[nodiscard]] std::map<std::string, std::string> textsOf(const JsonValue* object);
/// Every member that is a count, by name.
[[nodiscard]] std::map<std::string, std::uint64_t> countsAt(const JsonValue* object, std::string_view key);

/// Gives each entry of one list its name: the first keeps it, later ones become "name[1]", nameless ones "check[2]".
class EntryNames {
public:
    [[nodiscard]] std::string of(const std::string& said, std::size_t position);

private:
    std::map<std::string, std::size_t> m_seen;
};

/// Adds a flag once.
void flag(Reading& reading, std::string_view name);

/// FORMATS 2.4: the HTTP status sets a floor under the body's level, and both kinds of disagreement are flagged.
void applyFloor(Reading& reading, int status);
/// FORMATS 2.4.4: what the components say where the body has no verdict; nothing where none of them says anything.
[[nodiscard]] std::optional<HealthLevel> levelOf(const std::vector<Component>& components);
/// FORMATS 2.4.5: green is never shown over a broken part.
void applyMasking(Reading& reading, const std::vector<bool>& deliberate);

} // namespace rungwatch::formats
