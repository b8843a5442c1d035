// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rungwatch/base/codec.h"
#include "rungwatch/base/strict_object.h"

#include <memory>
#include <string>
#include <vector>

/// \file
/// A core part on trial: what a script can do to it and see of it (CONTRACTS, "Scripts for simulate"). A part here only
/// translates; the rules are the core's own, on a clock that the script moves.

namespace rungwatch::simulate {

/// Something that a step caused, in the part's own words.
struct Happening {
    std::string from;
    std::string to;
    std::string cause;
    /// Which of the script's own ids it happened to; empty, and then not written, where the part is all there is.
    std::string id{};
};

/// What surrounds a part: the script's clocks, and where it says what happened.
struct World {
    /// Steady time counts from the script's start. A part whose action takes time advances it.
    ManualClock clock;
    /// Since the step began.
    std::vector<Happening> happenings;
};

/// Single-threaded, as a script is.
class Part {
public:
    virtual ~Part() = default;
    /// The names of its actions. A step holds exactly one of them, or one of those that every part has.
    [[nodiscard]] virtual std::vector<std::string_view> actions() const = 0;
    /// What time alone has brought by now. Called before each step acts, and after the clocks were set apart.
    virtual void passTime() { }
    /// Carries out the action that `step` holds under that name, reading its other members too. What is wrong with the
    /// step is a fault of it, and then nothing is done.
    virtual void act(std::string_view action, StrictObject& step) = 0;
    /// The members of the facts into the object that is open now. What the step did not ask for is null.
    virtual void writeFacts(JsonWriter& out) const = 0;
};

/// Reads the part's configuration; what is wrong with it goes to `faults` with its place. `world` outlives the part.
using MakePart = std::unique_ptr<Part> (*)(
    const JsonValue& configuration, const std::string& pointer, Faults& faults, World& world);

// One a file of this folder; parts.cpp names them.
std::unique_ptr<Part> makeAdmissionPart(const JsonValue&, const std::string&, Faults&, World&);
std::unique_ptr<Part> makeAnswerCachePart(const JsonValue&, const std::string&, Faults&, World&);
std::unique_ptr<Part> makeBreakerPart(const JsonValue&, const std::string&, Faults&, World&);
std::unique_ptr<Part> makeBulkheadPart(const JsonValue&, const std::string&, Faults&, World&);
std::unique_ptr<Part> makeCachePart(const JsonValue&, const std::string&, Faults&, World&);
std::unique_ptr<Part> makeDeadlinePart(const JsonValue&, const std::string&, Faults&, World&);
std::unique_ptr<Part> makeHealthPart(const JsonValue&, const std::string&, Faults&, World&);
std::unique_ptr<Part> makeLadderPart(const JsonValue&, const std::string&, Faults&, World&);
std::unique_ptr<Part> makeModeControllerPart(const JsonValue&, const std::string&, Faults&, World&);
std::unique_ptr<Part> makeResponsePart(const JsonValue&, const std::string&, Faults&, World&);
std::unique_ptr<Part> makeRetryBudgetPart(const JsonValue&, const std::string&, Faults&, World&);
std::unique_ptr<Part> makeRetryPart(const JsonValue&, const std::string&, Faults&, World&);
std::unique_ptr<Part> makeTieredCachePart(const JsonValue&, const std::string&, Faults&, World&);

struct PartKind {
    /// As scripts write it.
    std::string_view name;
    MakePart make;
};
[[nodiscard]] const std::vector<PartKind>& partKinds();

} // namespace rungwatch::simulate
