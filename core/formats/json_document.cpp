// SPDX-License-Identifier: Apache-2.0
#include "rungwatch/formats/json_document.h"

namespace rungwatch::formats {

namespace {

constexpr std::string_view blanks{" \t\r\n"};

/// The document inside an envelope, or nothing where there is none.
std::optional<JsonValue> unwrapped(const JsonValue& root, int& status, std::optional<Error>& fault)
{
    if (!root.isObject())
        return std::nullopt;
    if (const auto code = countAt(&root, "statusCode"); code && *code < 1000) {
        if (const auto* body = root.find("body"); body && body->isText()) {
            auto inner = parseJson(trimmedBody(body->text), {.wholeText = false});
            if (!inner) {
                fault = Error{inner.error().code, inner.error().message, "/body"};
                return std::nullopt;
            }
            status = static_cast<int>(*code);
            return std::move(inner.value().root);
        }
    }
    if (root.has("status") || root.has("services") || root.has("degradation"))
        return std::nullopt;
    for (const auto key : {"result", "data"})
        if (const auto* inner = objectAt(&root, key); inner && inner->has("status"))
            return *inner;
    return std::nullopt;
}

} // namespace

std::string_view trimmedBody(std::string_view body)
{
    if (body.starts_with("\xef\xbb\xbf"))
        body.remove_prefix(3);
    const auto first = body.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view{}
                                           : body.substr(first, body.find_last_not_of(blanks) - first + 1);
}

Result<Document> jsonDocument(const Answer& answer, std::string_view text)
{
    auto json = parseJson(text, {.wholeText = false});
    if (!json)
        return json.error();
    Document document{answer, answer.status, text, std::move(json.value().root), {}};
    if (json->trailing)
        document.flags.emplace_back("trailing-garbage");
    if (json->duplicateKey)
        document.flags.emplace_back("duplicate-key");
    std::optional<Error> fault;
    if (auto inner = unwrapped(document.root, document.status, fault)) {
        document.root = std::move(*inner);
        document.flags.emplace_back("envelope");
    }
    if (fault)
        return *fault;
    return document;
}

} // namespace rungwatch::formats
