// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/base/failure_class.h"

#include <algorithm>
#include <array>

namespace rungwatch {

namespace {

struct Named {
    std::string_view name;
    FailureClass::Kind kind;
};
constexpr std::array<Named, 7> named{{{"timeout", FailureClass::Kind::Timeout}, {"reset", FailureClass::Kind::Reset},
    {"refused", FailureClass::Kind::Refused}, {"529_overloaded", FailureClass::Kind::Overloaded},
    {"429_quota_spent", FailureClass::Kind::QuotaSpent}, {"cancelled", FailureClass::Kind::Cancelled},
    {"throw", FailureClass::Kind::Thrown}}};

/// Exactly three digits, as a number; 0 for anything else.
int threeDigits(std::string_view text)
{
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    if (text.size() != 3 || !std::all_of(text.begin(), text.end(), digit))
        return 0;
    return (text[0] - '0') * 100 + (text[1] - '0') * 10 + (text[2] - '0');
}

} // namespace

std::optional<FailureClass> FailureClass::fromHttpStatus(int status)
{
    if (status < 300 || status > 599)
        return std::nullopt;
    if (status == 529)
        return FailureClass(Kind::Overloaded);
    FailureClass failure(Kind::Http);
    failure.m_status = static_cast<std::uint16_t>(status);
    return failure;
}

std::optional<FailureClass> FailureClass::fromName(std::string_view name)
{
    const auto* found = std::find_if(named.begin(), named.end(), [&](const Named& n) { return n.name == name; });
    if (found != named.end())
        return FailureClass(found->kind);
    return fromHttpStatus(threeDigits(name));
}

std::string FailureClass::name() const
{
    if (m_kind == Kind::Http)
        return std::to_string(m_status);
    const auto* found = std::find_if(named.begin(), named.end(), [&](const Named& n) { return n.kind == m_kind; });
    return std::string(found->name);
}

int FailureClass::httpStatus() const
{
    switch (m_kind) {
    case Kind::Http:
        return m_status;
    case Kind::Overloaded:
        return 529;
    case Kind::QuotaSpent:
        return 429;
    default:
        return 0;
    }
}

bool FailureClass::isCallerMistake() const
{
    return m_kind == Kind::Http && m_status >= 400 && m_status < 500 && m_status != 408 && m_status != 429;
}

bool FailureClass::isLimit() const
{
    return httpStatus() == 429;
}

} // namespace rungwatch
