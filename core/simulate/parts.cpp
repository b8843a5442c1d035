// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/simulate/part.h"

namespace rungwatch::simulate {

const std::vector<PartKind>& partKinds()
{
    static const std::vector<PartKind> kinds{
        {"admission", makeAdmissionPart},
        {"answer_cache", makeAnswerCachePart},
        {"breaker", makeBreakerPart},
        {"bulkhead", makeBulkheadPart},
        {"ladder", makeLadderPart},
        {"mode_controller", makeModeControllerPart},
    };
    return kinds;
}

} // namespace rungwatch::simulate
