// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/hellofresh_health.h"

#include "rungwatch/formats/health_draft.h"

namespace rungwatch::formats {

bool looksLikeHellofreshHealth(const Document& document)
{
    const auto* root = &document.root;
    return root->isObject() && root->has("status")
        && (objectAt(root, "system") || objectAt(root, "component") || objectAt(root, "failures"));
}

Result<Reading> readHellofreshHealth(const Document& document)
{
    const auto* root = &document.root;
    HealthDraft draft(document, "hellofresh-health-go");
    if (const auto word = textAt(root, "status"); normalisedWord(word) == "timeoutduringhealthcheck") {
        draft.verdict(LevelWord{HealthLevel::Unavailable});
        draft.reading().message = word;
    } else
        draft.verdict(word);
    for (const auto* failure : membersOf(objectAt(root, "failures")))
        addNote(draft.part(failure->key, {}, {HealthLevel::Unavailable}),
            failure->value.isText() ? failure->value.text : std::string{});
    // Its own releases have written offsets that no calendar knows: the rest of the document still counts.
    if (!textAt(root, "timestamp").empty() && !timeAt(root, "timestamp"))
        flag(draft.reading(), "bad-time");
    return draft.finish();
}

} // namespace rungwatch::formats
