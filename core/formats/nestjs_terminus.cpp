// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/nestjs_terminus.h"

#include "rungwatch/formats/health_draft.h"

namespace rungwatch::formats {

bool looksLikeNestjsTerminus(const Document& document)
{
    const auto* root = &document.root;
    return objectAt(root, "info") && objectAt(root, "error") && objectAt(root, "details");
}

Result<Reading> readNestjsTerminus(const Document& document)
{
    HealthDraft draft(document, "nestjs-terminus");
    draft.verdict(textAt(&document.root, "status"));
    // `details` holds what `info` and `error` share out between them.
    for (const auto* member : membersOf(objectAt(&document.root, "details"))) {
        auto& component = draft.part(member->key, textAt(&member->value, "status"));
        addNote(component, textAt(&member->value, "message"));
    }
    draft.flagNoChecks();
    return draft.finish();
}

} // namespace rungwatch::formats
