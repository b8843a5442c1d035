// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rungwatch/formats/reader.h"
#include "tests/support/http.h"

#include <QString>

/// \file
/// What the console's readers say of an answer that came just now.

namespace rungwatch::testing {

inline Result<Reading> readAnswer(const HttpAnswer& answer, std::string_view format = "auto")
{
    formats::Answer whole;
    whole.body = {answer.body.constData(), static_cast<std::size_t>(answer.body.size())};
    whole.status = answer.status;
    for (auto header = answer.headers.begin(); header != answer.headers.end(); ++header)
        whole.headers[header.key().toStdString()] = header.value().toStdString();
    return formats::read(whole, format);
}

inline Result<Reading> readFrom(const QUrl& url, std::string_view format = "auto")
{
    return readAnswer(httpGet(url), format);
}

/// Its level in lower case, "none" where it says none, or the error's code.
inline QString levelOf(const Result<Reading>& reading)
{
    if (!reading)
        return QString::fromStdString(reading.error().code);
    const auto word = reading->level ? nameOf(*reading->level) : std::string_view("none");
    return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
}

/// The level of one of its components, "absent" where it has none of that name.
inline QString levelOf(const Result<Reading>& reading, std::string_view component)
{
    if (!reading)
        return QString::fromStdString(reading.error().code);
    for (const auto& part : reading->components)
        if (part.name == component) {
            const auto word = nameOf(part.level);
            return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
        }
    return QStringLiteral("absent");
}

} // namespace rungwatch::testing
