// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/start_line.h"

#include "app/journal/block.h"
#include "app/journal/rows.h"
#include "app/journal/versions.h"
#include "rungwatch/base/codec.h"

#include <fmt/format.h>

#include <QJsonDocument>
#include <QJsonObject>

namespace rungwatch::exchange {

namespace {

constexpr std::string_view kind{"journal_start"};
/// Of ten thousand services it has some ten million.
constexpr std::uint64_t mostBytes{1ULL << 30};

QByteArray member(const QJsonObject& object, const char* name)
{
    return object[QLatin1String(name)].toString().toLatin1();
}

Error bad(const std::string& expected, const std::string& where)
{
    return {"bad-start", "expected " + expected, where};
}

} // namespace

std::string startLine(const journal::JournalStart& start)
{
    const auto bytes = fleet::serialised(start.state);
    const auto packed = journal::compressed(bytes, journal::Effort::Thorough).toBase64();
    return fmt::format("{{\"seq\":{},\"at\":\"{}\",\"kind\":\"{}\",\"body\":{{\"version\":{},\"chain_head\":\"{}\","
                       "\"state_hash\":\"{:016x}\",\"raw_bytes\":{},\"state\":\"{}\"}}}}",
        start.state.seq, rfc3339(start.state.wall), kind, journal::codecVersion,
        std::string_view(start.chainHead.constData(), static_cast<std::size_t>(start.chainHead.size())), fnv1a(bytes),
        bytes.size(), std::string_view(packed.constData(), static_cast<std::size_t>(packed.size())));
}

Result<std::optional<journal::JournalStart>> startFromLine(const std::string& line)
{
    if (line.find(kind) == std::string::npos)
        return std::optional<journal::JournalStart>();
    const auto object = QJsonDocument::fromJson(QByteArray::fromStdString(line)).object();
    if (member(object, "kind") != QByteArray(kind.data(), kind.size()))
        return std::optional<journal::JournalStart>();
    const auto body = object[QLatin1String("body")].toObject();
    const auto version = body[QLatin1String("version")].toInt();
    if (const auto fault = journal::codecFault(version, "the state that the lines begin with is"))
        return *fault;
    journal::JournalStart start;
    start.chainHead = member(body, "chain_head");
    if (start.chainHead.size() != journal::chainStart().size()
        || start.chainHead != QByteArray::fromHex(start.chainHead).toHex())
        return bad("a hash of 64 digits", "/body/chain_head");
    const auto rawBytes = static_cast<std::uint64_t>(std::max<qint64>(0, body[QLatin1String("raw_bytes")].toInteger()));
    if (rawBytes > mostBytes)
        return bad("a state of at most " + std::to_string(mostBytes) + " bytes", "/body/raw_bytes");
    const auto packed = QByteArray::fromBase64Encoding(member(body, "state"), QByteArray::AbortOnBase64DecodingErrors);
    auto bytes = journal::inflated(packed ? *packed : QByteArray(), rawBytes);
    if (!bytes || fmt::format("{:016x}", fnv1a(*bytes)) != member(body, "state_hash").toStdString())
        return bad("a state that has its hash", "/body/state");
    auto state = fleet::fromSerialised(journal::raisedState(version, std::move(bytes).value()));
    if (!state)
        return bad("a state that can be read: " + state.error().message, "/body/state");
    if (static_cast<qint64>(state->seq) != object[QLatin1String("seq")].toInteger())
        return bad("the number of the state's own event, " + std::to_string(state->seq), "/seq");
    start.state = std::move(state).value();
    return std::optional(std::move(start));
}

} // namespace rungwatch::exchange
