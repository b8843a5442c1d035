// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/health_draft.h"

namespace rungwatch::formats {

HealthDraft::HealthDraft(const Document& document, std::string_view format)
    : m_status(document.status)
{
    m_reading.format = format;
    m_reading.flags = document.flags;
}

Component& HealthDraft::part(std::string name, const std::string& word, LevelWord level)
{
    auto& component = m_reading.components.emplace_back();
    component.name = std::move(name);
    component.level = level.level;
    component.deliberate = level.deliberate;
    if (level.unknownWord) {
        flag(m_reading, "unknown-word");
        component.note = word;
    }
    if (level.deliberate)
        flag(m_reading, "deliberate");
    return component;
}

Component& HealthDraft::part(std::string name, const std::string& word)
{
    return part(std::move(name), word, word.empty() ? LevelWord{} : generalLevel(word));
}

void HealthDraft::verdict(LevelWord level)
{
    m_reading.level = level.level == HealthLevel::Unknown ? HealthLevel::Degraded : level.level;
    if (level.unknownWord)
        flag(m_reading, "unknown-word");
    else if (level.level == HealthLevel::Unknown)
        flag(m_reading, "no-verdict");
    if (level.deliberate)
        flag(m_reading, "deliberate");
}

void HealthDraft::verdict(const std::string& word)
{
    if (!word.empty())
        verdict(generalLevel(word));
}

void HealthDraft::atLeast(HealthLevel level, std::string_view flagName)
{
    m_atLeast = level;
    m_atLeastFlag = flagName;
}

void HealthDraft::flagNoChecks()
{
    if (m_reading.components.empty())
        flag(m_reading, "no-checks");
}

Result<Reading> HealthDraft::finish()
{
    if (m_reading.components.size() > maxComponents)
        return Error{"too-large", "more than 5000 parts in one health document", {}};
    if (!m_reading.level)
        m_reading.level = levelOf(m_reading.components);
    if (!m_reading.level) {
        if (m_status < 500)
            return Error{"unknown-format", "no status and no part that says anything", {}};
        m_reading.level = HealthLevel::Unavailable;
        flag(m_reading, "no-verdict");
    }
    std::vector<bool> deliberate;
    for (const auto& component : m_reading.components)
        deliberate.push_back(component.deliberate);
    applyMasking(m_reading, deliberate);
    if (worse(*m_reading.level, m_atLeast) != *m_reading.level) {
        m_reading.level = m_atLeast;
        flag(m_reading, m_atLeastFlag);
    }
    applyFloor(m_reading, m_status);
    return std::move(m_reading);
}

void addNote(Component& component, const std::string& text)
{
    if (!text.empty())
        component.note += component.note.empty() ? text : ": " + text;
}

} // namespace rungwatch::formats
