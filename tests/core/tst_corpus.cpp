// SPDX-License-Identifier: GPL-3.0-or-later
#include "rungwatch/formats/expectation.h"
#include "rungwatch/formats/reader.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <zlib.h>

using namespace rungwatch;

namespace {

/// Where the shared bodies lie: beside the checkout, beside a worktree's parent, or where the environment says.
QDir corpusFolder()
{
    const QString places[]{qEnvironmentVariable("RUNGWATCH_PAYLOADS"),
        QStringLiteral(RUNGWATCH_SOURCE_DIR "/../shared/payloads"),
        QStringLiteral(RUNGWATCH_SOURCE_DIR "/../../shared/payloads")};
    for (const auto& place : places)
        if (!place.isEmpty() && QFile::exists(place + QStringLiteral("/INDEX.json")))
            return QDir(place);
    return QDir(QStringLiteral("/nonexistent"));
}

QByteArray fileBytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray gunzipped(const QByteArray& bytes)
{
    QByteArray out(16 * 1024 * 1024, Qt::Uninitialized);
    z_stream stream{};
    if (inflateInit2(&stream, 15 + 32) != Z_OK)
        return {};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.constData()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int end = inflate(&stream, Z_FINISH);
    out.truncate(static_cast<qsizetype>(stream.total_out));
    inflateEnd(&stream);
    return end == Z_STREAM_END ? out : QByteArray();
}

QString shown(const QJsonValue& value)
{
    if (value.isObject())
        return QString::fromUtf8(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
    return QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
}

/// The first place where `got` lacks what `expected` says; empty where it says all of it. Members that are not expected
/// are free; of the lists of flags so are items.
QString difference(const QString& at, const QJsonValue& expected, const QJsonValue& got)
{
    const auto complaint = at + ": expected " + shown(expected) + ", got " + shown(got);
    if (expected.isObject() && got.isObject()) {
        const auto wanted = expected.toObject();
        for (auto it = wanted.begin(); it != wanted.end(); ++it)
            if (const auto found = difference(at + '/' + it.key(), it.value(), got.toObject().value(it.key()));
                !found.isEmpty())
                return found;
        return {};
    }
    if (!expected.isArray() || !got.isArray())
        return expected == got ? QString() : complaint;
    const auto wanted = expected.toArray();
    const auto given = got.toArray();
    if (at == "/flags" || at == "/flag_list") {
        for (const auto& item : wanted)
            if (std::none_of(given.begin(), given.end(),
                    [&](const QJsonValue& one) { return difference(at + "/*", item, one).isEmpty(); }))
                return complaint;
        return {};
    }
    if (wanted.size() != given.size())
        return complaint;
    for (qsizetype i = 0; i < wanted.size(); ++i)
        if (const auto found = difference(at + '/' + QString::number(i), wanted[i], given[i]); !found.isEmpty())
            return found;
    return {};
}

/// By name: the corpus has one table of HAProxy's with backends before their servers and one with them behind.
void sortComponents(QJsonObject& reading)
{
    std::map<QString, QJsonValue> byName;
    for (const auto& component : reading["components"].toArray())
        byName[component[u"name"].toString()] = component;
    QJsonArray sorted;
    for (const auto& [name, component] : byName)
        sorted << component;
    reading["components"] = sorted;
}

std::map<std::string, std::string> headersOf(const QJsonObject& entry)
{
    std::map<std::string, std::string> headers{{"content-type", entry["content_type"].toString().toStdString()}};
    const auto given = entry["headers"].toObject();
    for (auto it = given.begin(); it != given.end(); ++it)
        headers[it.key().toLower().toStdString()] = it.value().toString().toStdString();
    return headers;
}

} // namespace

/// Every body of the shared corpus whose format is in the table gives the reading that its record expects.
class TestCorpus : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesTheExpectedReading_data()
    {
        QTest::addColumn<QJsonObject>("entry");
        const auto entries = QJsonDocument::fromJson(fileBytes(corpusFolder().filePath("INDEX.json"))).array();
        for (const auto& value : entries) {
            const auto entry = value.toObject();
            if (formats::isFormat(entry["format"].toString().toStdString()))
                QTest::newRow(qPrintable(entry["file"].toString())) << entry;
        }
        if (entries.isEmpty())
            QTest::newRow("none") << QJsonObject();
    }
    void givesTheExpectedReading()
    {
        QFETCH(QJsonObject, entry);
        if (entry.isEmpty())
            QSKIP("the shared payloads are not here (RUNGWATCH_PAYLOADS names their folder)");
        auto body = fileBytes(corpusFolder().filePath(entry["file"].toString()));
        if (entry["content_encoding"] == "gzip")
            body = gunzipped(body);
        const std::string_view bytes(body.constData(), static_cast<std::size_t>(body.size()));
        const auto pin = entry["pinned"].toBool() ? entry["format"].toString().toStdString() : std::string("auto");
        const auto reading = formats::read({bytes, entry["http_status"].toInt(), headersOf(entry)}, pin);
        auto expect = entry["expect"].toObject();
        if (expect.contains("error")) {
            QVERIFY2(!reading.ok(), "expected an error");
            QCOMPARE(QString::fromStdString(reading.error().code), expect["error"].toString());
            return;
        }
        QVERIFY2(reading.ok(), reading.ok() ? "" : (reading.error().code + ": " + reading.error().message).c_str());
        expect["format"] = entry["format"];
        auto got = QJsonDocument::fromJson(QByteArray::fromStdString(formats::expectationJson(*reading))).object();
        if (entry["format"] == "haproxy-stats-csv") {
            sortComponents(expect);
            sortComponents(got);
        }
        const auto found = difference({}, expect, got);
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }
};

QTEST_APPLESS_MAIN(TestCorpus)
#include "tst_corpus.moc"
