// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/health/degraded_response.h"
#include "rungwatch/simulate/json_text.h"
#include "rungwatch/simulate/part.h"

namespace rungwatch::simulate {

namespace {

class ResponsePart final : public Part {
public:
    ResponsePart(const DegradedResponseOptions& options, Faults& faults)
        : m_options(options)
        , m_faults(faults)
    {
    }

    [[nodiscard]] std::vector<std::string_view> actions() const override { return {"build"}; }

    void passTime() override { m_response.reset(); }

    void act(std::string_view action, StrictObject& step) override
    {
        const auto* asked = step.object(action, true);
        if (!asked)
            return;
        StrictObject build(*asked, step.pointerTo(action), m_faults);
        Degradation degradation;
        degradation.level = readWord<DegradationLevel>(build, "level");
        degradation.affected = build.texts("affected");
        degradation.fallbacks = build.texts("fallbacks");
        build.ignore("result");
        build.finish();
        const auto* result = asked->find("result");
        JsonWriter out;
        result ? writeJson(out, *result) : writeJson(out, noResult());
        auto response = degradedResponse(out.str(), degradation, m_options);
        if (!response)
            return step.fault(action, response.error().message);
        m_response = std::move(response).value();
    }

    void writeFacts(JsonWriter& out) const override
    {
        out.key("status_code");
        if (!m_response) {
            out.null();
            out.key("headers");
            out.null();
            out.key("body");
            return out.null();
        }
        out.write(std::int64_t{m_response->statusCode});
        out.key("headers");
        out.beginObject();
        for (const auto& [name, value] : m_response->headers)
            out.member(name, value);
        out.end();
        out.key("body");
        if (const auto body = parseJson(m_response->body))
            writeJson(out, body->root);
        else
            out.text(m_response->body);
    }

private:
    /// `{}`, as the seeds' answers without a result have it.
    static JsonValue noResult()
    {
        JsonValue value;
        value.kind = JsonValue::Kind::Object;
        return value;
    }

    DegradedResponseOptions m_options;
    Faults& m_faults;
    /// What this step built.
    std::optional<DegradedResponse> m_response;
};

} // namespace

std::unique_ptr<Part> makeResponsePart(
    const JsonValue& configuration, const std::string& pointer, Faults& faults, World&)
{
    StrictObject object(configuration, pointer, faults);
    DegradedResponseOptions options;
    options.retryAfter = std::chrono::seconds{object.whole("retry_after_s", 1, 86'400, options.retryAfter.count())};
    object.finish();
    return faults.any() ? nullptr : std::make_unique<ResponsePart>(options, faults);
}

} // namespace rungwatch::simulate
