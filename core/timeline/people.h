// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/located_json.h"

#include <set>

namespace rungwatch::timeline {

/// The persons that a document refers to, so that none of them is named in what is kept of it.
class People {
public:
    /// Collects whoever a reference to a user, an agent or an assignee names, at any depth.
    explicit People(const JsonValue& root);

    /// The text with "a person" in the place of each of their names and of every mail address.
    [[nodiscard]] std::string without(const std::string& text) const;

private:
    void collect(const JsonValue& value);

    std::set<std::string> m_names;
};

} // namespace rungwatch::timeline
