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
        {"cache", makeCachePart},
        {"deadline", makeDeadlinePart},
        {"health", makeHealthPart},
        {"ladder", makeLadderPart},
        {"mode_controller", makeModeControllerPart},
        {"response", makeResponsePart},
        {"retry", makeRetryPart},
        {"retry_budget", makeRetryBudgetPart},
        {"tiered_cache", makeTieredCachePart},
    };
    return kinds;
}

} // namespace rungwatch::simulate
