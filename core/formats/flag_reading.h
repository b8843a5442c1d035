// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/fields.h"

namespace rungwatch {

/// A feature flag as a flag system defines it or evaluates it. What is switched and what a caller then does are two
/// things: see `useCodeDefault`.
struct FlagReading {
    std::string key;
    /// The definition's own word: "ENABLED", "DISABLED".
    std::string state;
    /// On for somebody; absent where only an evaluation could tell.
    std::optional<bool> enabled;
    /// A definition's variant for whom no rule matches; absent means the default in the caller's code.
    std::optional<std::string> defaultVariant;
    /// An evaluation's result: which variant, its value as JSON text (empty for none), and why.
    std::string variant;
    std::string value;
    std::string reason;
    /// The caller's code decides: nothing that this flag says is served. A kill switch in this state kills nothing
    /// where the code's default is on.
    bool useCodeDefault{false};
    /// Rules are looked at before the default, and win for whom they match.
    bool targeted{false};
    /// Old by its owner's own mark. It is not off.
    bool stale{false};
    /// The code of a failed evaluation ("FLAG_NOT_FOUND") or "bad-flag", and what was said of it.
    std::string error;
    std::string note;

    template <class Self, class Visit> static void fields(Self& self, Visit&& visit)
    {
        visit("key", self.key);
        visit("state", self.state);
        visit("enabled", self.enabled);
        visit("default", self.defaultVariant);
        visit("variant", self.variant);
        visit("value", self.value);
        visit("reason", self.reason);
        visit("use_code_default", self.useCodeDefault);
        visit("targeted", self.targeted);
        visit("stale", self.stale);
        visit("error", self.error);
        visit("note", self.note);
    }
};

} // namespace rungwatch
