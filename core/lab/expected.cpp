// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/base/located_json.h"
#include "rungwatch/lab/outage_hour.h"

#include <algorithm>

namespace rungwatch::lab {

namespace {

/// Compares one setting of the file with its run, and keeps a sentence for each difference.
class Comparison {
public:
    Comparison(std::string setting, std::vector<std::string>& differences)
        : m_setting(std::move(setting))
        , m_differences(differences)
    {
    }

    void same(const std::string& what, const JsonValue* expected, const std::string& found)
    {
        const auto wanted = expected ? asText(*expected) : std::string("nothing");
        if (wanted != found)
            m_differences.push_back(m_setting + ": " + what + ": expected " + wanted + ", found " + found);
    }
    void same(const std::string& what, const JsonValue* expected, std::int64_t found)
    {
        same(what, expected, std::to_string(found));
    }
    void same(const std::string& what, const JsonValue* expected, const std::vector<std::int64_t>& found)
    {
        std::string text = "[";
        for (const auto value : found)
            text += (text.size() > 1 ? "," : "") + std::to_string(value);
        same(what, expected, text + "]");
    }
    void same(const std::string& what, const JsonValue* expected, const Served& found)
    {
        for (const auto& [feature, byRung] : found)
            for (const auto& [rung, requests] : byRung) {
                const auto* rungs = expected ? expected->find(feature) : nullptr;
                same(what + " " + feature + "/" + rung, rungs ? rungs->find(rung) : nullptr, requests);
            }
        if (!expected || expected->members.size() != found.size())
            m_differences.push_back(m_setting + ": " + what + ": the features differ");
    }

private:
    static std::string asText(const JsonValue& value)
    {
        if (value.isText())
            return value.text;
        if (value.whole)
            return std::to_string(*value.whole);
        if (!value.isArray())
            return "something else";
        std::string text = "[";
        for (const auto& item : value.items)
            text.append(text.size() > 1 ? "," : "").append(asText(item));
        return text + "]";
    }

    std::string m_setting;
    std::vector<std::string>& m_differences;
};

/// A figure of the file is {"value": ..., "source": ...}.
const JsonValue* valueOf(const JsonValue& object, std::string_view key)
{
    const auto* figure = object.find(key);
    return figure ? figure->find("value") : nullptr;
}

void compareFigures(Comparison& comparison, const JsonValue& expected, const Figures& figures)
{
    for (const auto& figure : expected.members) {
        const auto* value = figure.value.find("value");
        if (figure.key == "trip_minutes")
            comparison.same(figure.key, value, figures.tripMinutes);
        else if (figure.key == "return_minutes")
            comparison.same(figure.key, value, figures.returnMinutes);
        else if (const auto found = figures.counts.find(figure.key); found != figures.counts.end())
            comparison.same(figure.key, value, found->second);
        else
            comparison.same(figure.key, value, std::string("no such figure"));
    }
}

void compareSetting(const Scenario& scenario, const JsonValue& expected, std::vector<std::string>& differences)
{
    const auto* nameValue = expected.find("name");
    const auto name = nameValue ? nameValue->text : std::string("(a setting without a name)");
    const auto setting = std::ranges::find(scenario.settings, name, &NamedSetting::name);
    if (setting == scenario.settings.end()) {
        differences.push_back(name + ": the scenario has no such setting");
        return;
    }
    const auto run = runHour(scenario, setting->toggles);
    Comparison comparison(name, differences);
    comparison.same("mode_in_force_by_minute", valueOf(expected, "mode_in_force_by_minute"), run.modeInForce);
    comparison.same("mode_after_observing_minute", valueOf(expected, "mode_after_observing_minute"), run.modeAfter);
    if (const auto* figures = expected.find("figures"))
        compareFigures(comparison, *figures, figuresOf(scenario, run));
    else
        differences.push_back(name + ": the file has no figures");
    comparison.same("requests", valueOf(expected, "requests_by_feature_and_rung"), run.total);
    const auto* samples = valueOf(expected, "sample_minutes");
    for (const auto& sample : samples ? samples->items : std::vector<JsonValue>{}) {
        const auto* minute = sample.find("minute");
        const auto index = minute && minute->whole ? *minute->whole : -1;
        if (index < 0 || index >= scenario.minutes)
            differences.push_back(name + ": a sample of a minute that the scenario lacks");
        else
            comparison.same("minute " + std::to_string(index), sample.find("requests_by_feature_and_rung"),
                run.byMinute[static_cast<std::size_t>(index)]);
    }
}

} // namespace

Result<std::vector<std::string>> compareWithExpected(const Scenario& scenario, std::string_view expectedText)
{
    const auto document = parseJson(expectedText);
    if (!document)
        return document.error();
    const auto* settings = document->root.find("settings");
    if (!settings || !settings->isArray() || settings->items.empty())
        return Error{
            "missing-key", "expected \"settings\", an array of named settings with their figures", "/ (line 1)"};
    std::vector<std::string> differences;
    for (const auto& setting : settings->items)
        compareSetting(scenario, setting, differences);
    for (const auto& setting : scenario.settings)
        if (std::ranges::none_of(settings->items, [&](const JsonValue& value) {
                const auto* name = value.find("name");
                return name && name->text == setting.name;
            }))
            differences.push_back(setting.name + ": the file has no such setting");
    return differences;
}

} // namespace rungwatch::lab
