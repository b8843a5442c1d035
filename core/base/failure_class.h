// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rungwatch {

/// Why a call to a dependency gave no usable answer, as one value with one name everywhere (scripts, telemetry, logs).
/// What a class means is decided per rule, each in its own place: for a breaker in breaker/verdict.h, for the ladder by
/// isCallerMistake().
class FailureClass {
public:
    enum class Kind : std::uint8_t {
        Timeout, ///< No answer by its deadline. Says nothing about whether the work was done.
        Reset, ///< The connection broke after it had been made.
        Refused, ///< The connection was never made.
        Http, ///< An answer with this status (300..599, other than 529).
        Overloaded, ///< 529: the provider sheds load; transient.
        QuotaSpent, ///< 429 for an allowance that will not come back soon: never worth a retry.
        Cancelled, ///< Whoever asked gave up. Says nothing about the dependency.
        Thrown, ///< The calling code threw.
    };
    friend constexpr std::array<std::string_view, 8> enumNames(Kind)
    {
        return {"timeout", "reset", "refused", "http", "529_overloaded", "429_quota_spent", "cancelled", "throw"};
    }

    constexpr FailureClass() = default;
    constexpr FailureClass(Kind kind)
        : m_kind(kind)
    {
    }

    /// The class of an HTTP answer; nothing for a status that is no failure (below 300) or none at all (above 599).
    [[nodiscard]] static std::optional<FailureClass> fromHttpStatus(int status);
    /// "timeout", "reset", "refused", "503", "529_overloaded" (or "529"), "429_quota_spent", "cancelled", "throw".
    [[nodiscard]] static std::optional<FailureClass> fromName(std::string_view name);

    [[nodiscard]] std::string name() const;
    [[nodiscard]] constexpr Kind kind() const { return m_kind; }
    /// The HTTP status where there is one, else 0.
    [[nodiscard]] int httpStatus() const;
    /// The request itself was wrong (4xx other than 408 and 429): every rung would say so, and no rung is to blame.
    [[nodiscard]] bool isCallerMistake() const;
    /// A limit was reached (429, with or without an allowance that is spent).
    [[nodiscard]] bool isLimit() const;

    bool operator==(const FailureClass&) const = default;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("kind", self.m_kind);
        visit("http_status", self.m_status);
    }

private:
    Kind m_kind{Kind::Timeout};
    std::uint16_t m_status{0};
};

} // namespace rungwatch
