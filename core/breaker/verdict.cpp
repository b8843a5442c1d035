// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/breaker/verdict.h"

#include <algorithm>

namespace rungwatch::breaker {

namespace {

Verdict verdictOfStatus(int status)
{
    if (status >= 500 || status == 408)
        return Verdict::Failure;
    if (status == 404 || status == 410)
        return Verdict::Success;
    return Verdict::Ignored;
}

} // namespace

Verdict verdictOf(FailureClass failure)
{
    using Kind = FailureClass::Kind;
    switch (failure.kind()) {
    case Kind::Timeout:
    case Kind::Reset:
    case Kind::Refused:
    case Kind::Overloaded:
    case Kind::Thrown:
        return Verdict::Failure;
    case Kind::Http:
        return verdictOfStatus(failure.httpStatus());
    case Kind::QuotaSpent:
        return Verdict::Ignored;
    case Kind::Cancelled:
        return Verdict::Cancelled;
    }
    return Verdict::Failure;
}

Verdict verdictOf(const Options& options, FailureClass failure)
{
    const auto verdict = verdictOf(failure);
    const bool ignored = std::ranges::find(options.ignore, failure) != options.ignore.end();
    return ignored && verdict != Verdict::Cancelled ? Verdict::Ignored : verdict;
}

} // namespace rungwatch::breaker
