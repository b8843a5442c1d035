// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exchange/black_box.h"

#include "app/exchange/journal_maker.h"
#include "app/journal/block_table.h"
#include "app/journal/journal_reader.h"
#include "rungwatch/base/codec.h"
#include "rungwatch/fleet/replay.h"
#include "ui/format/figure_text.h"
#include "ui/format/time_text.h"
#include "ui/format/words.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace rungwatch::exchange {

namespace {

using journal::Connection;
using journal::JournalReader;

constexpr auto boxFormat = 1;

Error saidOf(const Error& error, const QString& file)
{
    return {error.code, error.message, file.toStdString()};
}

/// What it begins with: the state before the first decision from `from` on, wherever the journal has its keyframes.
Result<journal::JournalStart> startOf(JournalReader& reader, const QString& file, const std::optional<WallTime>& from)
{
    const auto keyframe = from ? reader.keyframeUpTo(*from) : std::optional<journal::Keyframe>();
    if (!keyframe)
        return keyframe.error();
    auto behind = *keyframe ? (*keyframe)->seq : reader.firstSeq() - std::min<std::uint64_t>(1, reader.firstSeq());
    if (from) {
        const auto damage = reader.forEach(behind + 1, [&](const fleet::Event& event) {
            if (event.wall >= *from && event.causedBy == 0)
                return false;
            behind = event.seq;
            return true;
        });
        if (damage)
            return *damage;
    }
    return journal::startBehind(reader, file, behind);
}

/// Copies events up to the range's end, and says what was copied.
std::optional<Error> copyEvents(
    JournalReader& reader, const TimeRange& range, fleet::Replayer& replayer, JournalMaker& maker, BlackBox& box)
{
    std::optional<Error> fault;
    const auto damage = reader.forEach(replayer.state().seq + 1, [&](const fleet::Event& event) {
        if (range.to && event.wall > *range.to)
            return false;
        fault = replayer.add(event);
        if (fault)
            return false;
        maker.add({event}, replayer.state());
        if (box.events++ == 0) {
            box.firstSeq = event.seq;
            box.from = event.wall;
        }
        box.to = std::max(box.to, event.wall);
        return true;
    });
    return damage ? damage : fault;
}

/// What a journal does not hold.
std::optional<Error> addMeta(
    const QString& file, const BlackBoxRequest& request, const BlackBox& box, const std::string& policy)
{
    Connection connection;
    if (auto error = connection.open(file, Connection::Access::ReadWrite))
        return error;
    if (auto error =
            connection.run(u"CREATE TABLE black_box (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"_s))
        return error;
    const auto text = [](const std::string& value) { return journal::textValue(value); };
    const std::pair<const char*, QVariant> entries[]{{"format", QString::number(boxFormat)},
        {"made_at", text(rfc3339(request.madeAt))}, {"made_by", text(request.madeBy)},
        {"program", text(request.program)},
        // The name alone: where it lies is that machine's own.
        {"journal", QFileInfo(request.journal).fileName()}, {"from", text(rfc3339(box.from))},
        {"to", text(rfc3339(box.to))}, {"policy", text(policy)}, {"picture", request.picture}};
    auto query = connection.query();
    query.prepare(u"INSERT INTO black_box (key, value) VALUES (?, ?)"_s);
    for (const auto& [key, value] : entries) {
        if (value.typeId() == QMetaType::QByteArray && value.toByteArray().isEmpty())
            continue;
        if (!journal::bindAndRun(query, {QString::fromLatin1(key), value}))
            return connection.failure(query.lastError());
    }
    return std::nullopt;
}

} // namespace

Result<BlackBox> writeBlackBox(const BlackBoxRequest& request)
{
    auto opened = JournalReader::open(request.journal);
    if (!opened)
        return saidOf(opened.error(), request.journal);
    auto& reader = opened.value();
    if (const auto error = reader.freeze()) // a console may be writing it
        return saidOf(*error, request.journal);
    auto range = request.range;
    if (request.last && reader.lastWall())
        range.from = range.to.value_or(*reader.lastWall()) - *request.last;
    auto start = startOf(reader, request.journal, range.from);
    if (!start)
        return saidOf(start.error(), request.journal);
    const bool isWhole = start->state.seq == 0;
    fleet::Replayer replayer(start->state);
    JournalMaker maker(
        request.file, request.program, isWhole ? std::optional<journal::JournalStart>() : std::move(start).value());
    if (const auto error = maker.open())
        return saidOf(*error, request.file);
    BlackBox box;
    box.file = request.file;
    if (const auto error = copyEvents(reader, range, replayer, maker, box))
        return saidOf(*error, request.journal);
    if (box.events == 0)
        return Error{"nothing-there", "expected an event in that time, found none", request.journal.toStdString()};
    const auto& policy = replayer.state().policy;
    const auto made = maker.finish(
        [&](const QString& part) { return addMeta(part, request, box, policy ? policy->text : std::string()); });
    if (!made)
        return saidOf(made.error(), request.file);
    box.bytes = QFileInfo(request.file).size();
    return box;
}

QString blackBoxName(const QString& folder, const QString& journal, WallTime at)
{
    auto stamp = QString::fromStdString(rfc3339(at)).left(19);
    stamp.remove(u'-').remove(u':');
    return QDir(folder).filePath(u"%1-%2Z.blackbox"_s.arg(QFileInfo(journal).completeBaseName(), stamp));
}

QString blackBoxSentence(const Result<BlackBox>& made)
{
    if (!made) {
        const auto& error = made.error();
        return u"no black box was written: "_s
            + format::plainLine(error.where.empty() ? error.message : error.where + ": " + error.message);
    }
    return u"black box written to %1 (Ctrl+C copies the name): %2 to %3 UTC, %4 events, %5 MB"_s.arg(made->file,
        format::utcSecond(made->from), format::utcSecond(made->to), format::grouped(made->events),
        QString::number(static_cast<double>(made->bytes) / 1e6, 'f', 1));
}

} // namespace rungwatch::exchange
