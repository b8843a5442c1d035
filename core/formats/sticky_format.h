// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/formats/reader.h"

namespace rungwatch::formats {

/// Reads one source's answers. Without a pin the format that was first recognised is kept, and one odd body changes
/// nothing: only when a second answer in a row does not fit is it recognised anew (FORMATS 3). So `[]` from a source
/// that was Consul's is "no instance", from one that was Alertmanager's "no alert".
class StickyFormat {
public:
    explicit StickyFormat(std::string pin = {});

    [[nodiscard]] Result<Reading> read(const Answer& answer);
    /// What the next answer is read with: the pin, the kept format, or "auto".
    [[nodiscard]] const std::string& format() const { return m_kept; }

private:
    std::string m_pin;
    std::string m_kept;
    int m_misfits{0};
};

} // namespace rungwatch::formats
