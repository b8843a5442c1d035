// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/document.h"
#include "rungwatch/formats/level_words.h"

namespace rungwatch::formats {

/// The reading of one health document in the making: a reader says the verdict and the parts as it finds them, and
/// finish() applies the rules that hold for every format (FORMATS 2.3 and 2.4), in their order.
class HealthDraft {
public:
    HealthDraft(const Document& document, std::string_view format);

    /// Adds a part. `word` is its status as it came: it is shown where it stands in no table.
    Component& part(std::string name, const std::string& word, LevelWord level);
    /// By the general table; no word says nothing.
    Component& part(std::string name, const std::string& word);

    /// The document's own verdict. "Unknown", like a word in no table, makes a service DEGRADED (FORMATS 2.3).
    void verdict(LevelWord level);
    /// By the general table; no word is no verdict.
    void verdict(const std::string& word);

    /// What the format's own rule makes of the parts: where that is worse than the verdict it counts, and is flagged.
    void atLeast(HealthLevel level, std::string_view flagName);

    /// A document that lists its parts, and listed none.
    void flagNoChecks();

    [[nodiscard]] Reading& reading() { return m_reading; }

    /// "too-large" past maxComponents; "unknown-format" where nothing was said at all and the status says nothing.
    [[nodiscard]] Result<Reading> finish();

private:
    int m_status;
    Reading m_reading;
    HealthLevel m_atLeast{HealthLevel::Healthy};
    std::string m_atLeastFlag;
};

/// Adds what else is said of a part, after what its note already holds.
void addNote(Component& component, const std::string& text);

} // namespace rungwatch::formats
