// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/ladder/mode_controller.h"
#include "rungwatch/ladder/read_controller.h"
#include "rungwatch/simulate/read_observation.h"

namespace rungwatch::simulate {

namespace {

/// One observed interval a step. Its time is the script's: nothing here depends on a clock.
class ModeControllerPart final : public Part {
public:
    ModeControllerPart(const ModeController::Options& options, Faults& faults, World& world)
        : m_faults(faults)
        , m_world(world)
        , m_controller(options)
    {
    }

    [[nodiscard]] std::vector<std::string_view> actions() const override { return {"observe"}; }

    void act(std::string_view, StrictObject& step) override
    {
        const auto seen = readObservation(step, m_faults);
        if (m_faults.any())
            return;
        const auto before = m_controller.state();
        const auto from = m_controller.mode();
        const auto to = m_controller.observe(seen);
        if (const auto cause = switchCause(before, m_controller.state()))
            m_world.happenings.push_back({std::string(nameOf(from)), std::string(nameOf(to)), *cause});
    }

    void writeFacts(JsonWriter& out) const override
    {
        out.member("mode", m_controller.mode());
        out.member("healthy_run", m_controller.state().healthyRun);
        out.member("switches", m_controller.state().switches);
    }

private:
    Faults& m_faults;
    World& m_world;
    ModeController m_controller;
};

} // namespace

std::unique_ptr<Part> makeModeControllerPart(
    const JsonValue& configuration, const std::string& pointer, Faults& faults, World& world)
{
    const auto options = readController(configuration, pointer, faults);
    return faults.any() ? nullptr : std::make_unique<ModeControllerPart>(options, faults, world);
}

} // namespace rungwatch::simulate
