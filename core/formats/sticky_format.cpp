// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/sticky_format.h"

#include <algorithm>
#include <iterator>

namespace rungwatch::formats {

namespace {

constexpr std::string_view automatic{"auto"};

/// What any service may say for once while it is ill: kept, these would hide the components of its usual document.
constexpr std::string_view passing[]{
    "error-document", "simple-status", "seed-response", "cache-headers", "aspnet-plain", "rails-up"};

bool isKept(const Reading& reading)
{
    return !reading.notModified && isFormat(reading.format)
        && std::find(std::begin(passing), std::end(passing), reading.format) == std::end(passing);
}

/// Whether the answer was not of the kept format. A refusal or a busy server says nothing about formats.
bool isMisfit(const Error& error)
{
    return error.code == "unknown-format" || error.code == "bad-json" || error.code == "bad-exposition";
}

} // namespace

StickyFormat::StickyFormat(std::string pin)
    : m_pin(pin.empty() ? std::string(automatic) : std::move(pin))
    , m_kept(m_pin)
{
}

Result<Reading> StickyFormat::read(const Answer& answer)
{
    auto reading = formats::read(answer, m_kept);
    if (m_pin != automatic)
        return reading;
    if (!reading && m_kept != automatic && isMisfit(reading.error())) {
        if (++m_misfits < 2)
            return reading;
        m_kept = automatic;
        reading = formats::read(answer, m_kept);
    }
    if (!reading)
        return reading;
    m_misfits = 0;
    if (isKept(reading.value()))
        m_kept = reading->format;
    return reading;
}

} // namespace rungwatch::formats
