// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/admission/criticality.h"
#include "rungwatch/simulate/part.h"

#include <algorithm>
#include <limits>

namespace rungwatch::simulate {

namespace {

constexpr std::int64_t mostRequests = std::numeric_limits<std::int32_t>::max();

struct Feature {
    std::string name;
    std::int64_t criticality{0};
};

class AdmissionPart final : public Part {
public:
    AdmissionPart(std::int64_t capacity, std::vector<Feature> features, Faults& faults)
        : m_faults(faults)
        , m_capacity(capacity)
        , m_features(std::move(features))
    {
    }

    [[nodiscard]] std::vector<std::string_view> actions() const override { return {"demand"}; }
    void passTime() override { m_admitted.reset(); }

    /// A feature that the demand does not name asks for nothing; a name that is no feature is a fault.
    void act(std::string_view action, StrictObject& step) override
    {
        const auto* wanted = step.object(action, true);
        if (!wanted)
            return;
        StrictObject demand(*wanted, step.pointerTo(action), m_faults);
        std::vector<admission::Demand> demands;
        for (const auto& feature : m_features)
            demands.push_back({demand.whole(feature.name, 0, mostRequests, 0), feature.criticality});
        demand.finish();
        if (!m_faults.any())
            m_admitted = admission::admitByCriticality(m_capacity, demands);
    }

    void writeFacts(JsonWriter& out) const override
    {
        writeByFeature(out, "granted", &admission::Admitted::granted);
        writeByFeature(out, "shed", &admission::Admitted::shed);
    }

private:
    void writeByFeature(JsonWriter& out, std::string_view fact, std::int64_t admission::Admitted::*units) const
    {
        out.key(fact);
        if (!m_admitted)
            return out.null();
        out.beginObject();
        for (std::size_t i = 0; i < m_features.size(); ++i)
            out.member(m_features[i].name, m_admitted->at(i).*units);
        out.end();
    }

    Faults& m_faults;
    std::int64_t m_capacity;
    std::vector<Feature> m_features;
    /// What this step's demand came to, in the order of the features.
    std::optional<std::vector<admission::Admitted>> m_admitted;
};

} // namespace

std::unique_ptr<Part> makeAdmissionPart(
    const JsonValue& configuration, const std::string& pointer, Faults& faults, World&)
{
    StrictObject object(configuration, pointer, faults);
    const auto capacity = object.whole("capacity", 0, mostRequests);
    std::vector<Feature> features;
    object.each("features", true, [&](const JsonValue& value, const std::string& place) {
        StrictObject item(value, place, faults);
        const Feature feature{item.text("name"), item.whole("criticality", 1, 1'000)};
        if (feature.name.empty())
            item.fault("name", "expected a name, found an empty text");
        if (std::ranges::find(features, feature.name, &Feature::name) != features.end())
            item.fault("name", "expected a name of its own, found \"" + feature.name + "\" a second time");
        item.finish();
        features.push_back(feature);
    });
    object.finish();
    return faults.any() ? nullptr : std::make_unique<AdmissionPart>(capacity, std::move(features), faults);
}

} // namespace rungwatch::simulate
